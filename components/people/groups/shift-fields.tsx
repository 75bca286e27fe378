import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { FieldErrorText, TextField } from "@/components/ui/field";
import { WEEKDAY_WORDS } from "@/components/words/policies";
import type { Shift } from "@/lib/auth/groups/types";
import { WEEKDAYS } from "@/lib/core/time-window/types";
import type { personOptions } from "./person-options";

type Props = {
  number: number;
  shift: Shift;
  people: ReturnType<typeof personOptions>;
  errorOf: (field: "" | "person" | "from" | "to" | "weekdays") => string | undefined;
  onChange: (shift: Shift) => void;
  onRemove: () => void;
};

/** One shift: person, days, start and end. */
export function ShiftFields({ number, shift, people, errorOf, onChange, onRemove }: Props) {
  const { person, weekdays, from, to } = shift;
  const whole = errorOf("");
  return (
    <li>
      <fieldset className="flex flex-col gap-2 rounded-control border border-border bg-bg p-2.5">
        <legend className="sr-only">Shift {number}</legend>
        <div className="grid items-start gap-2 sm:grid-cols-[minmax(0,1fr)_8rem_8rem_auto]">
          <Combobox
            name={`person ${number}`}
            label="Person"
            options={people}
            value={person}
            onChange={(chosen: string) => onChange({ ...shift, person: chosen })}
            error={errorOf("person")}
          />
          <TextField
            name={`from ${number}`}
            type="time"
            label="From"
            value={from ?? ""}
            onChange={({ target }) => onChange({ ...shift, from: target.value || null })}
            error={errorOf("from")}
          />
          <TextField
            name={`to ${number}`}
            type="time"
            label="To"
            value={to ?? ""}
            onChange={({ target }) => onChange({ ...shift, to: target.value || null })}
            error={errorOf("to")}
          />
          <Button
            variant="ghost"
            className="sm:mt-6"
            aria-label={`Remove shift ${number}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </div>
        <div className="flex flex-wrap gap-x-3">
          {WEEKDAYS.map((day) => (
            <Checkbox
              key={day}
              label={WEEKDAY_WORDS[day]}
              checked={weekdays.includes(day)}
              onChange={({ target }) =>
                onChange({
                  ...shift,
                  weekdays: WEEKDAYS.filter((one) => (one === day ? target.checked : weekdays.includes(one))),
                })
              }
            />
          ))}
        </div>
        {whole && <FieldErrorText id={`shift-${number}-error`}>{whole}</FieldErrorText>}
      </fieldset>
    </li>
  );
}
