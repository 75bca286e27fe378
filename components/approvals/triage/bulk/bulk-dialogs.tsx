"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Icon } from "@/components/ui/icon";
import { BULK, BULK_REJECT, BULK_RESULT } from "@/components/words/approvals/bulk";
import { REASONS } from "@/components/words/approvals/reasons";
import type { SeenCall } from "@/lib/approvals/queue/types";
import { ServerMessage } from "../../decide/notice";
import { ReasonDialog } from "../../decide/reason-dialog";
import { Said } from "../../said";
import { ApproveTogether } from "./approve-together";
import type { BulkAct } from "./bulk-bar";
import { type BulkActions, type Outcome, runTogether } from "./run-together";
import type { SelectedCall, Selection } from "./selection";

const seen = ({ id, revision, argumentsSha256 }: SeenCall): SeenCall => ({ id, revision, argumentsSha256 });

/** The dialogs of a selection: what will be done, how far it is, and what became of each call. */
export function BulkDialogs({
  act,
  selection,
  actions,
  onClose,
  onDone,
}: {
  act: BulkAct;
  selection: Selection;
  actions: BulkActions;
  onClose: () => void;
  onDone: (outcomes: readonly Outcome[]) => void;
}) {
  // Exactly what was selected when the dialog came up: nothing joins or leaves while somebody reads.
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
      {BULK_RESULT.progress(progress, calls.length)}
    </p>
  ) : null;

  if (outcomes) return <Results act={act} calls={calls} outcomes={outcomes} onClose={onClose} />;
  if (act === "claim")
    return (
      <ClaimNow
        busy={busy}
        note={note}
        onClose={onClose}
        start={() =>
          run(
            calls.map(({ id }) => ({ id })),
            (some) => actions.assignMany({ ids: some.map((one) => one.id) }),
          )
        }
      />
    );
  if (act === "reject")
    return (
      <ReasonDialog
        open
        busy={busy}
        message={note}
        onClose={onClose}
        form={{
          title: BULK_REJECT.title(calls.length),
          note: REASONS.rejectNote,
          label: REASONS.rejectText,
          submit: BULK_REJECT.submit(calls.length),
          presets: REASONS.presets,
          required: true,
        }}
        onSubmit={(reason) =>
          run(calls.map(seen), (items) => actions.decideMany({ verdict: "reject", reason, items }))
        }
      />
    );
  return (
    <ApproveTogether
      calls={calls}
      read={actions.readMany}
      busy={busy}
      note={note}
      onClose={onClose}
      onSubmit={(items) =>
        run(items.map(seen), (some) => actions.decideMany({ verdict: "approve", items: some }))
      }
    />
  );
}

/** Claiming asks nothing: it starts at once and shows how far it is. */
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
    <Dialog open onClose={onClose} title={BULK.claiming} busy={busy}>
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
  const names = new Map(calls.map((call) => [call.id, call.headline]));
  const done = outcomes.filter((one) => one.state === "done").length;
  const words = (outcome: Outcome) => {
    if (outcome.state === "done") return BULK_RESULT.done[act];
    if (outcome.state === "unknown") return BULK_RESULT.unreachable;
    if (outcome.state === "unsent") return BULK_RESULT.notSent;
    return <ServerMessage text={outcome.message} />;
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={BULK_RESULT.title(done, outcomes.length)}
      footer={
        <Button size="lg" variant="primary" data-autofocus onClick={onClose}>
          {BULK_RESULT.close}
        </Button>
      }
    >
      <ul aria-label={BULK_RESULT.list} className="flex flex-col gap-2">
        {outcomes.map((outcome) => (
          <li key={outcome.id} className="flex gap-2 text-sm">
            <Icon name={outcome.state === "done" ? "check-circle" : "alert"} className="mt-0.5" />
            <span className="min-w-0">
              <span className="block font-medium wrap-anywhere">
                <Said text={names.get(outcome.id) ?? outcome.id} />
              </span>
              <span className="text-fg-muted">{words(outcome)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
