"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { FieldErrorText, TextField } from "@/components/ui/field";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { WEEKDAY_WORDS } from "@/components/words/policies";
import { type TimeWindow, WEEKDAYS } from "@/lib/core/time-window/types";
import type { ConditionProps, Errors } from "./fields";

const zones = () => ["UTC", ...Intl.supportedValuesOf("timeZone")].map((value) => ({ value, label: value }));

/** When a policy applies, in a time zone; without it, always. */
export function TimeFields({ place, field, value: time, onChange, errors }: ConditionProps<"window">) {
  const { zone } = useViewerClock();
  const begin = (on: boolean) => onChange(on ? { weekdays: [], from: "18:00", to: "08:00", zone } : null);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Time</legend>
      <Checkbox
        label={field.label}
        checked={time !== null}
        onChange={(event) => begin(event.target.checked)}
      />
      {time && <Window place={place} time={time} onChange={onChange} errors={errors} />}
    </fieldset>
  );
}

function Window({
  place,
  time,
  onChange,
  errors,
}: {
  place: string;
  time: TimeWindow;
  onChange: (time: TimeWindow) => void;
  errors: Errors;
}) {
  const [options] = useState(zones);
  const whole = errors[place];
  const { from, to, zone } = time;
  const inside = ["from", "to", "zone"].some((name) => errors[`${place}/${name}`]);
  return (
    <div className="flex flex-col gap-2 rounded-control border border-border bg-bg p-2.5">
      <div className="flex flex-wrap gap-x-3">
        {WEEKDAYS.map((day) => (
          <Checkbox
            key={day}
            label={WEEKDAY_WORDS[day]}
            checked={time.weekdays.includes(day)}
            onChange={({ target }) =>
              onChange({
                ...time,
                weekdays: WEEKDAYS.filter((one) =>
                  one === day ? target.checked : time.weekdays.includes(one),
                ),
              })
            }
          />
        ))}
      </div>
      <div className="grid items-start gap-2 sm:grid-cols-[9rem_9rem_minmax(0,1fr)]">
        <TextField
          name="from"
          type="time"
          label="From"
          value={from ?? ""}
          onChange={({ target }) => onChange({ ...time, from: target.value || null })}
          error={errors[`${place}/from`]}
        />
        <TextField
          name="to"
          type="time"
          label="To, not included"
          value={to ?? ""}
          onChange={({ target }) => onChange({ ...time, to: target.value || null })}
          error={errors[`${place}/to`]}
        />
        <Combobox
          name="zone"
          label="Time zone"
          options={options}
          value={zone}
          onChange={(chosen: string) => onChange({ ...time, zone: chosen })}
          error={errors[`${place}/zone`]}
        />
      </div>
      <p className="text-xs text-fg-muted">
        No day chosen: every day. No time of day: all day. An end earlier than the start is on the next day.
      </p>
      {whole && !inside && <FieldErrorText id="time-error">{whole}</FieldErrorText>}
    </div>
  );
}
