import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { RiskSource } from "./schema";

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
};

export type EffectiveRisk = {
  risk: RiskWord;
  source: RiskSource;
  /** Whether a person must look before the call runs. */
  requiresConfirmation: boolean;
  catalogueRisk: RiskWord | null;
  /** The override that holds, whether it changes anything or not. */
  overrideRisk: RiskWord | null;
};

/** What nobody rated is held: an unknown tool may do anything. */
const UNRATED_RISK: RiskWord = "medium";

/**
 * The one order of ratings: the tenant's override, the override for all, then the strictest of catalogue and request.
 * Overrides may lower as well as raise; catalogue and request only raise each other.
 */
export function resolveRisk(facts: RiskFacts): EffectiveRisk {
  const { risk, source } = ratedRisk(facts);
  return {
    risk,
    source,
    requiresConfirmation: needsPerson(risk, source, facts),
    catalogueRisk: facts.catalogue?.risk ?? null,
    overrideRisk: facts.tenantOverride?.risk ?? facts.override?.risk ?? null,
  };
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

function ratedRisk(facts: RiskFacts): { risk: RiskWord; source: RiskSource } {
  if (facts.tenantOverride?.risk) return { risk: facts.tenantOverride.risk, source: "tenant_override" };
  if (facts.override?.risk) return { risk: facts.override.risk, source: "override" };
  const catalogue = facts.catalogue?.risk ?? null;
  const { requestRisk } = facts;
  if (catalogue && (!requestRisk || compareRisk(requestRisk, catalogue) <= 0))
    return { risk: catalogue, source: "catalogue" };
  return requestRisk ? { risk: requestRisk, source: "request" } : { risk: UNRATED_RISK, source: "unrated" };
}

/** High and critical always need a person, low never; medium does as the flag says. */
function needsPerson(risk: RiskWord, source: RiskSource, facts: RiskFacts): boolean {
  if (risk !== "medium") return risk !== "low";
  const byPeople = facts.tenantOverride?.requiresConfirmation ?? facts.override?.requiresConfirmation;
  if (byPeople !== undefined && byPeople !== null) return byPeople;
  if (source === "unrated") return true;
  // Silence of a tool that somebody rated means no; of a tool nobody here knows, yes.
  const rated = source !== "request" || Boolean(facts.catalogue?.risk);
  return facts.catalogue?.requiresConfirmation ?? !rated;
}
