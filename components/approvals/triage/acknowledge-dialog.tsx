"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextareaField } from "@/components/ui/field";
import { useToast } from "@/components/ui/toast";
import { type ActResult, useAct } from "@/components/ui/use-act";
import { SETTLING } from "@/components/words/approvals/acknowledge";
import { UNREACHABLE } from "@/components/words/ui";
import type {
  AcknowledgedCall,
  AcknowledgeResult,
  UnacknowledgeResult,
  WrongCall,
} from "@/lib/approvals/triage/types";
import { Said } from "../said";

// Characters of a note, as the server takes it (its schema would bring zod along).
const NOTE_MAX = 500;

export type AcknowledgeActions = {
  settle: (input: {
    items: WrongCall[];
    note?: string;
  }) => Promise<ActResult<{ results: AcknowledgeResult[] }>>;
  unsettle: (input: { items: AcknowledgedCall[] }) => Promise<ActResult<{ results: UnacknowledgeResult[] }>>;
};

/** A call that went wrong, as it was seen, with its name for people. */
export type WrongRow = WrongCall & { headline: string };

type Refused = Extract<AcknowledgeResult, { ok: false }>;

/** Asks for an optional note, marks the calls, and tells of each one that was not marked. */
export function AcknowledgeDialog({
  calls: chosen,
  actions,
  onClose,
  onDone,
}: {
  calls: readonly WrongRow[];
  actions: AcknowledgeActions;
  onClose: () => void;
  /** The calls that were marked. */
  onDone?: (ids: readonly string[]) => void;
}) {
  const router = useRouter();
  const toast = useToast();
  // Exactly what was chosen when the dialog came up, as it was then: what changes while somebody writes is refused.
  const [calls] = useState(chosen);
  const [note, setNote] = useState("");
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);
  const takeBack = async (items: AcknowledgedCall[]) => {
    const answer = await actions.unsettle({ items }).catch(() => null);
    const failed = answer?.ok ? answer.results.find((one) => !one.ok) : null;
    // The press was in the message, so its refusal is told in one.
    if (!answer) toast({ text: UNREACHABLE });
    else if (!answer.ok) toast({ text: answer.message });
    else toast({ text: failed && !failed.ok ? failed.message : SETTLING.undone(items.length) });
    router.refresh();
  };
  const act = useAct(actions.settle, {
    onDone: ({ results }) => {
      const done = results.filter((one) => one.ok);
      if (done.length > 0)
        toast({
          text: SETTLING.done(done.length),
          undo: () => void takeBack(done.map(({ id, acknowledgedAt }) => ({ id, acknowledgedAt }))),
        });
      onDone?.(done.map(({ id }) => id));
      const left = results.filter((one) => !one.ok);
      if (left.length === 0) onClose();
      else setRefused(left);
      router.refresh();
    },
  });
  if (refused) return <NotMarked calls={calls} refused={refused} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={SETTLING.title(calls.length)}
      description={SETTLING.note(calls.length)}
      busy={act.pending}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const items = calls.map(({ id, changedAt }) => ({ id, changedAt }));
          void act.run({ items, note });
        }}
        className="flex flex-col gap-3"
      >
        <TextareaField
          name="note"
          data-autofocus
          label={SETTLING.label}
          hint={SETTLING.hint}
          rows={2}
          maxLength={NOTE_MAX}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <ActNotice problem={act.problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={act.pending}>
            {SETTLING.back}
          </Button>
          <Button
            size="lg"
            type="submit"
            variant="primary"
            pending={act.pending}
            pendingLabel={SETTLING.pending}
          >
            {SETTLING.submit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function NotMarked({
  calls,
  refused,
  onClose,
}: {
  calls: readonly WrongRow[];
  refused: readonly Refused[];
  onClose: () => void;
}) {
  const names = new Map(calls.map((call) => [call.id, call.headline]));
  return (
    <Dialog
      open
      onClose={onClose}
      title={SETTLING.results(calls.length - refused.length, calls.length)}
      footer={
        <Button size="lg" variant="primary" data-autofocus onClick={onClose}>
          {SETTLING.close}
        </Button>
      }
    >
      <ul aria-label={SETTLING.list} className="flex flex-col gap-2 text-sm">
        {refused.map(({ id, message }) => (
          <li key={id} className="min-w-0">
            <span className="block font-medium wrap-anywhere">
              <Said text={names.get(id) ?? id} />
            </span>
            <span className="text-fg-muted">
              <Said text={message} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
