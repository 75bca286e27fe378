// Sent as data and rendered in the browser, which is smaller.
"use client";

import { useId } from "react";
import { revealedText } from "@/lib/core/text/reveal";
import { classNames } from "../class-names";
import { SelectField } from "../field";
import type { ChoiceOption } from "./choice-options";
import type { FilterField } from "./filter-field";

/**
 * One filter of a list. A selected value stays an option even if it is no longer among the values.
 */
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
  /** The label for no choice; null if one is required. */
  any: string | null;
  options: readonly ChoiceOption[];
  /** Whether `F` focuses it. */
  first?: boolean;
  hideLabel?: boolean;
  disabled?: boolean;
  className?: string;
}) {
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
