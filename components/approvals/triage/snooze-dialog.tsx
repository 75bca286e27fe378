"use client";

import { type ReactNode, useState } from "react";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { writeLocal } from "@/components/ui/local-time";
import { momentText } from "@/components/ui/moment";
import { NumberedChoices } from "@/components/ui/numbered-choices";
import type { Act } from "@/components/ui/use-act";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { counted } from "@/components/words/counts";
import { CallNames, type NamedCall } from "../call-name";
import { type SnoozeChoice, untilOf } from "./snooze-times";

export type SnoozeAct = Act<{ ids: string[]; until: Date; pastDeadline: boolean }, { ids: string[] }>;

const CHOICES: readonly { choice: SnoozeChoice; label: string }[] = [
  { choice: "quarter", label: "15 minutes" },
  { choice: "hour", label: "1 hour" },
  { choice: "tomorrow", label: "Tomorrow 9:00" },
  { choice: "custom", label: "Another time" },
];

const SHOWN_AT_FIRST_MS = 2 * 3_600_000;

/** Asks until when to snooze. Warns if the call would expire meanwhile. */
export function SnoozeDialog({
  calls,
  act,
  over,
  onClose,
}: {
  calls: readonly (NamedCall & { decideBy: Date })[];
  act: SnoozeAct;
  /** What ended the call while the dialog was open. */
  over: ReactNode;
  onClose: () => void;
}) {
  const { zone, now } = useViewerClock();
  const [choice, setChoice] = useState<SnoozeChoice>("hour");
  const [custom, setCustom] = useState(() => writeLocal(now() + SHOWN_AT_FIRST_MS, zone));
  const until = untilOf(choice, custom, now(), zone);
  const deadline = Math.min(...calls.map((call) => new Date(call.decideBy).getTime()));
  const ends = until !== null && until.getTime() > deadline;
  const past = until !== null && until.getTime() <= now();
  const submit = () => {
    if (until) void act.run({ ids: calls.map((call) => call.id), until, pastDeadline: ends });
  };
  return (
    <FormDialog
      title={calls.length === 1 ? "Snooze this call" : `Snooze ${counted(calls.length, "call", "calls")}`}
      description="Only for you: others still see it, and its deadline does not change. It comes back on its own."
      submit={ends ? "Snooze past the deadline" : "Snooze"}
      pending={act.pending}
      pendingLabel="Snoozing…"
      problem={over ? null : act.problem}
      disabled={until === null || past || over !== null}
      onClose={onClose}
      onSubmit={submit}
    >
      <CallNames calls={calls} />
      <NumberedChoices
        legend="Until when?"
        name="snooze"
        options={CHOICES.map(({ choice: value, label }) => {
          const end = value === "custom" ? null : untilOf(value, "", now(), zone);
          return {
            value,
            // A snooze past the deadline shows its warning first.
            submits: end !== null && end.getTime() <= deadline && over === null,
            label: end ? <Until label={label} end={end} /> : label,
          };
        })}
        chosen={choice}
        onChoose={setChoice}
      />
      {choice === "custom" ? (
        <TextField
          type="datetime-local"
          name="until"
          label={`Day and time (${zone})`}
          value={custom}
          onChange={(event) => setCustom(event.target.value)}
          error={past ? "This time has passed. Choose a later one." : null}
        />
      ) : null}
      <div aria-live="polite">
        {ends && !past ? (
          <p className="rounded-control bg-risk-high-bg px-2.5 py-2 text-risk-high text-sm">
            {calls.length === 1 ? "This call" : "The first of these calls"} expires at{" "}
            {momentText(new Date(deadline), "date-time", zone, new Date(now()))}, before the snooze ends. If
            no one decides it by then, it expires undecided.
          </p>
        ) : null}
      </div>
      {over}
    </FormDialog>
  );
}

function Until({ label, end }: { label: string; end: Date }) {
  const { zone, now } = useViewerClock();
  return (
    <>
      {label}{" "}
      <span className="ml-1 text-fg-subtle">{momentText(end, "date-time", zone, new Date(now()))}</span>
    </>
  );
}
