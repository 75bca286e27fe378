import type { RiskWord } from "@/lib/core/risk";
import type { RuleRating } from "../by-rule/types";
import { alwaysWaits, compareRisk, guardsLess, type Rating, resolveRisk } from "../rating";

/** What a registration makes of a tool's own rating: what holds from now on, and what waits for an administrator. */
export type Registered = { holds: Rating; proposed: Rating | null };

/**
 * A registration may raise what holds, never lower it: of a rating that would lower anything only its stricter halves hold, and
 * the whole of it is a proposal. Where a rule rates the tool, it must lower neither what the rule says nor what would hold without.
 */
export function registeredRating(before: Rating, asked: Rating, rule: RuleRating | null): Registered {
  if (!lowers(before, asked, null) && !lowers(before, asked, rule)) return { holds: asked, proposed: null };
  const asks = before.requiresConfirmation === true || asked.requiresConfirmation === true;
  return {
    holds: {
      risk: stricterRisk(before.risk, asked.risk, rule),
      requiresConfirmation: asks ? true : before.requiresConfirmation,
    },
    proposed: asked,
  };
}

// Whatever people or a call may say besides that leaves a part of the answer to the tool's own rating.
const BESIDE = ([null, "low", "medium"] as const).flatMap((override) =>
  ([null, "low", "medium"] as const).map((requestRisk) => ({
    override: override && { risk: override, requiresConfirmation: null },
    tenantOverride: null,
    requestRisk,
  })),
);

/** Whether some call would be guarded less under the one rating than under the other, beside what a rule says. */
export function lowers(before: Rating, after: Rating, rule: RuleRating | null): boolean {
  return BESIDE.some((beside) =>
    guardsLess(
      resolveRisk({ ...beside, rule, catalogue: after }),
      resolveRisk({ ...beside, rule, catalogue: before }),
    ),
  );
}

/** Whether some call of a new tool is guarded less than before its gateway listed it, when there was only its name. */
export function lowersUnknown(
  holds: Rating,
  { rule, byName }: { rule: RuleRating | null; byName: RuleRating | null },
): boolean {
  return BESIDE.some((beside) =>
    guardsLess(
      resolveRisk({ ...beside, rule, catalogue: holds }),
      resolveRisk({ ...beside, rule: byName, catalogue: null }),
    ),
  );
}

/** What nobody rated waits: only a rating that always waits is stricter, and no milder than a rule's. */
function stricterRisk(
  before: RiskWord | null,
  asked: RiskWord | null,
  rule: RuleRating | null,
): RiskWord | null {
  if (asked === null) return before;
  if (before === null)
    return alwaysWaits(asked) && (!rule || compareRisk(asked, rule.risk) >= 0) ? asked : null;
  return compareRisk(asked, before) > 0 ? asked : before;
}
