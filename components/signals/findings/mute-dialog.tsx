"use client";

import { useRouter } from "next/navigation";
import { useDraft } from "@/components/ui/draft/use-draft";
import { TextareaField } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useAct } from "@/components/ui/use-act";
import { muteFinding } from "@/lib/tools/actions";
import { type FindingKey, REASON_MAX } from "@/lib/tools/findings/types";

export function MuteDialog({
  finding,
  title,
  onClose,
  onDone,
}: {
  finding: FindingKey;
  title: string;
  onClose: () => void;
  onDone: () => void;
}) {
  const router = useRouter();
  const draft = useDraft(`mute ${JSON.stringify(finding)}`, { reason: "" });
  const { reason } = draft.value;
  const act = useAct(muteFinding, {
    onDone: () => {
      onDone();
      onClose();
      router.refresh();
    },
  });
  return (
    <FormDialog
      title={`Mute “${title}”?`}
      description="It leaves the lists and counts for everyone until the tool’s next version, which is looked at as a whole again."
      submit="Mute"
      pending={act.pending}
      pendingLabel="Muting…"
      problem={act.problem}
      draft={draft}
      onClose={onClose}
      onSubmit={() => void act.run({ ...finding, reason })}
    >
      <TextareaField
        name="reason"
        data-autofocus
        required
        label="Why"
        hint="Others see it with the muted finding and in the activity log."
        rows={2}
        maxLength={REASON_MAX}
        value={reason}
        error={act.problem?.fields.reason}
        onChange={(event) => draft.set({ reason: event.target.value })}
      />
    </FormDialog>
  );
}
