import { storeSetting } from "@/lib/channels/settings";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import type { LeasedDelivery } from "@/lib/delivery/channels/types";
import type { Composed } from "@/lib/delivery/news";
import type { Notification } from "@/lib/generated/prisma/client";
import { compose } from "../compose";
import { noteOutcome } from "../outcomes";
import { runOnce } from "../worker";

const system = systemScope("tests");

const SERVER = {
  host: "127.0.0.1",
  port: 9,
  security: "none",
  user: null,
  password: null,
  from: "a@example.test",
};

/** E-mail as set up, so that people are reached; nothing is sent there by these tests. */
export const setUpEmail = () => ingest(system, (tx) => storeSetting(tx, "email", SERVER, "tests"));

/** Links a Slack account, which messages can be updated on. By its id, as Slack writes them, lost messages are looked up. */
export const linkSlack = ({ actor }: UserScope) =>
  ingest(system, (tx) =>
    tx.slackAccount.create({
      data: {
        userId: actor.id,
        teamId: "T1",
        slackUserId: `U${newId().slice(-12).toUpperCase()}`,
        name: actor.name,
      },
    }),
  );

/** Reads all events into notifications. */
export async function notified(): Promise<void> {
  while (await runOnce());
}

/** The notifications of a tenant, oldest first. */
export const notificationsOf = (tenantId: string): Promise<Notification[]> =>
  read(system, (tx) => tx.notification.findMany({ where: { tenantId }, orderBy: { id: "asc" } }));

/** "Maya email waits queued" of each, sorted. */
export async function toldIn(tenantId: string): Promise<string[]> {
  const rows = await notificationsOf(tenantId);
  return rows
    .map(({ recipientName, channel, kind, state }) => [recipientName, channel, kind, state].join(" "))
    .sort();
}

/** A notification's delivery as its worker holds it. */
function leased(row: Notification, over: Partial<LeasedDelivery> = {}): LeasedDelivery {
  if (row.deliveryId === null) throw new Error("it has no delivery");
  const { tenantId, recipientKind, recipientId, channel, approvalId } = row;
  return {
    ...{ id: row.deliveryId, leaseId: newId(), eventId: newId(), tenantId, recipientId, approvalId },
    recipientKind: recipientKind as LeasedDelivery["recipientKind"],
    channel: channel as LeasedDelivery["channel"],
    ...{ url: "", body: "{}", attempts: 1, leasedAt: new Date(), firstAttemptAt: null, lostAttempts: 0 },
    ...{ lapsed: false, doubted: false, traceParent: null, address: null, message: null },
    ...over,
  };
}

export const composed = (row: Notification): Promise<Composed> => compose(leased(row));

/** The same after an attempt that failed: with a status, or without an answer. */
export async function composedAfter(row: Notification, status: number | null): Promise<Composed> {
  const { tenantId, deliveryId } = row;
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into delivery_attempts (delivery_id, attempt, tenant_id, started_at, duration_ms, status, error, request_headers)
      values (${deliveryId}::uuid, 1, ${tenantId}::uuid, clock_timestamp(), 5, ${status}::int, 'It failed.', '{}')
      on conflict do nothing`,
  );
  return compose(leased(row, { attempts: 2 }));
}

/** Composes it and notes that it was delivered, as the worker does. */
export async function sent(row: Notification, remote: unknown = null): Promise<Composed> {
  const now = await composed(row);
  if (!("message" in now)) throw new Error(`nothing was sent: ${JSON.stringify(now)}`);
  const { id: deliveryId, tenantId, recipientId, eventId, approvalId } = leased(row);
  const facts = { deliveryId, tenantId, recipientId, eventId, approvalId, answerBody: null, heldMs: null };
  await ingest(system, async (tx) => {
    await tx.$executeRaw`update deliveries set state = 'delivered', attempts = 1 where id = ${deliveryId}::uuid`;
    await noteOutcome.follow(tx, [
      { ...facts, outcome: "delivered", error: null, message: now.message, remote },
    ]);
  });
  return now;
}
