import type { Tx } from "@/lib/core/db";
import type { SystemScope, UserScope } from "@/lib/core/scope";
import { setCallbackUrl } from "@/lib/gateways/commands";
import { assertTarget } from "@/lib/gateways/registration";
import type { Gateway } from "@/lib/gateways/types";
import { announceAll } from "@/lib/live/announce";

/**
 * Changes a gateway's callback URL. Queued deliveries keep their path under the same origin, else
 * use the new URL. Without a URL they end undelivered.
 * @throws DomainError VALIDATION_ERROR, FORBIDDEN, NOT_FOUND
 */
export async function moveCallback(
  scope: UserScope | SystemScope,
  gatewayId: string,
  url: string | null,
): Promise<Gateway> {
  if (url !== null) assertTarget(url, "url");
  return setCallbackUrl(scope, gatewayId, url, async (tx, from) => ({
    owed_moved: await moveOwed(tx, gatewayId, from, url),
  }));
}

async function moveOwed(tx: Tx, gatewayId: string, from: string | null, to: string | null): Promise<number> {
  const moved = await tx.$queryRaw<{ id: string; tenantId: string }[]>`
    update deliveries set
      url = case when ${to}::text is null then url
                 when url <> ${from}::text and starts_with(url, ${`${originOf(to)}/`}::text) then url else ${to}::text end,
      -- At once: without a URL to end, with another to be told there.
      next_attempt_at = case when state = 'waiting' then clock_timestamp() else next_attempt_at end
    where gateway_id = ${gatewayId}::uuid and state in ('waiting', 'sending')
    returning id, tenant_id as "tenantId"`;
  await announceAll(tx, "delivery", moved);
  return moved.length;
}

function originOf(url: string | null): string {
  return url === null ? "" : new URL(url).origin;
}
