"use client";

import { useState } from "react";
import { FormDialog } from "@/components/ui/form-dialog";
import { counted } from "@/components/words/counts";
import { moveRationales } from "@/lib/intents/acts/actions";
import type { Neighbour } from "@/lib/intents/detail/types";
import type { PartedFrom } from "./acted-on";
import { OtherIntents } from "./other-intents";
import { useIntentAct } from "./use-intent-act";

/** Asks which intent the selected rationales belong to. */
export function MoveDialog({
  intent: { tenantId, id, revision },
  templateIds,
  neighbours,
  onClose,
  onMoved,
}: {
  intent: PartedFrom;
  templateIds: string[];
  neighbours: readonly Neighbour[];
  onClose: () => void;
  onMoved: () => void;
}) {
  const [to, setTo] = useState<Neighbour | null>(neighbours[0] ?? null);
  const many = counted(templateIds.length, "rationale");
  const act = useIntentAct(moveRationales, {
    tenantId,
    says: () => `${many} moved.`,
    onDone: () => {
      onMoved();
      onClose();
    },
  });
  return (
    <FormDialog
      leave="Cancel"
      title={`Move ${many} to another intent`}
      description="They belong there in every later grouping too."
      submit="Move"
      disabled={to === null}
      pending={act.pending}
      problem={act.problem}
      onSubmit={() => {
        if (to !== null) void act.run({ tenantId, id, revision, templateIds, toId: to.id });
      }}
      onClose={onClose}
    >
      <OtherIntents
        intentId={id}
        legend="Where do they belong? The most alike intents come first."
        kind="radio"
        neighbours={neighbours}
        chosen={to === null ? [] : [to]}
        onChoose={setTo}
      />
    </FormDialog>
  );
}
