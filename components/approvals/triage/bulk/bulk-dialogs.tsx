"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { HELD } from "@/components/words/approvals/status";
import { counted } from "@/components/words/counts";
import { assignCalls, decideCalls } from "@/lib/approvals/actions";
import type { SeenCall } from "@/lib/approvals/queue/types";
import { CallName, CallNames } from "../../call-name";
import { ServerMessage } from "../../decide/notice";
import { REJECTION, ReasonDialog } from "../../decide/reason-dialog";
import { seenOf } from "../../decide/use-decision";
import { ApproveTogether } from "./approve-together";
import { type BulkAct, type Outcome, runTogether } from "./run-together";
import type { SelectedCall, Selection } from "./selection";

const DONE: Record<BulkAct, string> = { approve: "Approved", reject: "Rejected", assign: "Assigned" };

/** The dialogs of a selection: the action, its progress and the result of each call. */
export function BulkDialogs({
  act,
  selection,
  onClose,
  onDone,
}: {
  act: BulkAct;
  selection: Selection;
  onClose: () => void;
  onDone: (outcomes: readonly Outcome[]) => void;
}) {
  // The selection as of opening the dialog: it does not change while the viewer reads.
  const [calls] = useState<readonly SelectedCall[]>(() => [...selection.values()]);
  const [progress, setProgress] = useState<number | null>(null);
  const [outcomes, setOutcomes] = useState<readonly Outcome[] | null>(null);
  const run = async <T extends SeenCall | { id: string }>(
    items: readonly T[],
    send: Parameters<typeof runTogether<T>>[1],
  ) => {
    setProgress(0);
    const found = await runTogether(items, send, setProgress);
    setProgress(null);
    setOutcomes(found);
    onDone(found);
  };
  const busy = progress !== null;
  const note = busy ? (
    <p role="status" className="text-fg-muted text-sm">
      {`${progress.toLocaleString("en")} of ${calls.length.toLocaleString("en")}…`}
    </p>
  ) : null;

  if (outcomes) return <Results act={act} calls={calls} outcomes={outcomes} onClose={onClose} />;
  if (act === "assign")
    return (
      <ClaimNow
        busy={busy}
        note={note}
        onClose={onClose}
        start={() =>
          run(
            calls.map(({ id }) => ({ id })),
            (some) => assignCalls({ ids: some.map((one) => one.id) }),
          )
        }
      />
    );
  const reject = `Reject ${counted(calls.length, "call", "calls")}`;
  if (act === "reject")
    return (
      <ReasonDialog
        open
        draft="reject several"
        busy={busy}
        message={note}
        onClose={onClose}
        form={{ ...REJECTION, title: reject, submit: reject }}
        name={<CallNames calls={calls} />}
        over={false}
        onSubmit={(reason) =>
          run(calls.map(seenOf), (items) => decideCalls({ verdict: "reject", reason, items }))
        }
      />
    );
  return (
    <ApproveTogether
      calls={calls}
      busy={busy}
      note={note}
      onClose={onClose}
      onSubmit={(items, all) =>
        run(items.map(seenOf), (some) => decideCalls({ verdict: "approve", items: some, seen: all }))
      }
    />
  );
}

/** Assigning needs no dialog: it starts at once and shows its progress. */
function ClaimNow({
  busy,
  note,
  onClose,
  start,
}: {
  busy: boolean;
  note: React.ReactNode;
  onClose: () => void;
  start: () => void;
}) {
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    start();
  });
  return (
    <Dialog open onClose={onClose} title="Assigning…" busy={busy}>
      {note}
    </Dialog>
  );
}

function Results({
  act,
  calls,
  outcomes,
  onClose,
}: {
  act: BulkAct;
  calls: readonly SelectedCall[];
  outcomes: readonly Outcome[];
  onClose: () => void;
}) {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const isDone = ({ state }: Outcome) => state === "done" || state === "held";
  const done = outcomes.filter(isDone).length;
  const words = (outcome: Outcome) => {
    if (outcome.state === "done") return DONE[act];
    if (outcome.state === "held") return `${HELD}. Open the call to undo it.`;
    if (outcome.state === "unknown") return "The server did not answer, so this may or may not be recorded.";
    if (outcome.state === "unsent") return "Not sent: the server did not answer for an earlier call.";
    return <ServerMessage text={outcome.message} />;
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${done.toLocaleString("en")} of ${counted(outcomes.length, "call", "calls")} done`}
      footer={
        <Button size="lg" variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul aria-label="Result for each call" className="flex flex-col gap-2">
        {outcomes.map((outcome) => {
          const call = byId.get(outcome.id);
          return (
            <li key={outcome.id} className="flex gap-2 text-sm">
              <Icon name={isDone(outcome) ? "check-circle" : "alert"} className="mt-0.5" />
              <span className="min-w-0 grow">
                {call ? <CallName call={call} /> : null}
                <span className="text-fg-muted">{words(outcome)}</span>
              </span>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
