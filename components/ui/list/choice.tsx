import { revealedText } from "@/lib/core/text/reveal";
import { SelectField } from "../field";

export type ChoiceOption = { value: string; label?: string };

/** One of a list's filters. What is chosen stays in it even when it is no longer among the values. */
export function Choice({
  name,
  label,
  any,
  options,
  chosen = "",
  disabled,
}: {
  name: string;
  label: string;
  /** The words for no choice. */
  any: string;
  options: readonly ChoiceOption[];
  chosen?: string;
  disabled?: boolean;
}) {
  if (options.length === 0 && !chosen) return null;
  const all =
    chosen && !options.some(({ value }) => value === chosen) ? [{ value: chosen }, ...options] : options;
  return (
    <SelectField name={name} label={label} defaultValue={chosen} disabled={disabled}>
      <option value="">{any}</option>
      {all.map(({ value, label: words }: ChoiceOption) => (
        <option key={value} value={value}>
          {words ?? revealedText(value)}
        </option>
      ))}
    </SelectField>
  );
}
