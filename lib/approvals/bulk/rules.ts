import { DomainError } from "@/lib/core/errors";
import type { RiskWord } from "@/lib/core/wire";

type Call = { gatewayId: string; provider: string | null; tool: string; risk: RiskWord };

/**
 * Many calls may be approved at once only when they are of one tool, so that reading one teaches the others, and none is
 * critical.
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
