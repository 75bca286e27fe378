"use client";

import { useState } from "react";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
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
  const [reason, setReason] = useState<DismissReason | null>(null);
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
      fault={reason === null ? "Choose a reason." : null}
      draft={draft}
      onClose={onClose}
      onSubmit={() => reason && void act.run({ id, revision, state: "dismissed", reason, note })}
    >
      <Reasons chosen={reason} onChoose={setReason} />
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

function Reasons({
  chosen,
  onChoose,
}: {
  chosen: DismissReason | null;
  onChoose: (reason: DismissReason) => void;
}) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium text-sm">Reason</legend>
      {DISMISS_REASONS.map((one, index) => (
        <label key={one} className="inline-flex min-h-7 items-center gap-2 text-sm max-sm:min-h-12">
          <input
            type="radio"
            name="reason"
            className="accent-accent"
            data-autofocus={index === 0 ? true : undefined}
            checked={chosen === one}
            onChange={() => onChoose(one)}
          />
          {DISMISS_WORDS[one]}
        </label>
      ))}
    </fieldset>
  );
}
