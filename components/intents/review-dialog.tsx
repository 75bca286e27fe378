"use client";

import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { reviewIntent } from "@/lib/intents/acts/actions";
import { REVIEW_NOTE_MAX, type Review } from "@/lib/intents/acts/types";
import type { ActedOn } from "./acted-on";
import { useIntentAct } from "./use-intent-act";

const WORDS: Record<Exclude<Review, "open">, { title: string; description: string; submit: string }> = {
  reviewed: {
    title: "Mark the intent reviewed",
    description: "You looked at it. The page then says how many calls came since.",
    submit: "Mark reviewed",
  },
  actioned: {
    title: "Mark the intent actioned",
    description: "Something was done about it: a tool, a cheatsheet, a policy. Say what.",
    submit: "Mark actioned",
  },
};

/** Asks for a note on what was found or done. */
export function ReviewDialog({
  intent,
  review,
  onClose,
}: {
  intent: ActedOn;
  review: Exclude<Review, "open">;
  onClose: () => void;
}) {
  const { tenantId, id, revision } = intent;
  const draft = useDraft(`${review} ${id}`, { note: "" });
  const { note } = draft.value;
  const { submit, ...words } = WORDS[review];
  const act = useIntentAct(reviewIntent, { tenantId, says: () => `Marked ${review}.`, onDone: onClose });
  return (
    <FormDialog
      leave="Cancel"
      {...words}
      submit={submit}
      pending={act.pending}
      problem={act.problem}
      onSubmit={() => void act.run({ tenantId, id, revision, review, note })}
      draft={draft}
      onClose={onClose}
    >
      <TextareaField
        name="note"
        label="Note (optional)"
        hint="Others see it on the intent's page and in the activity log."
        rows={3}
        maxLength={REVIEW_NOTE_MAX}
        value={note}
        data-autofocus
        error={act.problem?.fields.note}
        onChange={({ target }) => draft.set({ note: target.value })}
      />
    </FormDialog>
  );
}
