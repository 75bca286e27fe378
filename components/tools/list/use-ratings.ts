"use client";

import { useState } from "react";
import { useToast } from "@/components/ui/toast";
import { type ActProblem, useAct } from "@/components/ui/use-act";
import { counted } from "@/components/words/counts";
import type { RiskWord } from "@/lib/core/risk";
import { rateTools } from "@/lib/tools/actions";
import { planRating, type RatingPlan, withOverride } from "@/lib/tools/rating";
import type { RatedTool, RatingChange } from "@/lib/tools/types";
import type { ListedTool } from "./catalogue-row";
import { leftAlone, ratedWords } from "./rating-words";

/** A chosen rating: shown, then saved or discarded. */
type Pick = { risk: RiskWord | null; plan: RatingPlan };

export type Ratings = {
  rows: ListedTool[];
  pick: Pick | null;
  choose: (tools: readonly ListedTool[], risk: RiskWord | null) => void;
  drop: () => void;
  apply: () => Promise<boolean>;
  pending: boolean;
  problem: ActProblem | null;
  /** What was skipped, in words. */
  notice: string | null;
  /** Ids this page changed, so that its own changes are not news. */
  own: ReadonlySet<string>;
};

const isRated = ({ outcome }: RatedTool) => outcome === "rated";

/** The rows with this page's ratings applied. They keep their places until the next read. */
function useRatedRows(given: readonly ListedTool[], tenantId: string | null) {
  const [read, setRead] = useState(given);
  const [overrides, setOverrides] = useState<ReadonlyMap<string, RatedTool["override"]>>(new Map());
  if (read !== given) {
    setRead(given);
    setOverrides(new Map());
  }
  return {
    rows: given.map((row) => {
      const override = overrides.get(row.id);
      return override === undefined
        ? row
        : { ...row, standing: withOverride(row.standing, tenantId, override) };
    }),
    own: new Set(overrides.keys()),
    take: (results: readonly RatedTool[]) => {
      const known = results.filter(({ outcome }) => outcome !== "gone");
      setOverrides(
        (before) => new Map([...before, ...known.map((one) => [one.toolId, one.override] as const)]),
      );
    },
  };
}

/** Rating tools: choose, preview, save, undo. */
export function useRatings(given: readonly ListedTool[], tenantId: string | null): Ratings {
  const { rows, own, take } = useRatedRows(given, tenantId);
  const [pick, setPick] = useState<Pick | null>(null);
  const [notice, setNotice] = useState<string | null>(null);
  const toast = useToast();
  const act = useAct(rateTools);

  const record = async (changes: readonly RatingChange[], undo: boolean) => {
    const result = await act.run({ tenantId, changes, undo });
    if (!result?.ok) return null;
    take(result.rated);
    setNotice(leftAlone(result.rated));
    return result.rated.filter(isRated);
  };
  const takeBack = async (changes: readonly RatingChange[]) => {
    const undone = await record(changes, true);
    if (undone && undone.length > 0) toast({ text: `${counted(undone.length, "rating")} restored.` });
  };
  const apply = async () => {
    const done = pick && (await record(pick.plan.changes, false));
    if (!done) return false;
    const seen = new Map(pick.plan.changes.map((change) => [change.toolId, change.seen ?? null]));
    const back = done.map(({ toolId, override, was }) => ({
      toolId,
      to: seen.get(toolId) ?? null,
      seen: override,
      version: was ?? undefined,
    }));
    setPick(null);
    if (done.length > 0) toast({ text: ratedWords(done.length, pick.risk), undo: () => void takeBack(back) });
    return true;
  };
  const choose = (tools: readonly ListedTool[], risk: RiskWord | null) => {
    setNotice(null);
    act.clear();
    setPick({ risk, plan: planRating(tools, tenantId, risk) });
  };
  const drop = () => {
    act.clear();
    setPick(null);
  };
  return { rows, own, pick, notice, choose, drop, apply, pending: act.pending, problem: act.problem };
}
