import { ingest, read } from "@/lib/core/db";
import { RawJson } from "@/lib/core/json/raw";
import { type GatewayScope, systemScope, type UserScope } from "@/lib/core/scope";
import { createSigningSecret } from "@/lib/gateways/signing-secrets";
import type { Delivery, DeliveryAttempt } from "@/lib/generated/prisma/client";
import type { EventType } from "@/lib/notices/notices";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { type EnqueuedNotice, enqueueNotice, gatewayAt } from "../enqueue";

export const system = systemScope("tests");

/** A gateway with callback and secret, and a person who can replay, in their own tenant. */
export type Scenario = {
  tenant: TestTenant;
  gatewayId: string;
  gateway: GatewayScope;
  person: UserScope;
  secret: string;
  url: string;
  owe: (options?: { url?: string; data?: Record<string, unknown>; type?: EventType }) => Promise<Owed>;
};

type Owed = EnqueuedNotice & { deliveryId: string };

export async function aScenario(url: string): Promise<Scenario> {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], url);
  const secret = await ingest(system, (tx) => createSigningSecret(tx, gateway.id));
  const person = await aPerson([tenant]);
  const owe: Scenario["owe"] = (options = {}) =>
    ingest(system, async (tx) => {
      const event = await enqueueNotice(tx, {
        tenantId: tenant.id,
        gatewayId: gateway.id,
        type: options.type ?? "approval.approved",
        data: options.data ?? { tool: "send-broadcast", arguments: RawJson.parse('{"n":9007199254740993}') },
        to: gatewayAt(gateway.id, options.url ?? url),
      });
      if (event.deliveryId === null) throw new Error("no delivery was owed");
      return { ...event, deliveryId: event.deliveryId };
    });
  return { tenant, gatewayId: gateway.id, gateway: gateway.scope, person, secret, url, owe };
}

export function theDelivery(id: string): Promise<Delivery & { log: DeliveryAttempt[] }> {
  return read(system, (tx) =>
    tx.delivery.findFirstOrThrow({ where: { id }, include: { log: { orderBy: { attempt: "asc" } } } }),
  );
}

/** A millisecond ago: the columns round, and a time must not be in the future. */
export async function makeDue(id: string): Promise<void> {
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update deliveries
      set next_attempt_at = least(next_attempt_at, d.past), lease_until = least(lease_until, d.past)
      from (select clock_timestamp() - interval '1 millisecond' as past) d
      where id = ${id}::uuid`,
  );
}

/** Polls until true; fails after `ms`. */
export async function until(what: string, ask: () => Promise<boolean> | boolean, ms = 60_000): Promise<void> {
  const end = Date.now() + ms;
  while (!(await ask())) {
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
