"use client";

import { useRouter } from "next/navigation";
import { lazy, Suspense, useState } from "react";
import { useLiveStatus } from "@/components/shell/live/status";
import { Button, IconButton } from "@/components/ui/button";
import { ACKNOWLEDGE } from "@/components/words/approvals/acknowledge";
import { BULK } from "@/components/words/approvals/bulk";
import type { AcknowledgeActions, WrongRow } from "../acknowledge-dialog";
import type { BulkActions, Outcome } from "./run-together";
import { BULK_APPROVE_MAX, whyNotTogether, wrongOf } from "./selected";
import type { Selection } from "./selection";

const BulkDialogs = lazy(async () => {
  const { BulkDialogs: dialogs } = await import("./bulk-dialogs");
  return { default: dialogs };
});

const AcknowledgeDialog = lazy(async () => ({
  default: (await import("../acknowledge-dialog")).AcknowledgeDialog,
}));

export type BulkAct = "approve" | "reject" | "claim";

/** What can be done with the selected calls. Approving says why it is off. */
export function BulkBar({
  selection,
  actions,
  onOpen,
  onSnooze,
  onDone,
  onClear,
}: {
  selection: Selection;
  actions: BulkActions & AcknowledgeActions;
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
      aria-label={BULK.bar}
      className="sticky bottom-0 z-10 flex flex-col gap-1.5 border-border border-t bg-surface px-3.5 py-2.5 max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      <div className="flex items-center justify-between">
        <span role="status" className="font-medium text-sm">
          {BULK.selected(selection.size)}
        </span>
        <IconButton
          icon="x-circle"
          size="sm"
          label={BULK.clear}
          onClick={onClear}
          className="max-md:size-12"
        />
      </div>
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
            {ACKNOWLEDGE.verb}
          </Button>
        ) : (
          <DecideButtons why={why} setAct={setAct} onSnooze={onSnooze} />
        )}
      </div>
      {why ? (
        <p className="text-fg-muted text-xs">
          {why === "many" ? BULK.whyNot.many(BULK_APPROVE_MAX) : BULK.whyNot[why]}
        </p>
      ) : null}
      {settling ? (
        <Suspense fallback={null}>
          <AcknowledgeDialog
            calls={settling}
            actions={actions}
            onClose={() => {
              setSettling(null);
              onOpen(false);
            }}
            onDone={(ids) => onDone(ids.map((id) => ({ id, state: "done", message: "" })))}
          />
        </Suspense>
      ) : null}
      {act ? (
        <Suspense fallback={null}>
          <BulkDialogs
            act={act}
            selection={selection}
            actions={actions}
            onClose={() => setAct(null)}
            onDone={(outcomes) => {
              onDone(outcomes);
              router.refresh();
            }}
          />
        </Suspense>
      ) : null}
    </section>
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
        {BULK.approve}
      </Button>
      <Button size="sm" icon="x" onClick={() => setAct("reject")}>
        {BULK.reject}
      </Button>
      <Button size="sm" icon="snooze" onClick={onSnooze}>
        {BULK.snooze}
      </Button>
      <Button size="sm" icon="user" onClick={() => setAct("claim")}>
        {BULK.claim}
      </Button>
    </>
  );
}
