"use client";

import { useDraft } from "@/components/ui/draft/use-draft";
import { TextField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { revealedText } from "@/lib/core/text/reveal";
import { renameIntent } from "@/lib/intents/acts/actions";
import { INTENT_NAME_MAX } from "@/lib/intents/acts/types";
import type { ActedOn } from "./acted-on";
import { useIntentAct } from "./use-intent-act";

/** Asks for a name, which grouping runs keep. */
export function RenameDialog({ intent, onClose }: { intent: ActedOn; onClose: () => void }) {
  const { tenantId, id, revision, groupedName } = intent;
  const draft = useDraft(`rename ${id}`, { name: intent.name });
  const { name } = draft.value;
  const act = useIntentAct(renameIntent, {
    tenantId,
    says: () => (name.trim() === "" ? "It has the name of the grouping again." : "Renamed."),
    onDone: onClose,
  });
  return (
    <FormDialog
      leave="Cancel"
      title="Rename the intent"
      description="The name stays in every later grouping."
      submit="Rename"
      draft={draft}
      pending={act.pending}
      problem={act.problem}
      onSubmit={() => void act.run({ tenantId, id, revision, name })}
      onClose={onClose}
    >
      <TextField
        name="name"
        label="Name"
        hint={`Leave it empty for the name that the grouping gives: ${revealedText(groupedName)}`}
        maxLength={INTENT_NAME_MAX}
        value={name}
        data-autofocus
        error={act.problem?.fields.name}
        onChange={({ target }) => draft.set({ name: target.value })}
      />
    </FormDialog>
  );
}
