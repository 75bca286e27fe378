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

/** The rating that a suggestion amounts to, for the tenant whose figures it rests on. */
export type ReRating = {
  to: Rating & { risk: RiskWord };
  /** The tenant's override as it stands. */
  seen: Override;
  /** What holds for new calls of the tenant, and what will. */
  before: EffectiveRisk;
  after: EffectiveRisk;
};

/** The same with the calls that wait, which keep the risk they were held with: what may be done with one press. */
export type ReRatingOffer = ReRating & { waiting: number };

/** What a person was shown of it before they pressed. */
type ReRatingShown = { to: Rating; seen: Override; before: Rating; after: Rating };

/** What the evidence says the tool should be rated; null where it no longer fits what holds, or where nothing would change. */
export function reRatingOf(evidence: Evidence, standing: Standing): ReRating | null {
  const before = standingRisk(standing);
  const risk = suggestedRisk(evidence, standing, before);
  return risk && reRatingTo(risk, standing, before);
}

/** The next milder rating of a tool whose calls always wait; null of any other, and where nothing would change. */
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

// Any but null, which is for all: which one it is, the standing knows.
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
