import type { Within } from "@/lib/calls/log/types";
import type { AttemptChoice, ClassChoice, Outcome, RanOn } from "@/lib/calls/types";
import type { CallRow } from "@/lib/calls/wire";
import { CLASS_LOOKS } from "./outcome-classes";

export const OUTCOME_WORDS: Record<Outcome, string> = {
  ok: "OK",
  empty_result: "Empty result",
  validation_error: "Invalid arguments",
  unknown_tool: "Unknown tool",
  missing_precondition: "Missing precondition",
  not_found: "Not found",
  state_conflict: "State conflict",
  execution_error: "Execution error",
  contract_violation: "Contract violation",
  wrong_tool_boundary: "Referred to another tool",
  low_utility: "Of little use",
  approval_pending: "Waiting for approval",
  denied: "Denied",
  expired: "Expired",
  blocked: "Blocked",
  unauthorized: "Unauthorized",
  timeout: "Timeout",
  upstream_error: "Upstream error",
  rate_limited: "Rate limited",
};

export const CLASS_CHOICE_WORDS: Record<ClassChoice, string> = {
  ok: CLASS_LOOKS.ok.name,
  caller: CLASS_LOOKS.caller.name,
  tool: CLASS_LOOKS.tool.name,
  boundary: CLASS_LOOKS.boundary.name,
  governance: CLASS_LOOKS.governance.name,
  extrinsic: CLASS_LOOKS.extrinsic.name,
  failed: "Anything that failed",
};

/** First calls of attempts by result, and the later calls. */
export const ATTEMPT_WORDS: Record<AttemptChoice, string> = {
  begun: "First calls of attempts",
  first: "Worked at the first try",
  failed: "Failed at first",
  worked: "Failed, then worked",
  switched: "Failed, then another tool",
  abandoned: "Failed and given up",
  retried: "Tries after an error",
};

/** Why calls ran without a person. */
export const RAN_ON_WORDS: Record<RanOn, string> = {
  gateway_word: "Ran on the gateway’s word",
  rating_below_claim: "Ran although the call claimed more risk",
};

/** The reason for one call, with both risks. */
export function ranOnWords({
  ranOn,
  ratedRisk,
  risk,
}: Pick<CallRow, "ranOn" | "ratedRisk" | "risk">): string | null {
  if (ranOn === null) return null;
  if (ranOn === "gateway_word") return RAN_ON_WORDS.gateway_word;
  return `A person’s ${ratedRisk} rating outranked the call’s ${risk} claim`;
}

export const WITHIN_WORDS: Record<Within, string> = {
  "1h": "Last hour",
  "24h": "Last 24 hours",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
  any: "Any time",
};

/** The share of failed calls: "12.5 %"; a dash without calls. */
export function failedShare(failed: number, calls: number): string {
  return calls === 0
    ? "–"
    : `${((100 * failed) / calls).toLocaleString("en", { maximumFractionDigits: 1 })} %`;
}

/** A duration in the largest readable unit. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toLocaleString("en", { maximumFractionDigits: 1 })} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.round(hours / 24)} days`;
}

/** Replaces a text that retention removed. */
export function removedWords(days: number): string {
  return `Removed after ${days} days, by this tenant's retention`;
}
