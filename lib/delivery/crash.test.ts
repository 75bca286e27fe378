import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { randomOf } from "@/lib/testing/random";
import { timeForTrials, trials } from "@/lib/testing/trials";
import { useOwnDatabase } from "./testing/database";
import { aProcess, itsFirstMessage, type TestProcess } from "./testing/processes";
import { type Answering, aReceiver, type Receiver, verified } from "./testing/receiver";
import { aScenario, makeDue, type Scenario, system, theDelivery, until } from "./testing/scene";
import { runOnce } from "./worker";

const CHILD = "lib/delivery/testing/worker-process.ts";
const KILLS = trials(2, 100);
// Longer than any test, so that a slow machine does not end a lease before its worker is killed.
const LEASE_MS = "600000";
// For the random run, in which leases end by themselves.
const SHORT_LEASE_MS = "600";

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
  await closeDatabase();
  await drop();
});

async function scenarioWith(answer?: Answering): Promise<Scenario & { receiver: Receiver }> {
  const receiver = await aReceiver(answer);
  open.push(receiver);
  return { ...(await aScenario(receiver.url)), receiver };
}

async function aWorker(env: Record<string, string> = {}): Promise<TestProcess> {
  const worker = aProcess(CHILD, { TEST_LEASE_MS: LEASE_MS, ...env });
  open.push({
    close: async () => {
      worker.child.kill("SIGKILL");
      await worker.ended;
    },
  });
  await itsFirstMessage(worker);
  return worker;
}

/** A second worker after a kill: nothing while the lease lasts, then the same callback again. */
async function finishAfter(worker: TestProcess, deliveryId: string): Promise<void> {
  expect(await worker.ended).toBe("SIGKILL");
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "sending" });
  expect(await runOnce()).toBe(0);
  await makeDue(deliveryId);
  await until("another worker took over", async () => (await runOnce()) === 1);
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered", attempts: 2, lastStatus: 200 });
  const { log } = await theDelivery(deliveryId);
  expect(log.map((one) => one.status)).toEqual([null, 200]);
}

test.each([
  ["claimed", 1],
  ["answered", 2],
  ["recording", 2],
])("a worker killed at '%s' loses nothing: %i POST, one id", async (failpoint, posts) => {
  const scenario = await scenarioWith();
  const { deliveryId, eventId } = await scenario.owe();
  const worker = await aWorker({ COUNTERSIGN_FAILPOINT: failpoint });
  await finishAfter(worker, deliveryId);
  expect(scenario.receiver.received.map((one) => one.headers["webhook-id"])).toEqual(
    Array(posts).fill(eventId),
  );
  for (const one of scenario.receiver.received) verified(scenario.secret, one);
});

test("a worker killed in the middle of the body loses nothing", async () => {
  let worker: TestProcess | undefined;
  let whole = 0;
  const server = http.createServer((request, response) => {
    worker?.child.kill("SIGKILL");
    request.on("error", () => undefined); // the first request breaks off, as intended
    request.resume().on("end", () => {
      if (!request.complete) return;
      whole += 1;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: async () => void server.close() });
  const scenario = await aScenario(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { deliveryId } = await scenario.owe({ data: { text: "x".repeat(1_000_000) } });
  worker = await aWorker();
  await finishAfter(worker, deliveryId);
  expect(whole).toBeGreaterThanOrEqual(1);
});

test(
  "workers killed at random, a gateway that answers 503 now and then: each decision arrives, signed, under one id",
  async () => {
    const random = randomOf(1);
    const scenario = await scenarioWith((response) => {
      const code = random() < 0.1 ? 503 : 200;
      setTimeout(() => response.writeHead(code).end(), random() * 30);
    });
    const owed: string[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const worker = await aWorker({ TEST_LEASE_MS: SHORT_LEASE_MS, LOG_LEVEL: "silent" });
      const two = await Promise.all([scenario.owe(), scenario.owe()]);
      owed.push(...two.map((one) => one.eventId));
      await new Promise((resolve) => setTimeout(resolve, random() * 60));
      worker.child.kill("SIGKILL");
      await worker.ended;
    }
    await aWorker({ TEST_LEASE_MS: SHORT_LEASE_MS, LOG_LEVEL: "silent" });
    const waiting = () => read(system, (tx) => tx.delivery.count({ where: { state: { not: "delivered" } } }));
    await until("all delivered", async () => (await waiting()) === 0, timeForTrials(20_000));
    const ids = new Set(scenario.receiver.received.map((one) => one.headers["webhook-id"]));
    expect([...ids].toSorted()).toEqual(owed.toSorted());
    for (const one of scenario.receiver.received) verified(scenario.secret, one);
  },
  timeForTrials(60_000),
);
