import { describe, Field, Input, Select } from "@/components/ui/field";
import { UNITS } from "@/components/words/durations";
import type { AmountText } from "./texts";

/** A duration as a number and a unit. */
export function AmountField({
  id,
  label,
  hint,
  value,
  onChange,
  error,
}: {
  id: string;
  label: string;
  hint: string;
  value: AmountText;
  onChange: (value: AmountText) => void;
  error?: string;
}) {
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="flex gap-2">
        <Input
          {...describe(id, { hint, error })}
          inputMode="numeric"
          value={value.amount}
          onChange={(event) => onChange({ ...value, amount: event.target.value })}
        />
        <Select
          className="w-28 shrink-0"
          aria-label={`${label}, unit`}
          value={value.unit}
          onChange={({ target }) =>
            onChange({ ...value, unit: UNITS.find(({ name }) => name === target.value)?.name ?? value.unit })
          }
        >
          {UNITS.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
    </Field>
  );
}
