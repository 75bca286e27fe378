"use client";

import { useState } from "react";
import { SelectField, TextField } from "@/components/ui/field";

/** For how long the old one goes on: a choice, or hours of one's own. */
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

/** The hours such a form says; what is no number is refused by the server, at its field. */
export function overlapOf(data: FormData): number {
  const choice = String(data.get("overlap") ?? "");
  const hours = choice === "own" ? String(data.get("hours") ?? "").trim() : choice;
  return hours === "" ? Number.NaN : Number(hours.replace(",", "."));
}
