"use client";

import { useState } from "react";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { NumberedChoices } from "@/components/ui/numbered-choices";
import { Untrusted } from "@/components/ui/text/untrusted";
import { useAct } from "@/components/ui/use-act";
import { judgeSuggestion } from "@/lib/signals/suggestions/actions";
import {
  DISMISS_REASONS,
  type DismissReason,
  type Judged,
  SUGGESTION_NOTE_MAX,
} from "@/lib/signals/suggestions/types";
import { DISMISS_WORDS, type JudgedSuggestion } from "./suggestion-words";

type Props = { suggestion: JudgedSuggestion; onClose: () => void; onDone: (done: Judged) => void };

export function DismissDialog({ suggestion, onClose, onDone }: Props) {
  const { id, revision, title } = suggestion;
  const [reason, setReason] = useState<DismissReason>(DISMISS_REASONS[0]);
  const draft = useDraft(`dismiss ${id}`, { note: "" });
  const { note } = draft.value;
  const act = useAct(judgeSuggestion, {
    onDone: (done) => {
      onClose();
      onDone(done);
    },
  });
  return (
    <FormDialog
      title={
        <>
          Dismiss “<Untrusted>{title}</Untrusted>”?
        </>
      }
      description="It stays away until twice as much speaks for it."
      submit="Dismiss"
      pending={act.pending}
      pendingLabel="Dismissing…"
      problem={act.problem}
      draft={draft}
      onClose={onClose}
      onSubmit={() => void act.run({ id, revision, state: "dismissed", reason, note })}
    >
      <NumberedChoices
        legend="Reason"
        name="reason"
        options={DISMISS_REASONS.map((value) => ({ value, label: DISMISS_WORDS[value] }))}
        chosen={reason}
        onChoose={setReason}
      />
      <TextareaField
        name="note"
        label={reason === "other" ? "Why" : "Note (optional)"}
        hint="Others see it with the dismissed suggestion and in the activity log."
        rows={2}
        maxLength={SUGGESTION_NOTE_MAX}
        value={note}
        error={act.problem?.fields.note}
        onChange={({ target }) => draft.set({ note: target.value })}
      />
    </FormDialog>
  );
}
