"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { recordOutcome } from "@/lib/approvals/actions";
import { REASON_MAX } from "@/lib/approvals/types";
import { CallNames, type NamedCall } from "../call-name";

/** Asks how the viewer knows, and records that an unknown call ran or did not. */
export function OutcomeDialog({
  call,
  ran,
  replaces,
  onClose,
}: {
  call: NamedCall;
  ran: boolean;
  /** When the record was made that this one corrects. */
  replaces: Date | null;
  onClose: () => void;
}) {
  const router = useRouter();
  const toast = useToast();
  const draft = useDraft(`outcome ${call.id}`, { note: "" });
  const { note } = draft.value;
  const [missing, setMissing] = useState(false);
  const act = useAct(recordOutcome, {
    onDone: () => {
      toast({ text: ran ? "Recorded that the call ran." : "Recorded that the call did not run." });
      onClose();
      router.refresh();
    },
  });
  return (
    <FormDialog
      title={ran ? "Record that this call ran?" : "Record that this call did not run?"}
      description={`The same call no longer waits because of this one, and the agent learns that it ${ran ? "ran" : "did not run"}.`}
      submit="Record"
      pending={act.pending}
      pendingLabel="Recording…"
      problem={act.problem}
      draft={draft}
      onClose={onClose}
      onSubmit={() => {
        if (note.trim() === "") setMissing(true);
        else void act.run({ id: call.id, ran, note, replaces });
      }}
    >
      <CallNames calls={[call]} />
      <TextareaField
        name="note"
        data-autofocus
        label="How you know"
        hint="The agent and others read it."
        error={missing && note.trim() === "" ? "Say how you know." : undefined}
        rows={2}
        maxLength={REASON_MAX}
        value={note}
        onChange={(event) => draft.set({ note: event.target.value })}
      />
    </FormDialog>
  );
}
