import { resolveTenant } from "@/lib/auth/credentials/bearer";
import type { IdentifiedRequest } from "@/lib/core/idempotency";
import type { GatewayScope } from "@/lib/core/scope";
import type { Taken } from "@/lib/intake/types";
import { requestKeyOf } from "./route";

type Received = {
  scope: GatewayScope;
  input: { tenant: string; id?: string };
  request: Request;
  body: { fingerprint: (without: readonly string[]) => string };
};

/**
 * The origin of a report and the key of its retries.
 * @param mayDiffer members that a retry may change
 * @throws DomainError FORBIDDEN for a tenant outside the key
 */
export async function identified(
  { scope, input, request, body }: Received,
  mayDiffer: readonly string[],
): Promise<IdentifiedRequest> {
  return {
    tenantId: await resolveTenant(scope, input.tenant),
    key: requestKeyOf(request, input.id),
    bodySha256: body.fingerprint(mayDiffer),
  };
}

/** The member `warnings` of an answer; left out where there is nothing to warn of. */
export function warningsOf({ warning }: Taken) {
  return warning ? [warning] : undefined;
}

/**
 * RFC 9745: when reports without a rationale became deprecated. They are refused after the grace
 * period (RFC 8594 Sunset).
 */
export function graceHeaders({ grace }: Pick<Taken, "grace">): Record<string, string> {
  if (!grace) return {};
  const { since, until } = grace;
  return { deprecation: `@${Math.floor(since.getTime() / 1_000)}`, sunset: until.toUTCString() };
}
