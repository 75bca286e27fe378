"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextareaField } from "@/components/ui/field";
import { useAct } from "@/components/ui/use-act";
import { muteFinding } from "@/lib/tools/actions";
import { type FindingKey, REASON_MAX } from "@/lib/tools/findings/types";

/** Asks why a finding is to be muted. */
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
  const [reason, setReason] = useState("");
  const act = useAct(muteFinding, {
    onDone: () => {
      onDone();
      onClose();
      router.refresh();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Mute “${title}”?`}
      description="It leaves the lists and counts for everyone until the tool’s next version, which is looked at as a whole again."
      busy={act.pending}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void act.run({ ...finding, reason });
        }}
        className="flex flex-col gap-3"
      >
        <TextareaField
          name="reason"
          data-autofocus
          required
          label="Why"
          hint="Others see it beside the muted finding and in the activity log."
          rows={2}
          maxLength={REASON_MAX}
          value={reason}
          error={act.problem?.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        <ActNotice problem={act.problem} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="lg" onClick={onClose} disabled={act.pending}>
            Go back
          </Button>
          <Button size="lg" type="submit" variant="primary" pending={act.pending} pendingLabel="Muting…">
            Mute
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
