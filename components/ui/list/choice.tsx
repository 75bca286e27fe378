// Its options travel as data, and are drawn where they are shown.
"use client";

import { useId } from "react";
import { revealedText } from "@/lib/core/text/reveal";
import { classNames } from "../class-names";
import { SelectField } from "../field";
import type { ChoiceOption } from "./choice-options";
import type { FilterField } from "./filter-field";

/** One of a list's filters. What is chosen stays in it even when it is no longer among the values. */
export function Choice({
  name,
  label,
  value = "",
  any,
  options,
  first = false,
  hideLabel,
  disabled,
  className,
}: FilterField & {
  /** The words for no choice; null when there always is one. */
  any: string | null;
  options: readonly ChoiceOption[];
  /** Whether `F` goes to it. */
  first?: boolean;
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
}) {
  // A page may show a list twice, for wide screens and for phones: names are not unique there.
  const id = useId();
  if (options.length === 0 && !value) return null;
  const listed = value === "" || options.some((option) => option.value === value);
  const all: readonly ChoiceOption[] = listed ? options : [{ value }, ...options];
  return (
    <div className={classNames("min-w-32 max-sm:flex-1", className)}>
      <SelectField
        id={id}
        name={name}
        label={label}
        hideLabel={hideLabel}
        defaultValue={value}
        disabled={disabled}
        data-key={first ? "filter" : undefined}
      >
        {any !== null && <option value="">{any}</option>}
        {all.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label ?? revealedText(option.value)}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
