import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { closeLiveHub } from "@/lib/live/hub";
import { countStatements } from "@/lib/testing/statements";
import { useOwnDatabase } from "./testing/database";
import { aReceiver, status } from "./testing/receiver";
import { aScenario, type Scenario, system, theDelivery, until } from "./testing/scene";
import { type DeliveryWorkerOptions, runOnce, startDeliveryWorker } from "./worker";

// Queries of the delivery worker.

let drop: () => Promise<void>;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await ingest(system, (tx) => tx.$executeRaw`delete from outbox_events`);
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

async function scenarioWith(): Promise<Scenario> {
  const one = await aReceiver(status(200));
  open.push(one);
  return aScenario(one.url);
}

/** A running worker that ends with the test. */
function working(options: DeliveryWorkerOptions = {}): void {
  const stop = new AbortController();
  const ended = startDeliveryWorker({ ...options, signal: stop.signal });
  open.push({
    close: async () => {
      stop.abort();
      await ended;
    },
  });
}

test("a callback takes three statements: the turn, the claim and the outcome", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  const { texts, stop } = countStatements();
  expect(await runOnce().finally(stop)).toBe(1);
  expect(texts).toHaveLength(3);
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered" });
});

test("a running worker looks once for each announcement, and not again when what it found was delivered", async () => {
  const scenario = await scenarioWith();
  const { texts, stop } = countStatements();
  const claims = () => texts.filter((text) => text.includes("delivery claims")).length;
  working({ pollMs: 600_000 });
  await until("its first look", () => claims() === 1);
  for (const turn of [1, 2, 3]) {
    const { deliveryId } = await scenario.owe();
    await until("delivered", async () => (await theDelivery(deliveryId)).state === "delivered");
    expect(claims()).toBe(1 + turn);
  }
  stop();
});

test("when all slots are taken, each that is freed is filled at once, without a poll", async () => {
  const scenario = await scenarioWith();
  working({ concurrency: 2, pollMs: 600_000 });
  const owed = await Promise.all(Array.from({ length: 9 }, () => scenario.owe()));
  await until("all delivered", async () => {
    const deliveries = await Promise.all(owed.map((one) => theDelivery(one.deliveryId)));
    return deliveries.every(({ state }) => state === "delivered");
  });
});
