"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useLiveStatus } from "@/components/shell/live/status";
import { Button } from "@/components/ui/button";
import { openedPart } from "@/components/ui/lazy-part";
import { SelectedCount, SelectionFoot } from "@/components/ui/list/selection-foot";
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
  /** Called when a dialog opens or closes. */
  onOpen: (open: boolean) => void;
  onSnooze: () => void;
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
    <SelectionFoot label="Selected calls" keys={false}>
      <SelectedCount count={selection.size} onClear={onClear} />
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
    </SelectionFoot>
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
