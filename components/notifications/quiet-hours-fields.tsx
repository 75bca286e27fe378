import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { SelectField, TextField } from "@/components/ui/field";
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
  onChange: (change: Partial<Pick<NotificationChoices, "quiet" | "zone">>) => void;
}) {
  const [zones] = useState(zoneOptions);
  // What cannot be saved stays in its field with the reason.
  const [typed, setTyped] = useState<{ from?: string; to?: string }>({});
  const type = (name: "from" | "to", other: string, value: string) => {
    const isWrong = value === "" || value === other;
    setTyped(isWrong ? { [name]: value } : {});
    if (!isWrong) set({ [name]: value });
  };
  const problemOf = (value: string | undefined) =>
    value === undefined ? null : value === "" ? "Type a time." : "From and until have to differ.";
  const set = (part: Partial<QuietHours>) => onChange({ quiet: { ...(quiet ?? USUAL), ...part } });
  const own = zone ?? "UTC";
  return (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Quiet hours"
        checked={quiet !== null}
        onChange={(event) =>
          onChange({
            quiet: event.target.checked ? USUAL : null,
            // The profile's zone goes on to count, also once it changes.
            ...(event.target.checked && zone === null ? { zone: ownZone() } : {}),
          })
        }
      />
      {quiet && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="quietFrom"
            type="time"
            required
            label="From"
            value={typed.from ?? quiet.from}
            error={problemOf(typed.from)}
            onChange={({ target: { value } }) => type("from", quiet.to, value)}
          />
          <TextField
            name="quietTo"
            type="time"
            required
            label="Until"
            value={typed.to ?? quiet.to}
            error={problemOf(typed.to)}
            onChange={({ target: { value } }) => type("to", quiet.from, value)}
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
