"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { mergeIntents } from "@/lib/intents/acts/actions";
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const others = neighbours.filter((one) => chosen.has(one.id));
  const act = useIntentAct(mergeIntents, {
    tenantId,
    says: () => `${counted(others.length, "intent")} merged into this one.`,
    onDone: onClose,
  });
  const choose = (other: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(other)) next.add(other);
      return next;
    });
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
      disabled={others.length === 0}
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
        legend="Which are for the same thing? The most alike come first; others can be merged in the list."
        kind="checkbox"
        neighbours={neighbours}
        chosen={chosen}
        onChoose={choose}
      />
    </FormDialog>
  );
}
