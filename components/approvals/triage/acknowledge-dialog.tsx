"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import { UNREACHABLE } from "@/components/words/ui";
import { acknowledgeCalls, unacknowledgeCalls } from "@/lib/approvals/actions";
import {
  type AcknowledgedCall,
  type AcknowledgeResult,
  NOTE_MAX,
  type WrongCall,
} from "@/lib/approvals/triage/types";
import { CallNames, type NamedCall } from "../call-name";

/** A call that went wrong, as seen, with its name. */
export type WrongRow = WrongCall & NamedCall;

type Refused = Extract<AcknowledgeResult, { ok: false }>;

/** Of several calls the same note is kept, whichever they are. */
const acknowledging = ([first, ...others]: readonly WrongRow[]) =>
  `acknowledge ${others.length > 0 ? "several" : first?.id}`;

const calls = (n: number) => counted(n, "call", "calls");

/** Asks for an optional note, acknowledges the calls and reports each refusal. */
export function AcknowledgeDialog({
  calls: chosen,
  onClose,
  onDone,
}: {
  calls: readonly WrongRow[];
  onClose: () => void;
  /** The calls that were acknowledged. */
  onDone?: (ids: readonly string[]) => void;
}) {
  const router = useRouter();
  // The calls as of opening the dialog. If one changes while the viewer writes, the server refuses
  // it.
  const [asked] = useState(chosen);
  const draft = useDraft(acknowledging(asked), { note: "" });
  const { note } = draft.value;
  const [refused, setRefused] = useState<readonly Refused[] | null>(null);
  const tell = useDoneToast();
  const act = useAct(acknowledgeCalls, {
    onDone: ({ results }) => {
      const done = results.filter((one) => one.ok);
      if (done.length > 0) tell(done.map(({ id, acknowledgedAt }) => ({ id, acknowledgedAt })));
      onDone?.(done.map(({ id }) => id));
      const left = results.filter((one) => !one.ok);
      if (left.length === 0) onClose();
      else setRefused(left);
      router.refresh();
    },
  });
  if (refused) return <NotDone calls={asked} refused={refused} onClose={onClose} />;
  const one = asked.length === 1;
  return (
    <FormDialog
      title={one ? "Acknowledge this call?" : `Acknowledge ${calls(asked.length)}?`}
      description={
        one
          ? "It leaves Needs attention for everyone, and comes back if something else goes wrong with it."
          : "They leave Needs attention for everyone. Each comes back if something else goes wrong with it."
      }
      submit="Acknowledge"
      pending={act.pending}
      pendingLabel="Acknowledging…"
      problem={act.problem}
      draft={draft}
      onClose={onClose}
      onSubmit={() => void act.run({ items: asked.map(({ id, changedAt }) => ({ id, changedAt })), note })}
    >
      <CallNames calls={asked} />
      <TextareaField
        name="note"
        data-autofocus
        label="What was done (optional)"
        hint="Others see it on the call and in its timeline."
        rows={2}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => draft.set({ note: event.target.value })}
      />
    </FormDialog>
  );
}

/** Confirms the acknowledgement with an Undo button; reports a refused undo in the same way. */
function useDoneToast(): (done: AcknowledgedCall[]) => void {
  const router = useRouter();
  const toast = useToast();
  const takeBack = async (items: AcknowledgedCall[]) => {
    const answer = await unacknowledgeCalls({ items }).catch(() => null);
    const failed = answer?.ok ? answer.results.find((one) => !one.ok) : null;
    if (!answer) toast({ text: UNREACHABLE });
    else if (!answer.ok) toast({ text: answer.message });
    else if (failed && !failed.ok) toast({ text: failed.message });
    else if (items.length === 1) toast({ text: "The call needs attention again." });
    else toast({ text: `${calls(items.length)} need attention again.` });
    router.refresh();
  };
  return (done) =>
    toast({
      text: done.length === 1 ? "Acknowledged." : `${calls(done.length)} acknowledged.`,
      undo: () => void takeBack(done),
    });
}

function NotDone({
  calls: asked,
  refused,
  onClose,
}: {
  calls: readonly WrongRow[];
  refused: readonly Refused[];
  onClose: () => void;
}) {
  const names = new Map(asked.map((call) => [call.id, call.headline]));
  const done = asked.length - refused.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        asked.length === 1
          ? "The call was not acknowledged"
          : `${done.toLocaleString("en")} of ${calls(asked.length)} acknowledged`
      }
      footer={
        <Button size="lg" variant="primary" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul aria-label="Calls that were not acknowledged" className="flex flex-col gap-2 text-sm">
        {refused.map(({ id, message }) => (
          <li key={id} className="min-w-0">
            <span className="block font-medium wrap-anywhere">
              <Untrusted>{names.get(id) ?? id}</Untrusted>
            </span>
            <span className="text-fg-muted">
              <Untrusted>{message}</Untrusted>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
