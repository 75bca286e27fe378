import { DomainError, invalid } from "@/lib/core/errors";
import type { RiskWord } from "@/lib/core/risk";
import { typedRight } from "../screen-proof";
import type { BulkSeen } from "./types";

type Call = { gatewayId: string; provider: string | null; tool: string; risk: RiskWord };

/**
 * Checks that these calls can be approved together: all of one tool, so that one explains the
 * others, and none critical.
 * @throws DomainError CONFLICT
 */
export function assertApprovableTogether(calls: readonly Call[]): void {
  if (calls.some((call) => call.risk === "critical"))
    throw new DomainError(
      "CONFLICT",
      "A critical call is approved by itself, never in a group. Nothing was recorded.",
    );
  const tools = new Set(calls.map((call) => JSON.stringify([call.gatewayId, call.provider, call.tool])));
  if (tools.size > 1)
    throw new DomainError(
      "CONFLICT",
      "Only calls of the same tool can be approved together. Nothing was recorded.",
    );
}

/** The text to type before a bulk approval: the number of calls, if one has high risk. */
export function typedForAll(calls: readonly { risk: RiskWord }[]): string | null {
  return calls.some((call) => call.risk === "high") ? String(calls.length) : null;
}

/**
 * Checks that a bulk approval carries what its table demanded.
 * @throws DomainError VALIDATION_ERROR
 */
export function assertSeenTogether(calls: readonly { risk: RiskWord }[], seen: BulkSeen | undefined): void {
  if (!seen?.end)
    throw invalid(
      "/seen/end",
      "not_seen",
      "Calls are approved together once the end of their table was on the screen. Nothing was recorded.",
    );
  const expected = typedForAll(calls);
  if (expected !== null && !typedRight(seen.typed ?? "", expected))
    throw invalid(
      "/seen/typed",
      "not_confirmed",
      "Type how many calls you approve together. Nothing was recorded.",
    );
  if (expected !== null && seen.visible_ms === undefined)
    throw invalid(
      "/seen/visible_ms",
      "not_confirmed",
      "Calls of high risk are approved in their table, which says for how long it was on the screen. Nothing was recorded.",
    );
}
