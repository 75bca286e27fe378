import { recordActivity } from "@/lib/activity/record";
import type { Tx } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import type { SystemScope, UserScope } from "@/lib/core/scope";
import { announceAll } from "@/lib/live/announce";
import { assertCallbackTarget } from "./callback-url";
import { createGateway, setCallbackUrl } from "./commands";
import type { CreateGateway } from "./schema";
import { createSigningSecret } from "./signing-secrets";
import type { Gateway } from "./types";

/**
 * Registers a gateway with its first signing secret, once its callback URL is one that may be called.
 * @returns the secret too, to be shown once
 * @throws DomainError VALIDATION_ERROR, CONFLICT, FORBIDDEN
 */
export async function registerGateway(
  scope: UserScope | SystemScope,
  input: CreateGateway,
): Promise<{ gateway: Gateway; secret: string }> {
  if (input.callbackUrl !== undefined) assertTarget(input.callbackUrl, "callbackUrl");
  let secret = "";
  const gateway = await createGateway(scope, input, async (tx, id) => {
    secret = await createSigningSecret(tx, id);
    await recordActivity(tx, scope, "gateway.secret_created", { kind: "gateway", id });
  });
  return { gateway, secret };
}

/**
 * Changes where decisions are told. What is owed follows: to the same path as long as the origin stays, else to the new URL.
 * Without a URL, what is owed ends as not told.
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

function assertTarget(url: string, field: string): void {
  assertCallbackTarget(url, env().callbackAllowCidrs, `/${field}`);
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
  for (const tenantId of new Set(moved.map((one) => one.tenantId))) {
    const ids = moved.filter((one) => one.tenantId === tenantId).map((one) => one.id);
    await announceAll(tx, "delivery", tenantId, ids);
  }
  return moved.length;
}

function originOf(url: string | null): string {
  return url === null ? "" : new URL(url).origin;
}
