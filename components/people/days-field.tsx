import { SelectField } from "@/components/ui/field";

/** How long a link or token is valid. */
export function DaysField({
  id,
  label,
  choices,
  defaultValue,
}: {
  id?: string;
  label: string;
  choices: readonly number[];
  defaultValue: number;
}) {
  return (
    <SelectField name="days" id={id} label={label} defaultValue={String(defaultValue)}>
      {choices.map((days) => (
        <option key={days} value={days}>
          {days === 1 ? "1 day" : days === 366 ? "a year" : `${days} days`}
        </option>
      ))}
    </SelectField>
  );
}
