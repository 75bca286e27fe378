import type { RiskWord } from "@/lib/core/risk";
import type { EffectiveRisk, Rating } from "../rules";
import { resolveRisk } from "../rules";
import type { Override, RatingChange } from "./schema";

/** All that decides what holds for a tool, as seen by one tenant or (`tenantOverride` null) by all. */
export type Standing = { catalogue: Rating; override: Override; tenantOverride: Override };

/** What holds for a tool's calls, unless the call itself claims more risk. */
export function standingRisk({ catalogue, override, tenantOverride }: Standing): EffectiveRisk {
  return resolveRisk({ catalogue, override, tenantOverride, requestRisk: null });
}

/** Whether two overrides are the same. None is not the same as one with both halves open, but neither holds anything. */
export function sameOverride(a: Override, b: Override): boolean {
  return (
    (a?.risk ?? null) === (b?.risk ?? null) &&
    (a?.requiresConfirmation ?? null) === (b?.requiresConfirmation ?? null)
  );
}

/** The override that a new risk makes of the present one: whether a person must look stays as it was said. Null risk clears. */
export function withRisk(present: Override, risk: RiskWord | null): Override {
  return risk === null ? null : { risk, requiresConfirmation: present?.requiresConfirmation ?? null };
}

/** A tool as far as rating it goes. */
export type Ratable = { id: string; standing: Standing; waiting: number; tenantOverrides: number };

/** What an act of rating will do, before it is done. */
export type RatingPlan = {
  changes: RatingChange[];
  /** How many of them stand where now; tools that nobody rated count as null. */
  from: { risk: RiskWord | null; tools: number }[];
  /** Tools whose override is that already. */
  same: number;
  /** Calls of the changed tools that wait for a person: they keep the risk they were held with. */
  waiting: number;
  /** Changed tools for which tenants have a rating of their own that goes on holding. */
  keptByTenants: number;
};

/** What setting `risk` (null: taking the override away) on these tools changes, for one tenant or for all. */
export function planRating(
  tools: readonly Ratable[],
  tenantId: string | null,
  risk: RiskWord | null,
): RatingPlan {
  const moved = tools.flatMap((tool) => {
    const seen = overrideFor(tool.standing, tenantId);
    const to = withRisk(seen, risk);
    return sameOverride(seen, to) ? [] : [{ tool, change: { toolId: tool.id, to, seen } }];
  });
  const from = new Map<RiskWord | null, number>();
  for (const { tool } of moved) {
    const now = standingRisk(tool.standing);
    const key = now.source === "unrated" ? null : now.risk;
    from.set(key, (from.get(key) ?? 0) + 1);
  }
  return {
    changes: moved.map(({ change }) => change),
    from: [...from].map(([was, count]) => ({ risk: was, tools: count })).sort((a, b) => b.tools - a.tools),
    same: tools.length - moved.length,
    waiting: moved.reduce((sum, { tool }) => sum + tool.waiting, 0),
    keptByTenants: tenantId === null ? moved.filter(({ tool }) => tool.tenantOverrides > 0).length : 0,
  };
}

/** The override an act of rating is about. */
export function overrideFor(standing: Standing, tenantId: string | null): Override {
  return tenantId === null ? standing.override : standing.tenantOverride;
}

/** A tool's standing once that override is in place. */
export function withOverride(standing: Standing, tenantId: string | null, override: Override): Standing {
  return tenantId === null ? { ...standing, override } : { ...standing, tenantOverride: override };
}
