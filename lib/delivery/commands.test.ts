import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LAPSED } from "@/lib/approvals/callbacks";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { rotateSigningSecret } from "@/lib/gateways/signing-secrets";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { replayDelivery, sendTestPing } from "./commands";
import { listEvents } from "./queries";
import { useOwnDatabase } from "./testing/database";
import { type Answering, aReceiver, type Receiver, status, statuses, verified } from "./testing/receiver";
import { aScenario, type Scenario, system, theDelivery, until } from "./testing/scene";
import { runOnce } from "./worker";

let drop: () => Promise<void>;
const open: Receiver[] = [];
const AT_ONCE_DEAD = { schedule: { offsetsMs: [0], everyMs: 1, giveUpMs: 0 } };

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await ingest(system, (tx) => tx.$executeRaw`delete from outbox_events`);
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function scenarioWith(answer?: Answering): Promise<Scenario & { receiver: Receiver }> {
  const receiver = await aReceiver(answer);
  open.push(receiver);
  return { ...(await aScenario(receiver.url)), receiver };
}

async function trailOf(subjectId: string): Promise<string[]> {
  const rows = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId }, orderBy: { seq: "asc" } }),
  );
  return rows.map((row) => `${row.actorName}: ${row.action}`);
}

test("a dead callback is replayed under the same id with the secret that is current now", async () => {
  const scenario = await scenarioWith(statuses(500, 200));
  const { deliveryId, eventId } = await scenario.owe();
  await runOnce(AT_ONCE_DEAD);
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "dead" });
  const renewed = await ingest(system, (tx) =>
    rotateSigningSecret(tx, scenario.gatewayId, { overlapHours: 0 }),
  );
  await replayDelivery(scenario.person, deliveryId, LAPSED);
  await runOnce();
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered", attempts: 1, lastError: null });
  const [first, second] = scenario.receiver.received;
  if (!first || !second) throw new Error("two attempts were expected");
  expect([first, second].map((one) => one.headers["webhook-id"])).toEqual([eventId, eventId]);
  expect(second.body).toBe(first.body);
  verified(renewed, second);
  expect(() => verified(scenario.secret, second)).toThrow();
  expect((await theDelivery(deliveryId)).log.map((one) => one.attempt)).toEqual([1, 2]);
  expect(await trailOf(deliveryId)).toEqual([
    "delivery worker: delivery.dead",
    `${scenario.person.actor.name}: delivery.replayed`,
  ]);
});

test("a delivered callback can be replayed; one that is still tried cannot, and of two replays one counts", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  await expect(replayDelivery(scenario.person, deliveryId, LAPSED)).rejects.toThrow(/still being tried/);
  await runOnce();
  const both = await Promise.allSettled([
    replayDelivery(scenario.person, deliveryId, LAPSED),
    replayDelivery(scenario.person, deliveryId, LAPSED),
  ]);
  expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await runOnce();
  expect(scenario.receiver.received).toHaveLength(2);
});

test("a replay follows the gateway to its new origin, and stays on the stored path of the old one", async () => {
  const scenario = await scenarioWith(status(500));
  const moved = await aReceiver();
  open.push(moved);
  const { deliveryId } = await scenario.owe({ url: `${scenario.url}/special` });
  await runOnce(AT_ONCE_DEAD);
  expect(await replayDelivery(scenario.person, deliveryId, LAPSED)).toMatchObject({
    url: `${scenario.url}/special`,
  });
  await runOnce(AT_ONCE_DEAD);
  await setCallback(scenario, { callbackUrl: moved.url });
  expect(await replayDelivery(scenario.person, deliveryId, LAPSED)).toMatchObject({ url: moved.url });
  await runOnce();
  expect(moved.received).toHaveLength(1);
});

test("nobody can be called: switched off, or without a URL", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  await runOnce();
  await setCallback(scenario, { callbackOffAt: new Date(), callbackOffReason: "Maintenance." });
  await expect(replayDelivery(scenario.person, deliveryId, LAPSED)).rejects.toThrow(
    /switched off: Maintenance\./,
  );
  await expect(sendTestPing(scenario.person, scenario.gatewayId)).rejects.toThrow(/switch it on first/);
  await setCallback(scenario, { callbackOffAt: null, callbackUrl: null });
  await expect(replayDelivery(scenario.person, deliveryId, LAPSED)).rejects.toThrow(/has no callback URL/);
});

test("viewers, other tenants' people and unknown ids get nothing sent", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  await runOnce();
  const viewer = await aPerson([scenario.tenant], "viewer");
  await expect(replayDelivery(viewer, deliveryId, LAPSED)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const stranger = await aPerson([await aTenant()], "admin");
  await expect(replayDelivery(stranger, deliveryId, LAPSED)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(sendTestPing(stranger, scenario.gatewayId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(replayDelivery(scenario.person, "x", LAPSED)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await runOnce()).toBe(0);
  expect(scenario.receiver.received).toHaveLength(1);
});

test("a test ping arrives signed, stands in the feed and in the trail", async () => {
  const scenario = await scenarioWith();
  const { eventId } = await sendTestPing(scenario.person, scenario.gatewayId);
  await runOnce();
  const [got] = scenario.receiver.received;
  if (!got) throw new Error("nothing came");
  expect(got.headers["webhook-id"]).toBe(eventId);
  expect(verified(scenario.secret, got)).toMatchObject({
    type: "test.ping",
    data: { tenant: scenario.tenant.key },
  });
  await until("the feed shows it", async () => {
    const feed = await listEvents(scenario.gateway, {});
    return feed.data.map((one) => one.text).join() === got.body;
  });
  expect(await trailOf(scenario.gatewayId)).toEqual([`${scenario.person.actor.name}: gateway.pinged`]);
  await sendTestPing(system, scenario.gatewayId, scenario.tenant.id);
  expect(await runOnce()).toBe(1);
});

async function setCallback(
  scenario: Scenario,
  data: { callbackUrl?: string | null; callbackOffAt?: Date | null; callbackOffReason?: string },
): Promise<void> {
  await ingest(system, (tx) => tx.gateway.update({ where: { id: scenario.gatewayId }, data }));
}
