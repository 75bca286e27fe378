"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useLiveStatus } from "@/components/shell/live/status";
import { Button, IconButton } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { BULK_APPROVE_MAX } from "@/lib/approvals/triage/types";
import type { WrongRow } from "../acknowledge-dialog";
import type { BulkAct, Outcome } from "./run-together";
import { whyNotTogether, wrongOf } from "./selected";
import type { Selection } from "./selection";

const BulkDialogs = openedPart(() => import("./bulk-dialogs").then((part) => part.BulkDialogs));
const AcknowledgeDialog = openedPart(() =>
  import("../acknowledge-dialog").then((part) => part.AcknowledgeDialog),
);

const WHY_NOT = {
  critical: "Critical calls are approved one by one.",
  tools: "Only calls of the same tool can be approved together.",
  many: `At most ${BULK_APPROVE_MAX} calls can be approved together, because you have to read every difference.`,
};

/** What can be done with the selected calls. Approving says why it is off. */
export function BulkBar({
  selection,
  onOpen,
  onSnooze,
  onDone,
  onClear,
}: {
  selection: Selection;
  /** A dialog came up, or was closed. */
  onOpen: (open: boolean) => void;
  onSnooze: () => void;
  /** The outcomes of an act; those done leave the selection. */
  onDone: (outcomes: readonly Outcome[]) => void;
  onClear: () => void;
}) {
  const router = useRouter();
  const [act, begin] = useState<BulkAct | null>(null);
  const [settling, setSettling] = useState<readonly WrongRow[] | null>(null);
  const setAct = (next: BulkAct | null) => {
    begin(next);
    onOpen(next !== null);
  };
  const wrong = wrongOf(selection);
  const why = wrong.length > 0 ? null : whyNotTogether(selection);
  return (
    <section
      aria-label="Selected calls"
      className="sticky bottom-0 max-lg:bottom-(--toasts) z-10 flex flex-col gap-1.5 border-border border-t bg-surface px-3.5 py-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      <Count n={selection.size} onClear={onClear} />
      <div className="flex flex-wrap gap-1.5 max-md:[&>button]:min-h-12 max-sm:[&>button]:grow max-sm:[&_svg]:hidden">
        {wrong.length > 0 || settling ? (
          <Button
            size="sm"
            icon="check-circle"
            onClick={() => {
              setSettling(wrong);
              onOpen(true);
            }}
          >
            Acknowledge…
          </Button>
        ) : (
          <DecideButtons why={why} setAct={setAct} onSnooze={onSnooze} />
        )}
      </div>
      {why ? <p className="text-fg-muted text-xs">{WHY_NOT[why]}</p> : null}
      {settling ? (
        <AcknowledgeDialog
          calls={settling}
          onClose={() => {
            setSettling(null);
            onOpen(false);
          }}
          onDone={(ids) => onDone(ids.map((id) => ({ id, state: "done", message: "" })))}
        />
      ) : null}
      {act ? (
        <BulkDialogs
          act={act}
          selection={selection}
          onClose={() => setAct(null)}
          onDone={(outcomes) => {
            onDone(outcomes);
            router.refresh();
          }}
        />
      ) : null}
    </section>
  );
}

function Count({ n, onClear }: { n: number; onClear: () => void }) {
  return (
    <div className="flex items-center justify-between">
      <span role="status" className="font-medium text-sm">
        {n.toLocaleString("en")} selected
      </span>
      <IconButton
        icon="x-circle"
        size="sm"
        label="Clear the selection"
        data-key="close"
        onClick={onClear}
        className="max-md:size-12"
      />
    </div>
  );
}

function DecideButtons({
  why,
  setAct,
  onSnooze,
}: {
  why: string | null;
  setAct: (act: BulkAct) => void;
  onSnooze: () => void;
}) {
  const { connected } = useLiveStatus();
  return (
    <>
      <Button size="sm" icon="check" disabled={why !== null || !connected} onClick={() => setAct("approve")}>
        Approve…
      </Button>
      <Button size="sm" icon="x" onClick={() => setAct("reject")}>
        Reject…
      </Button>
      <Button size="sm" icon="snooze" onClick={onSnooze}>
        Snooze…
      </Button>
      <Button size="sm" icon="user" onClick={() => setAct("assign")}>
        Assign to me
      </Button>
    </>
  );
}
