"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { useRefresh } from "@/components/ui/use-refresh";
import { UNREACHABLE } from "@/components/words/ui";
import { rateAsSuggested, takeBackRating } from "@/lib/signals/suggestions/actions";
import type { ReRatingOffer } from "@/lib/signals/suggestions/re-rating";
import type { RatedAsSuggested } from "@/lib/signals/suggestions/types";
import type { EffectiveRisk, Rating } from "@/lib/tools/rating";
import { offeredId } from "./offered-id";
import { rateWords } from "./suggestion-words";

const ratingOf = ({ risk, requiresConfirmation }: Rating | EffectiveRisk): Rating => ({
  risk,
  requiresConfirmation,
});

/** Accepts the suggestion and rates the tool with one press. A second press undoes both. */
export function RateAsSuggested({
  id,
  revision,
  offer: { to, seen, before, after },
}: {
  id: string;
  revision: number;
  offer: ReRatingOffer;
}) {
  const { refresh, refreshing } = useRefresh();
  const toast = useToast();
  const undo = async (done: RatedAsSuggested) => {
    const back = { id, revision: done.revision, to: seen, seen: to, version: done.was ?? undefined };
    const answer = await takeBackRating(back).catch(() => null);
    toast({
      text: answer?.ok
        ? "The earlier rating is back, and the suggestion is open again."
        : (answer?.message ?? UNREACHABLE),
    });
    refresh();
  };
  const act = useAct(rateAsSuggested, {
    onDone: (done) => {
      const future = after.requiresConfirmation
        ? "New calls wait for a person."
        : "New calls run without a person.";
      toast({ text: `Rated ${RISK_WORDS[to.risk]}. ${future}`, undo: () => void undo(done) });
      refresh();
    },
  });
  return (
    <>
      <Button
        size="sm"
        aria-describedby={offeredId(id)}
        pending={act.pending || refreshing}
        pendingLabel="Recording…"
        onClick={() =>
          void act.run({
            id,
            revision,
            to,
            seen: seen && ratingOf(seen),
            before: ratingOf(before),
            after: ratingOf(after),
          })
        }
      >
        {rateWords({ to })}
      </Button>
      <ActNotice problem={act.problem} />
    </>
  );
}
