"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { mergeIntents } from "@/lib/intents/acts/actions";
import { MERGED_MAX } from "@/lib/intents/acts/types";
import type { Neighbour } from "@/lib/intents/detail/types";
import type { ActedOn } from "./acted-on";
import { OtherIntents } from "./other-intents";
import { useIntentAct } from "./use-intent-act";

/** Asks which other intents are for the same thing. */
export function MergeDialog({
  intent,
  neighbours,
  onClose,
}: {
  intent: ActedOn;
  neighbours: readonly Neighbour[];
  onClose: () => void;
}) {
  const { tenantId, id, revision, name } = intent;
  const [others, setOthers] = useState<readonly Neighbour[]>([]);
  const act = useIntentAct(mergeIntents, {
    tenantId,
    says: () => `${counted(others.length, "intent")} merged into this one.`,
    onDone: onClose,
  });
  const choose = (other: Neighbour) =>
    setOthers((now) =>
      now.some((one) => one.id === other.id) ? now.filter((one) => one.id !== other.id) : [...now, other],
    );
  return (
    <FormDialog
      leave="Cancel"
      title={
        <>
          Merge into “<Untrusted>{name}</Untrusted>”
        </>
      }
      description="Their rationales belong to this one, in every later grouping too. Links to them lead here."
      submit="Merge"
      disabled={others.length === 0 || others.length > MERGED_MAX}
      pending={act.pending}
      problem={act.problem}
      onSubmit={() =>
        void act.run({
          ...{ tenantId, id, revision },
          others: others.map((one) => ({ id: one.id, revision: one.revision })),
        })
      }
      onClose={onClose}
    >
      <OtherIntents
        intentId={id}
        legend="Which are for the same thing? The most alike come first."
        kind="checkbox"
        neighbours={neighbours}
        chosen={others}
        onChoose={choose}
      />
    </FormDialog>
  );
}
