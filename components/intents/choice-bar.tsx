"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { SelectedCount, SelectionFoot } from "@/components/ui/list/selection-foot";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { MARKED_WORDS } from "@/components/words/intents";
import { markIntents, mergeIntents } from "@/lib/intents/acts/actions";
import { type IntentMark, MERGED_MAX, type Review } from "@/lib/intents/acts/types";
import { useChosen } from "./choice";
import { useIntentAct } from "./use-intent-act";

/** The data of an intent that acts on several need. */
export type Choosable = {
  id: string;
  tenantId: string;
  name: string;
  revision: number;
  calls: number;
  pinned: boolean;
  ignored: boolean;
  review: Review;
};

/** Actions on the selected intents of one tenant. */
export function ChoiceBar() {
  const { chosen, clear } = useChosen<Choosable>();
  const all = [...chosen.values()].toSorted((a, b) => b.calls - a.calls);
  const [first, ...others] = all;
  if (!first) return null;
  return (
    <SelectionFoot label="Selected intents">
      <SelectedCount count={all.length} onClear={clear} />
      {others.every(({ tenantId }) => tenantId === first.tenantId) ? (
        <Acts first={first} others={others} onDone={clear} />
      ) : (
        <p className="text-sm">They belong to several tenants. Select intents of one tenant.</p>
      )}
    </SelectionFoot>
  );
}

type Acting = { first: Choosable; others: readonly Choosable[]; onDone: () => void };

const seen = ({ id, revision }: Choosable) => ({ id, revision });

function Acts({ first, others, onDone }: Acting) {
  const { tenantId } = first;
  const all = [first, ...others];
  const merge = useIntentAct(mergeIntents, {
    tenantId,
    says: () => `${counted(others.length, "intent")} merged into “${first.name}”.`,
    onDone,
  });
  const mark = useIntentAct(markIntents, {
    tenantId,
    says: ({ actIds, mark: set }) => `${counted(actIds.length, "intent")}: ${MARKED_WORDS[set].done}.`,
    onDone,
  });
  const busy = merge.pending || mark.pending;
  const marking = (key: string, set: IntentMark) => (
    <Button
      size="sm"
      data-key={key}
      disabled={busy}
      onClick={() => void mark.run({ tenantId, mark: set, intents: all.map(seen) })}
    >
      {MARKED_WORDS[set].verb}
    </Button>
  );
  const fits = others.length > 0 && others.length <= MERGED_MAX;
  return (
    <>
      <ActNotice problem={mark.problem ?? merge.problem} />
      <div className="flex flex-wrap items-center gap-2">
        {all.every(({ review }) => review !== "open")
          ? marking("intent-reopen", "open")
          : marking("intent-reviewed", "reviewed")}
        {marking("intent-pin", all.every(({ pinned }) => pinned) ? "unpinned" : "pinned")}
        {marking("intent-ignore", all.every(({ ignored }) => ignored) ? "unignored" : "ignored")}
        <Button
          size="sm"
          data-key="intent-merge"
          disabled={!fits || busy}
          pending={merge.pending}
          pendingLabel="Merging…"
          onClick={() => void merge.run({ tenantId, ...seen(first), others: others.map(seen) })}
        >
          Merge
        </Button>
        <p className="min-w-0 flex-1 basis-56 text-fg-muted text-xs wrap-anywhere">
          <MergeNote first={first} others={others.length} />
        </p>
      </div>
    </>
  );
}

function MergeNote({ first, others }: { first: Choosable; others: number }) {
  if (others === 0) return "Select another one to merge the two.";
  if (others > MERGED_MAX) return `At most ${MERGED_MAX} can be merged into one.`;
  return (
    <>
      Merge makes them part of “<Untrusted>{first.name}</Untrusted>”, which has most calls.
    </>
  );
}
