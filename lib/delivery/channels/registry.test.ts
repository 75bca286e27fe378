import { expect, test } from "vitest";
import { LAPSED } from "@/lib/approvals/callbacks";
import { ingest, read } from "@/lib/core/db";
import { replayDelivery } from "../commands";
import { enqueueForPeople, enqueueNotice, gatewayAt } from "../enqueue";
import { getDelivery, listDeliveries, listEvents } from "../queries";
import { verified } from "../testing/receiver";
import { system, theDelivery } from "../testing/scene";
import { ownWorkers, scenarioWith } from "../testing/workers";
import { runOnce } from "../worker";

ownWorkers();

test("a notice reaches its recipient over its channel", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  expect(await theDelivery(deliveryId)).toMatchObject({
    recipientKind: "gateway",
    gatewayId: scenario.gatewayId,
    channel: "callback",
  });
});

test("what a version without the columns writes goes to the gateway's callback", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      with old as (delete from deliveries where id = ${deliveryId}::uuid
                   returning id, tenant_id, gateway_id, event_id, approval_id, url)
      insert into deliveries (id, tenant_id, gateway_id, event_id, approval_id, url)
      select gen_random_uuid(), tenant_id, gateway_id, event_id, approval_id, url from old`,
  );
  expect(await runOnce()).toBe(1);
  expect(scenario.receiver.received).toHaveLength(1);
});

test("deliveries of a channel that only a newer version knows are left to that version", async () => {
  const scenario = await scenarioWith();
  const later = await scenario.owe();
  await ingest(
    system,
    (tx) => tx.$executeRaw`update deliveries set channel = 'pigeon' where id = ${later.deliveryId}::uuid`,
  );
  const { deliveryId } = await scenario.owe();
  expect(await runOnce()).toBe(1);
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered" });
  expect(await theDelivery(later.deliveryId)).toMatchObject({ state: "waiting", attempts: 0 });
});

test.each(["email", "pigeon"])(
  "a message over another channel, %s, is no callback: nobody reads it there or sends it again",
  async (channel) => {
    const scenario = await scenarioWith();
    const { deliveryId } = await scenario.owe();
    expect(await runOnce()).toBe(1);
    await ingest(
      system,
      (tx) => tx.$executeRaw`update deliveries set channel = ${channel} where id = ${deliveryId}::uuid`,
    );
    const missing = { code: "NOT_FOUND" };
    await expect(replayDelivery(scenario.person, deliveryId, LAPSED)).rejects.toMatchObject(missing);
    await expect(getDelivery(scenario.person, deliveryId)).rejects.toMatchObject(missing);
    expect((await listDeliveries(scenario.person)).rows).toEqual([]);
    expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered", attempts: 1 });
  },
);

test("hooks follow the outcomes of callbacks or of messages to people, not both", async () => {
  const scenario = await scenarioWith();
  await scenario.owe();
  const told: string[] = [];
  const follow = (name: string) => async () => {
    told.push(name);
    return [];
  };
  const other = { of: "people" as const, follow: follow("other"), alone: () => true };
  await runOnce({ settle: [other, { of: "callbacks", follow: follow("own") }] });
  expect(told).toEqual(["own"]);
});

test("what is held is looked at again at most once a second, whatever its end", async () => {
  const { tenant, person } = await scenarioWith();
  const id = crypto.randomUUID();
  const to = { id, kind: "user", recipientId: person.actor.id, channel: "email", dueAt: null } as const;
  const event = { tenantId: tenant.id, approvalId: null, type: "weekly", urgency: 0 } as const;
  await ingest(system, (tx) => enqueueForPeople(tx, event, [to]));
  expect(await runOnce({ compose: async () => ({ heldMs: -60_000, reason: "Held by quiet hours." }) })).toBe(
    1,
  );
  const { state, nextAttemptAt, log } = await theDelivery(id);
  expect(state).toBe("waiting");
  const [attempt] = log;
  expect(nextAttemptAt.getTime() - (attempt?.startedAt.getTime() ?? 0)).toBeGreaterThanOrEqual(1_000);
});

test("a notice for others stands in no gateway's feed and replaces none of its callbacks", async () => {
  const scenario = await scenarioWith();
  const { tenant, gatewayId, gateway, url, secret } = scenario;
  const approvalId = crypto.randomUUID();
  const notice = { tenantId: tenant.id, approvalId, data: {} };
  await ingest(system, async (tx) => {
    await enqueueNotice(tx, {
      ...notice,
      type: "approval.approved",
      gatewayId,
      to: gatewayAt(gatewayId, url),
    });
    await enqueueNotice(tx, { ...notice, type: "approval.revoked", gatewayId: null, to: [] });
  });
  expect(await runOnce()).toBe(1);
  const [got] = scenario.receiver.received;
  expect(got && verified(secret, got)).toMatchObject({ type: "approval.approved" });
  // The feed waits for older transactions, including those of other tests.
  const types = async () =>
    (await listEvents(gateway, {})).data.map(({ text }) => JSON.parse(text).type as string);
  await expect.poll(types).toEqual(["approval.approved"]);
  expect(await read(system, (tx) => tx.delivery.count({ where: { approvalId } }))).toBe(1);
});
