import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { NamedRuleRating, RuleRating } from "./by-rule/types";
import type { Override, RatingChange, RiskSource } from "./types";

/** A rating as far as it goes: either half may be left open. */
export type Rating = { risk: RiskWord | null; requiresConfirmation: boolean | null };

/** All that may be said about the risk of one call. */
export type RiskFacts = {
  /** The gateway's own rating; null when the tool is not in its catalogue. */
  catalogue: Rating | null;
  /** People's override for every tenant, and for the tenant of the call. */
  override: Rating | null;
  tenantOverride: Rating | null;
  /** What the request itself says. */
  requestRisk: RiskWord | null;
  /** What a rule says of a tool like this one; null when none fits. */
  rule: RuleRating | null;
};

export type EffectiveRisk = {
  risk: RiskWord;
  source: RiskSource;
  /** Whether a person must look before the call runs. */
  requiresConfirmation: boolean;
  /** Nobody rated the tool: what the call says of itself is all there is. */
  onCallersWord: boolean;
  catalogueRisk: RiskWord | null;
  /** The override that holds, whether it changes anything or not. */
  overrideRisk: RiskWord | null;
};

/** What nobody rated is held: an unknown tool may do anything. */
const UNRATED_RISK: RiskWord = "medium";

/**
 * The one order of ratings: the tenant's override, the override for all, then the strictest of what the gateway and the request
 * say; where the gateway says nothing, a rule speaks in its place. Overrides may lower as well as raise; the others only raise
 * each other. Of a tool that is in no catalogue there is only a name, which any server may choose: there a rule only raises.
 */
export function resolveRisk(facts: RiskFacts): EffectiveRisk {
  const resolved = resolvedInOrder(facts);
  if (facts.catalogue || !facts.rule) return resolved;
  const without = resolvedInOrder({ ...facts, rule: null });
  return guardsLess(resolved, without) ? without : resolved;
}

function resolvedInOrder(facts: RiskFacts): EffectiveRisk {
  const own = ownRating(facts);
  const { risk, source } = ratedRisk(facts, own);
  return {
    risk,
    source,
    requiresConfirmation: needsPerson(risk, source, facts, own),
    onCallersWord: source === "request" && !own?.risk,
    catalogueRisk: facts.catalogue?.risk ?? null,
    overrideRisk: facts.tenantOverride?.risk ?? facts.override?.risk ?? null,
  };
}

type OwnRating = Rating & { byRule: boolean };

/** What is said of the tool itself: its gateway's rating, or a rule's where nobody rated it. A gateway that asks for a person gets one. */
function ownRating({ catalogue, override, tenantOverride, rule }: RiskFacts): OwnRating | null {
  const rated = Boolean(catalogue?.risk ?? override?.risk ?? tenantOverride?.risk);
  if (rated || !rule) return catalogue && { ...catalogue, byRule: false };
  const requiresConfirmation = catalogue?.requiresConfirmation === true || rule.requiresConfirmation;
  return { risk: rule.risk, requiresConfirmation, byRule: true };
}

/** Negative when `a` is the milder risk, 0 when equal. */
export function compareRisk(a: RiskWord, b: RiskWord): number {
  return RISKS.indexOf(a) - RISKS.indexOf(b);
}

/** The effective risk that holds more calls back: for a name that several providers share. */
export function stricter(a: EffectiveRisk, b: EffectiveRisk): boolean {
  const difference = compareRisk(a.risk, b.risk);
  return difference === 0 ? a.requiresConfirmation && !b.requiresConfirmation : difference > 0;
}

function ratedRisk(facts: RiskFacts, own: OwnRating | null): { risk: RiskWord; source: RiskSource } {
  if (facts.tenantOverride?.risk) return { risk: facts.tenantOverride.risk, source: "tenant_override" };
  if (facts.override?.risk) return { risk: facts.override.risk, source: "override" };
  const { requestRisk } = facts;
  if (own?.risk && (!requestRisk || compareRisk(requestRisk, own.risk) <= 0))
    return { risk: own.risk, source: own.byRule ? "rule" : "catalogue" };
  return requestRisk ? { risk: requestRisk, source: "request" } : { risk: UNRATED_RISK, source: "unrated" };
}

