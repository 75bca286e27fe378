import type { RiskWord } from "@/lib/core/wire";
import type { EffectiveRisk, Rating } from "../rules";
import { resolveRisk } from "../rules";
import type { Override } from "./schema";

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
