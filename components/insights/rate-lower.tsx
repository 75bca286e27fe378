"use client";

import { ActNotice } from "@/components/ui/act-notice";
import { Button } from "@/components/ui/button";
import { RISK_WORDS } from "@/components/ui/risk-mark";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { useRefresh } from "@/components/ui/use-refresh";
import { lessGuardedWords } from "@/components/words/tools";
import { UNREACHABLE } from "@/components/words/ui";
import type { ReRatingOffer } from "@/lib/signals/suggestions/re-rating";
import { rateTools } from "@/lib/tools/actions";
import type { Rating } from "@/lib/tools/rating";
import type { Override } from "@/lib/tools/types";

const ratingOf = ({ risk, requiresConfirmation }: Rating): Rating => ({ risk, requiresConfirmation });

const STALE = "Another administrator rated the tool meanwhile. Nothing was changed; read the page again.";

/**
 * Rates a tool one step lower for the tenant whose calls were approved at once. A second press
 * undoes it.
 */
export function RateLower({
  tenantId,
  toolId,
  offer,
  describedBy,
}: {
  tenantId: string;
  toolId: string;
  offer: ReRatingOffer;
  /** The id of the text that describes the effect. */
  describedBy: string;
}) {
  const { to, seen, before, after } = offer;
  const { refresh, refreshing } = useRefresh();
  const toast = useToast();
  const rate = (change: { to: Override; seen: Override; version?: number }, undo = false) =>
    rateTools({ tenantId, changes: [{ toolId, ...change }], undo });
  const takeBack = async (version: number | null) => {
    const back = { to: seen && ratingOf(seen), seen: ratingOf(to), version: version ?? undefined };
    const answer = await rate(back, true).catch(() => null);
    const done = answer?.ok && answer.rated[0]?.outcome === "rated";
    const problem = answer === null ? UNREACHABLE : answer.ok ? STALE : answer.message;
    toast({ text: done ? "The earlier rating is back." : problem });
    refresh();
  };
  const act = useAct((_: null) => rate({ to, seen: seen && ratingOf(seen) }), {
    onDone: ({ rated: [one] }) => {
      if (one?.outcome === "rated") {
        const weaker = lessGuardedWords(after, before);
        toast({ text: `Rated ${RISK_WORDS[to.risk]}. ${weaker ?? ""}`, undo: () => void takeBack(one.was) });
      } else toast({ text: STALE });
      refresh();
    },
  });
  return (
    <>
      <Button
        size="sm"
        aria-describedby={describedBy}
        pending={act.pending || refreshing}
        pendingLabel="Recording…"
        onClick={() => void act.run(null)}
      >
        Rate it {RISK_WORDS[to.risk]}
      </Button>
      <ActNotice problem={act.problem} />
    </>
  );
}
