import { RISK_WORDS } from "@/components/ui/risk-mark";
import type { RiskWord } from "@/lib/core/risk";
import type { CatalogueView } from "@/lib/tools/catalogue/types";
import type { Hints, Mismatch } from "@/lib/tools/hints";
import { type EffectiveRisk, guardsLess } from "@/lib/tools/rating";
import type { RiskSource } from "@/lib/tools/types";
import { counted } from "./counts";

export const SOURCE_WORDS: Record<RiskSource, string> = {
  tenant_override: "rated for this tenant",
  override: "rated by people",
  catalogue: "rated by its gateway",
  request: "claimed by the call",
  rule: "rated by a rule",
  unrated: "not rated yet",
};

export const TOOL_VIEW_WORDS: Record<CatalogueView, string> = {
  all: "All",
  proposed: "Proposals",
  mismatch: "Mismatches",
  unrated: "Unrated",
  redefined: "Changed since rated",
  "by-rule": "Rated by rule",
  findings: "With findings",
};

/** The server's claim in a few words. */
export function claimWords({ readOnly, destructive }: Hints): string {
  if (readOnly === true) return destructive === true ? "only reads, and may destroy" : "only reads";
  if (destructive === true) return "may destroy";
  if (destructive === false) return "changes things, destroys nothing";
  return readOnly === false ? "changes things" : "nothing";
}

/** The claim that contradicts our rating, in a few words. */
export const MISMATCH_CLAIMS: Record<Mismatch, string> = {
  says_read_only: "only reads",
  says_harmless: "destroys nothing",
  says_nothing: "gives no warning",
  says_destructive: "may destroy",
};

const MISMATCH_SENTENCES: Record<Mismatch, string> = {
  says_read_only: "The server says it only reads",
  says_harmless: "The server says it destroys nothing",
  says_nothing: "The server gives no warning",
  says_destructive: "The server says it may destroy",
};

/** "The server says it only reads; we rate it High." */
export function mismatchSentence(mismatch: Mismatch, risk: RiskWord): string {
  return `${MISMATCH_SENTENCES[mismatch]}; we rate it ${RISK_WORDS[risk]}.`;
}

/** The effect of a rating, and what it does not change. */
export function ratingMeaning(who: string, now: EffectiveRisk, waiting: number): string {
  const future = `New calls for ${who} are ${RISK_WORDS[now.risk].toLowerCase()} risk and ${now.requiresConfirmation ? "wait for a person" : "run without a person"}.`;
  return waiting === 0
    ? `${future} No call is waiting.`
    : `${future} ${counted(waiting, "call")} waiting ${waiting === 1 ? "keeps its" : "keep their"} rating.`;
}

/** A warning before saving a rating with less protection; null without a loss. */
export function lessGuardedWords(then: EffectiveRisk, now: EffectiveRisk): string | null {
  if (!guardsLess(then, now)) return null;
  if (!now.requiresConfirmation || then.requiresConfirmation)
    return `Less guarded than now: its calls are ${RISK_WORDS[now.risk].toLowerCase()} risk today.`;
  const why = now.source === "unrated" ? ", because the tool is not rated yet" : "";
  return `Less guarded than now: its calls wait for a person today${why}.`;
}