/** High and critical always need a person. Any lower one does as the flag says: people's word first, then the tool's. */
function needsPerson(risk: RiskWord, source: RiskSource, facts: RiskFacts, own: OwnRating | null): boolean {
  if (alwaysWaits(risk)) return true;
  const byPeople = facts.tenantOverride?.requiresConfirmation ?? facts.override?.requiresConfirmation;
  if (byPeople !== undefined && byPeople !== null) return byPeople;
  if (source === "unrated") return true;
  // Silence of a tool that somebody rated means no; of a tool nobody here knows, yes, unless the call itself says low.
  const rated = source !== "request" || Boolean(own?.risk);
  return own?.requiresConfirmation ?? (risk === "medium" && !rated);
}

/** Whether calls of this risk wait whatever anybody says about confirmation. */
export function alwaysWaits(risk: RiskWord): boolean {
  return risk === "high" || risk === "critical";
}

/** Whether the one guards calls less than the other: by a milder risk, or because nobody has to look any more. */
export function guardsLess(now: EffectiveRisk, before: EffectiveRisk): boolean {
  return compareRisk(now.risk, before.risk) < 0 || (before.requiresConfirmation && !now.requiresConfirmation);
}

/**
 * Whether it is so of any call of a tool, whatever risk the call claims: its claim to be harmless holds where nobody rated the
 * tool and no rule does.
 */
export function isSoOfSomeCall(
  then: StandingFacts,
  now: StandingFacts,
  isSo: (then: EffectiveRisk, now: EffectiveRisk) => boolean,
): boolean {
  return [null, ...RISKS].some((requestRisk) =>
    isSo(resolveRisk({ ...then, requestRisk }), resolveRisk({ ...now, requestRisk })),
  );
}

type StandingFacts = Omit<RiskFacts, "requestRisk">;

/** All that decides what holds for a tool, as seen by one tenant or (`tenantOverride` null) by all. */
export type Standing = {
  catalogue: Rating;
  override: Override;
  tenantOverride: Override;
  /** What a rule says of it, and which. */
  rule: NamedRuleRating | null;
};

/** What holds for a tool's calls, unless the call itself claims more risk. */
export function standingRisk({ catalogue, override, tenantOverride, rule }: Standing): EffectiveRisk {
  return resolveRisk({ catalogue, override, tenantOverride, rule, requestRisk: null });
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
  /** Changed tools that are guarded less than now, and those of them whose calls wait now and will run. */
  lessGuarded: number;
  freed: number;
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
  const loosened = moved.flatMap(({ tool: { standing }, change }) => {
    const now = standingRisk(standing);
    const then = standingRisk(withOverride(standing, tenantId, change.to));
    return guardsLess(then, now) ? [now.requiresConfirmation && !then.requiresConfirmation] : [];
  });
  return {
    changes: moved.map(({ change }) => change),
    from: [...from].map(([was, count]) => ({ risk: was, tools: count })).sort((a, b) => b.tools - a.tools),
    same: tools.length - moved.length,
    waiting: moved.reduce((sum, { tool }) => sum + tool.waiting, 0),
    lessGuarded: loosened.length,
    freed: loosened.filter(Boolean).length,
    keptByTenants: tenantId === null ? moved.filter(({ tool }) => tool.tenantOverrides > 0).length : 0,
  };
}

/** The override an act of rating is about. */
function overrideFor(standing: Standing, tenantId: string | null): Override {
  return tenantId === null ? standing.override : standing.tenantOverride;
}

/** A tool's standing once that override is in place. */
export function withOverride(standing: Standing, tenantId: string | null, override: Override): Standing {
  return tenantId === null ? { ...standing, override } : { ...standing, tenantOverride: override };
}
