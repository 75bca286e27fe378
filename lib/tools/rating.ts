import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { NamedRuleRating, RuleRating } from "./by-rule/types";
import type { Override, RatingChange, RiskSource } from "./types";

export type Rating = { risk: RiskWord | null; requiresConfirmation: boolean | null };

export type RiskFacts = {
  catalogue: Rating | null;
  override: Rating | null;
  tenantOverride: Rating | null;
  requestRisk: RiskWord | null;
  rule: RuleRating | null;
};

export type EffectiveRisk = {
  risk: RiskWord;
  source: RiskSource;
  requiresConfirmation: boolean;
  /** The tool is unrated, so only the call's own claim counts. */
  onCallersWord: boolean;
  catalogueRisk: RiskWord | null;
  overrideRisk: RiskWord | null;
};

/** Unrated tools are held, because an unknown tool can do anything. */
const UNRATED_RISK: RiskWord = "medium";

/**
 * Order of ratings: the tenant's override, the override for all, then the strictest of gateway and
 * request, with a rule in place of a silent gateway. Only overrides can lower. For a tool in no
 * catalogue a rule only raises, because servers choose names.
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

/**
 * The gateway's rating, or a rule's for an unrated tool. A gateway's request for confirmation
 * always applies.
 */
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

/** The effective risk that holds more calls, for a name shared by several providers. */
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

/**
 * High and critical always need a person. Below that the flag decides: people's first, then the
 * tool's.
 */
function needsPerson(risk: RiskWord, source: RiskSource, facts: RiskFacts, own: OwnRating | null): boolean {
  if (alwaysWaits(risk)) return true;
  const byPeople = facts.tenantOverride?.requiresConfirmation ?? facts.override?.requiresConfirmation;
  if (byPeople !== undefined && byPeople !== null) return byPeople;
  if (source === "unrated") return true;
  // Without a flag: no for a rated tool, yes for an unknown one unless the call claims low.
  const rated = source !== "request" || Boolean(own?.risk);
  return own?.requiresConfirmation ?? (risk === "medium" && !rated);
}

export function alwaysWaits(risk: RiskWord): boolean {
  return risk === "high" || risk === "critical";
}

export function guardsLess(now: EffectiveRisk, before: EffectiveRisk): boolean {
  return compareRisk(now.risk, before.risk) < 0 || (before.requiresConfirmation && !now.requiresConfirmation);
}

/**
 * Whether it holds for some call, at any claimed risk. A claim of low risk counts only without a
 * rating and a rule.
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

export type Standing = {
  catalogue: Rating;
  override: Override;
  tenantOverride: Override;
  rule: NamedRuleRating | null;
};

/** Effective risk of a tool's calls, unless a call claims more. */
export function standingRisk({ catalogue, override, tenantOverride, rule }: Standing): EffectiveRisk {
  return resolveRisk({ catalogue, override, tenantOverride, rule, requestRisk: null });
}

/**
 * Whether two overrides are equal. None differs from one with both halves null, although both have
 * no effect.
 */
export function sameOverride(a: Override, b: Override): boolean {
  return (
    (a?.risk ?? null) === (b?.risk ?? null) &&
    (a?.requiresConfirmation ?? null) === (b?.requiresConfirmation ?? null)
  );
}

/** The override with a new risk and the same confirmation flag. Null risk removes it. */
export function withRisk(present: Override, risk: RiskWord | null): Override {
  return risk === null ? null : { risk, requiresConfirmation: present?.requiresConfirmation ?? null };
}

export type Ratable = { id: string; standing: Standing; waiting: number; tenantOverrides: number };

export type RatingPlan = {
  changes: RatingChange[];
  /** Tools by current risk; null for unrated ones. */
  from: { risk: RiskWord | null; tools: number }[];
  same: number;
  waiting: number;
  keptByTenants: number;
  /** Changed tools with less protection, and those whose waiting calls will run. */
  lessGuarded: number;
  freed: number;
};

/** Preview of setting `risk` (null: remove the override) on these tools, for one tenant or all. */
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

function overrideFor(standing: Standing, tenantId: string | null): Override {
  return tenantId === null ? standing.override : standing.tenantOverride;
}

/** A tool's standing once that override is in place. */
export function withOverride(standing: Standing, tenantId: string | null, override: Override): Standing {
  return tenantId === null ? { ...standing, override } : { ...standing, tenantOverride: override };
}
