import type { RiskWord } from "@/lib/core/risk";
import type { RuleRating } from "../by-rule/types";
import { alwaysWaits, compareRisk, guardsLess, type Rating, resolveRisk } from "../rating";

/**
 * Effect of a registration on a tool's own rating: the new rating, and the proposal for an
 * administrator.
 */
export type Registered = { holds: Rating; proposed: Rating | null };

/**
 * A registration can raise a rating, never lower it: only stricter halves apply, and the whole
 * becomes a proposal. If a rule rates the tool, the rating must lower neither the rule's result nor
 * the one without it.
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

// Other inputs that leave part of the result to the tool's rating.
const BESIDE = ([null, "low", "medium"] as const).flatMap((override) =>
  ([null, "low", "medium"] as const).map((requestRisk) => ({
    override: override && { risk: override, requiresConfirmation: null },
    tenantOverride: null,
    requestRisk,
  })),
);

/** Whether some call is less protected under `after` than under `before`, given a rule's rating. */
export function lowers(before: Rating, after: Rating, rule: RuleRating | null): boolean {
  return BESIDE.some((beside) =>
    guardsLess(
      resolveRisk({ ...beside, rule, catalogue: after }),
      resolveRisk({ ...beside, rule, catalogue: before }),
    ),
  );
}

/** Whether some call of a new tool is less protected than before, when only its name was known. */
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

/** Unrated tools wait. Only a rating that always waits is stricter, if it is not below a rule's. */
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
