"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { SelectionFoot } from "@/components/ui/list/selection-foot";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { mergeIntents } from "@/lib/intents/acts/actions";
import { MERGED_MAX } from "@/lib/intents/acts/types";
import { useChosen } from "./choice";
import { useIntentAct } from "./use-intent-act";

/** The data of an intent that a merge needs. */
export type Mergeable = { id: string; tenantId: string; name: string; revision: number; calls: number };

/** Actions on the selected intents. Those of one tenant merge into the one with most calls. */
export function MergeBar() {
  const { chosen, clear } = useChosen<Mergeable>();
  const all = [...chosen.values()].toSorted((a, b) => b.calls - a.calls);
  const [into, ...others] = all;
  const act = useIntentAct(mergeIntents, {
    tenantId: into?.tenantId ?? "",
    says: () => `${counted(others.length, "intent")} merged into “${into?.name ?? ""}”.`,
    onDone: clear,
  });
  if (!into) return null;
  const oneTenant = others.every(({ tenantId }) => tenantId === into.tenantId);
  const fits = others.length > 0 && others.length <= MERGED_MAX && oneTenant;
  return (
    <SelectionFoot label="Selected intents">
      <ActNotice problem={act.problem} />
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="min-w-0 flex-1 basis-56 text-sm wrap-anywhere">
          {others.length === 0 ? (
            "1 selected. Select another one to merge the two."
          ) : oneTenant ? (
            <>
              {counted(all.length, "intent")} selected. They become part of “
              <Untrusted>{into.name}</Untrusted>”, which has most calls.
            </>
          ) : (
            "Only intents of one tenant can be merged."
          )}
          {others.length > MERGED_MAX && ` At most ${MERGED_MAX} can be merged into one.`}
        </p>
        <Button size="sm" onClick={clear} data-key="close">
          Clear
        </Button>
        <Button
          size="sm"
          variant="primary"
          data-key="intent-merge"
          disabled={!fits}
          pending={act.pending}
          pendingLabel="Merging…"
          onClick={() =>
            void act.run({
              ...{ tenantId: into.tenantId, id: into.id, revision: into.revision },
              others: others.map(({ id, revision }) => ({ id, revision })),
            })
          }
        >
          Merge
        </Button>
      </div>
    </SelectionFoot>
  );
}
