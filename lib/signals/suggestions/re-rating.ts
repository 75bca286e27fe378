import { RISKS, type RiskWord } from "@/lib/core/risk";
import {
  alwaysWaits,
  type EffectiveRisk,
  type Rating,
  type Standing,
  sameOverride,
  standingRisk,
  withOverride,
  withRisk,
} from "@/lib/tools/rating";
import type { Override } from "@/lib/tools/types";
import type { Evidence } from "./types";

export type ReRating = {
  to: Rating & { risk: RiskWord };
  seen: Override;
  before: EffectiveRisk;
  after: EffectiveRisk;
};

export type ReRatingOffer = ReRating & { waiting: number };

/** What the person saw before they pressed the button. */
type ReRatingShown = { to: Rating; seen: Override; before: Rating; after: Rating };

/** The rating that the evidence suggests; null if it no longer fits, or would change nothing. */
export function reRatingOf(evidence: Evidence, standing: Standing): ReRating | null {
  const before = standingRisk(standing);
  const risk = suggestedRisk(evidence, standing, before);
  return risk && reRatingTo(risk, standing, before);
}

/**
 * The next lower rating of a tool whose calls always wait. Null for other tools, and if nothing
 * would change.
 */
export function oneStepLower(standing: Standing): ReRating | null {
  const before = standingRisk(standing);
  const risk = alwaysWaits(before.risk) ? milder(before.risk) : null;
  return risk && reRatingTo(risk, standing, before);
}

const milder = (risk: RiskWord): RiskWord | null => RISKS[RISKS.indexOf(risk) - 1] ?? null;

function reRatingTo(risk: RiskWord, standing: Standing, before: EffectiveRisk): ReRating | null {
  const seen = standing.tenantOverride;
  const to = { risk, requiresConfirmation: withRisk(seen, risk)?.requiresConfirmation ?? null };
  const after = standingRisk(withOverride(standing, TENANT, to));
  return after.risk === before.risk ? null : { to, seen, before, after };
}

// Any value except null, which means all tenants. The standing has the tenant.
const TENANT = "tenant";

function suggestedRisk(evidence: Evidence, standing: Standing, now: EffectiveRisk): RiskWord | null {
  if (evidence.rule === "fast") return now.risk === evidence.risk ? milder(now.risk) : null;
  if (evidence.rule !== "rule_risk") return null;
  const rated = standing.tenantOverride?.risk ?? standing.override?.risk ?? standing.catalogue.risk;
  return rated === evidence.rated && standing.rule?.risk === evidence.ruleRisk ? evidence.ruleRisk : null;
}

/** Whether a person was shown what holds and what would follow. */
export function isAsShown(present: ReRating, shown: ReRatingShown): boolean {
  return (["to", "seen", "before", "after"] as const).every((part) =>
    sameOverride(present[part], shown[part]),
  );
}
