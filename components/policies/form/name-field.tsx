import { TextareaField } from "@/components/ui/field";
import { type ConditionProps, errorIn } from "./fields";

const ROWS = { min: 2, max: 8 };

/** As many rows as patterns, so that all are visible. */
const rowsFor = (typed: string) => Math.min(ROWS.max, Math.max(ROWS.min, typed.split("\n").length));

export function NameField({ name, place, field, value, onChange, errors }: ConditionProps<"names">) {
  return (
    <TextareaField
      name={name}
      label={field.label}
      hint={field.hint}
      rows={rowsFor(value)}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={errorIn(errors, place)}
      spellCheck={false}
      autoCapitalize="off"
      className="mono"
    />
  );
}
