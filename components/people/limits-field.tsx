"use client";

import { useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { FieldErrorText } from "@/components/ui/field";

export type TenantChoice = { key: string; name: string };

const WAYS = ["all", "some"] as const;

/** All tenants, or some. Read it with `limitsOf`. */
export function LimitsField({
  id,
  tenants,
  defaultValue,
  error,
}: {
  /** Distinguishes several on a page. */
  id: string;
  tenants: readonly TenantChoice[];
  /** Null means all tenants. */
  defaultValue: readonly string[] | null;
  error?: string;
}) {
  const [way, setWay] = useState<(typeof WAYS)[number]>(defaultValue === null ? "all" : "some");
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">Tenants</legend>
      {WAYS.map((one) => (
        <label key={one} className="inline-flex min-h-6 items-center gap-2 text-sm max-sm:min-h-12">
          <input
            type="radio"
            name="limits"
            value={one}
            checked={way === one}
            onChange={() => setWay(one)}
            className="size-3.5 shrink-0 accent-accent"
          />
          {one === "all" ? "All tenants, including new ones" : "Only these"}
        </label>
      ))}
      {way === "some" && (
        <Combobox
          multiple
          id={`${id}-tenants`}
          name="tenants"
          label="Tenants they may see"
          placeholder="Type a tenant's name"
          options={tenants.map(({ key, name }) => ({
            value: key,
            label: name,
            ...(key === name ? {} : { hint: key }),
          }))}
          defaultValue={defaultValue ?? []}
          error={error}
        />
      )}
      {way === "all" && error && <FieldErrorText id={`${id}-limits-error`}>{error}</FieldErrorText>}
    </fieldset>
  );
}

/** The tenants of a form; null means all. */
export function limitsOf(data: FormData): string[] | null {
  return data.get("limits") === "some" ? data.getAll("tenants").map(String) : null;
}
