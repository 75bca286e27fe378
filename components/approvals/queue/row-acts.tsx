"use client";

import { useEffect, useEffectEvent } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import type { SelectedCall } from "../triage/bulk/selection";
import { type Holder, useAssign } from "../triage/use-assign";
import { useSnooze } from "../triage/use-snooze";

/** The action pressed on a row or a selection; each press creates a new object. */
export type RowAct =
  | { kind: "snooze" | "wake"; calls: readonly SelectedCall[] }
  | { kind: "assign"; call: SelectedCall; holder: Holder };

/** Runs the action pressed on a row, with its dialogs and refusals. */
export function RowActs({
  act,
  onSnoozed,
}: {
  act: RowAct;
  /** Called after a load error was read. */
  onClose: () => void;
  onSnoozed: (ids: readonly string[], note: string) => void;
}) {
  const snooze = useSnooze(onSnoozed);
  const assign = useAssign();
  const begin = useEffectEvent((now: RowAct) => {
    if (now.kind === "assign") assign.toggle(now.call, now.holder);
    else if (now.kind === "snooze") snooze.begin(now.calls);
    else snooze.wake(now.calls.map((call) => call.id));
  });
  useEffect(() => begin(act), [act]);
  return (
    <>
      <ActNotice problem={assign.problem} />
      {snooze.problem ? <p className="px-3.5 py-1.5 text-sm">{snooze.problem}</p> : null}
      {snooze.dialog}
      {assign.dialog}
    </>
  );
}
