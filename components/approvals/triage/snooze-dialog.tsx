"use client";

import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/field";
import { momentText } from "@/components/ui/moment";
import type { Act } from "@/components/ui/use-act";
import { useViewerClock } from "@/components/ui/viewer-clock";
import { SNOOZE } from "@/components/words/approvals/personal";
import { counted } from "@/components/words/counted";
import { type SnoozeChoice, untilOf, writeLocal } from "./snooze-times";

export type SnoozeAct = Act<{ ids: string[]; until: Date; pastDeadline: boolean }, { ids: string[] }>;

const CHOICES: readonly SnoozeChoice[] = ["quarter", "hour", "tomorrow", "custom"];

const SHOWN_AT_FIRST_MS = 2 * 3_600_000;

/** Until when? Says before, not after, that a call would end unseen. */
export function SnoozeDialog({
  calls,
  act,
  onClose,
}: {
  calls: readonly { id: string; decideBy: Date }[];
  act: SnoozeAct;
  onClose: () => void;
}) {
  const { zone, now } = useViewerClock();
  const [choice, setChoice] = useState<SnoozeChoice>("hour");
  const [custom, setCustom] = useState(() => writeLocal(now() + SHOWN_AT_FIRST_MS, zone));
  const until = untilOf(choice, custom, now(), zone);
  const deadline = Math.min(...calls.map((call) => new Date(call.decideBy).getTime()));
  const ends = until !== null && until.getTime() > deadline;
  const past = until !== null && until.getTime() <= now();
  const text = (at: number) => momentText(new Date(at), "date-time", zone, new Date(now()));
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (until) void act.run({ ids: calls.map((call) => call.id), until, pastDeadline: ends });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={calls.length === 1 ? "Snooze this call" : `Snooze ${counted(calls.length, "call", "calls")}`}
      description="Only for you: others still see it, and its deadline stays where it is. It comes back by itself."
      busy={act.pending}
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 font-medium text-sm">Until when?</legend>
          {CHOICES.map((one) => {
            const end = one === "custom" ? null : untilOf(one, "", now(), zone);
            return (
              <label key={one} className="flex min-h-8 items-center gap-2 text-base max-md:min-h-12">
                <input
                  type="radio"
                  name="snooze"
                  data-autofocus={one === "hour" ? true : undefined}
                  checked={choice === one}
                  onChange={() => setChoice(one)}
                />
                {TIMES[one]}
                {end ? <span className="text-fg-subtle text-sm">{text(end.getTime())}</span> : null}
              </label>
            );
          })}
        </fieldset>
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
              {SNOOZE.ends(calls.length, text(deadline))}
            </p>
          ) : null}
        </div>
        <ActNotice problem={act.problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={act.pending}>
            Go back
          </Button>
          <Button
            size="lg"
            type="submit"
            variant="primary"
            disabled={until === null || past}
            pending={act.pending}
            pendingLabel="Snoozing…"
          >
            {ends ? "Snooze past the deadline" : "Snooze"}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
