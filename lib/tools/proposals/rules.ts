import type { RiskWord } from "@/lib/core/risk";
import { alwaysWaits, compareRisk, guardsLess, type Rating, resolveRisk } from "../rating";

/** What a registration makes of a tool's own rating: what holds from now on, and what waits for an administrator. */
export type Registered = { holds: Rating; proposed: Rating | null };

/** What nobody said anything about. */
export const UNRATED: Rating = { risk: null, requiresConfirmation: null };

/**
 * A registration may raise what holds, never lower it: of a rating that would lower anything only its stricter halves hold, and
 * the whole of it is a proposal.
 */
export function registeredRating(before: Rating, asked: Rating): Registered {
  if (!lowers(before, asked)) return { holds: asked, proposed: null };
  const asks = before.requiresConfirmation === true || asked.requiresConfirmation === true;
  return {
    holds: {
      risk: stricterRisk(before.risk, asked.risk),
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

/** Whether some call would be guarded less under the one rating than under the other. */
export function lowers(before: Rating, after: Rating): boolean {
  return BESIDE.some((beside) =>
    guardsLess(resolveRisk({ ...beside, catalogue: after }), resolveRisk({ ...beside, catalogue: before })),
  );
}

/** What nobody rated waits: only a rating that always waits is stricter. */
function stricterRisk(before: RiskWord | null, asked: RiskWord | null): RiskWord | null {
  if (asked === null) return before;
  if (before === null) return alwaysWaits(asked) ? asked : null;
  return compareRisk(asked, before) > 0 ? asked : before;
}
