import { SelectField } from "@/components/ui/field";
import { dayCount } from "@/components/words/people";

/** How long a link or a token works. */
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
          {dayCount(days)}
        </option>
      ))}
    </SelectField>
  );
}
