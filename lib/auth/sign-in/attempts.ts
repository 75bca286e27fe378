import { currentNetwork } from "@/lib/core/client-network";
import { metrics } from "@/lib/core/metrics";
import { awayCause, toDomainError } from "@/lib/core/outcome";
import { logRefusal } from "@/lib/core/refusal-log";
import { PasskeyCopied } from "../passkeys/signing";
import { awayCode, PASSKEY_COPIED, tooManyCode } from "./refusals";

type Provider = "password" | "passkey" | "oidc";

/** next-auth puts thrown messages into a URL: they must be codes, never internal texts. */
export async function coded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    const { code, details } = toDomainError(thrown);
    if (thrown instanceof PasskeyCopied) throw new Error(PASSKEY_COPIED);
    if (code === "RATE_LIMITED") throw new Error(tooManyCode(details.retryAfter ?? 60));
    const cause = awayCause(thrown);
    throw new Error(cause ? awayCode(cause) : "failed");
  }
}

/** `coded` with a log line for refusals. Never logs the address: it may be a mistyped password. */
export async function noted<T>(provider: Provider, work: () => Promise<T | null>): Promise<T | null> {
  try {
    const found = await coded(work);
    if (found === null) refused(provider, "unknown");
    return found;
  } catch (error) {
    refused(provider, error instanceof Error ? error.message : "failed");
    throw error;
  }
}

export function refused<R extends string>(provider: Provider, reason: R): R {
  metrics.signIns.inc({ provider, outcome: "refused" });
  logRefusal(currentNetwork().own, { provider, reason }, "sign-in refused");
  return reason;
}
