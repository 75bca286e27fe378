"use client";

import { useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";

/** How long the old one stays valid: a choice, or custom hours. */
export function OverlapField({
  label,
  choices,
  error,
}: {
  label: string;
  choices: readonly { value: string; label: string }[];
  error?: string;
}) {
  const [choice, setChoice] = useState(choices[0]?.value ?? "own");
  const own = choice === "own";
  return (
    <>
      <SelectField
        name="overlap"
        label={label}
        value={choice}
        error={own ? undefined : error}
        onChange={(event) => setChoice(event.target.value)}
      >
        {choices.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      {own && <TextField name="hours" label="Hours" error={error} inputMode="decimal" autoComplete="off" />}
    </>
  );
}

/** The hours in the form. The server refuses text that is not a number. */
export function overlapOf(data: FormData): number {
  const choice = String(data.get("overlap") ?? "");
  const hours = choice === "own" ? String(data.get("hours") ?? "").trim() : choice;
  return hours === "" ? Number.NaN : Number(hours.replace(",", "."));
}
