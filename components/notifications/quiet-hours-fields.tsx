import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { SelectField, TextField } from "@/components/ui/field";
import type { ChoicesChange } from "@/lib/notifications/schema";
import type { NotificationChoices, QuietHours } from "@/lib/notifications/types";
import { zoneOptions } from "../people/profile/zones";

const USUAL: QuietHours = { from: "22:00", to: "07:00", except: "critical" };

const EXCEPT_WORDS: Record<QuietHours["except"], string> = {
  critical: "Only critical calls reach me",
  high: "High and critical calls reach me",
  medium: "All but low-risk calls reach me",
  none: "Nothing reaches me",
};

/** Quiet hours with their zone. Other notifications come when they end. */
export function QuietHoursFields({
  choices: { quiet, zone },
  onChange,
}: {
  choices: Pick<NotificationChoices, "quiet" | "zone">;
  onChange: (change: ChoicesChange) => void;
}) {
  const [zones] = useState(zoneOptions);
  const set = (part: Partial<QuietHours>) => onChange({ quiet: { ...(quiet ?? USUAL), ...part } });
  const own = zone ?? "UTC";
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Quiet hours"
        checked={quiet !== null}
        onChange={(event) =>
          onChange(event.target.checked ? { quiet: USUAL, zone: zone ?? ownZone() } : { quiet: null })
        }
      />
      {quiet && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="quietFrom"
            type="time"
            required
            label="From"
            value={quiet.from}
            onChange={({ target: { value } }) => value && value !== quiet.to && set({ from: value })}
          />
          <TextField
            name="quietTo"
            type="time"
            required
            label="Until"
            value={quiet.to}
            onChange={({ target: { value } }) => value && value !== quiet.from && set({ to: value })}
          />
          <SelectField
            name="quietExcept"
            label="During quiet hours"
            hint="What is held comes when they end, if it still matters then."
            value={quiet.except}
            onChange={(event) => set({ except: event.target.value as QuietHours["except"] })}
          >
            {Object.entries(EXCEPT_WORDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <Combobox
            name="quietZone"
            label="Time zone"
            placeholder="Type a city or a region"
            options={zones}
            value={own}
            onChange={(value) => value && onChange({ zone: value })}
          />
        </div>
      )}
    </div>
  );
}

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
