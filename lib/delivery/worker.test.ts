import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { NO_TENANT } from "@/lib/core/scope";
import { encryptSecret } from "@/lib/core/secrets";
import { leaseDue } from "./lease";
import { NEVER_DOUBTED, NEVER_LAPSED } from "./news";
import type { DeliveryOutcome } from "./record";
import { moveCallback } from "./redirection";
import { silence, status, verified } from "./testing/receiver";
import { aScenario, makeDue, system, theDelivery, until } from "./testing/scene";
import { ownWorkers, receiver, scenarioWith, working } from "./testing/workers";
import { runOnce, startDeliveryWorker } from "./worker";

ownWorkers();

test("a callback arrives once, signed, byte for byte, and is recorded with what was said", async () => {
  const scenario = await scenarioWith(status(200, { "x-seen": "yes", "set-cookie": "s=1" }, '{"ok":true}'));
  const { deliveryId, eventId } = await scenario.owe();
  expect(await runOnce()).toBe(1);
  expect(await runOnce()).toBe(0);
  const [got, ...more] = scenario.receiver.received;
  expect(more).toEqual([]);
  if (!got) throw new Error("nothing came");
  expect(verified(scenario.secret, got)).toMatchObject({ type: "approval.approved" });
  expect(got.headers["webhook-id"]).toBe(eventId);
  expect(got.body).toContain('"arguments":{"n":9007199254740993}');
  expect(got.body).toMatch(/^\{"type":"approval.approved","timestamp":"\d{4}-[^"]+Z","data":\{/);
  const delivery = await theDelivery(deliveryId);
  expect(delivery).toMatchObject({
    state: "delivered",
    attempts: 1,
    lastStatus: 200,
    lastError: null,
    leaseId: null,
  });
  const [attempt] = delivery.log;
  expect(attempt).toMatchObject({ attempt: 1, status: 200, error: null, responseBody: '{"ok":true}' });
  expect(attempt?.responseHeaders).toMatchObject({ "x-seen": "yes", "set-cookie": "[not kept]" });
  expect(attempt?.requestHeaders).toMatchObject({ "webhook-signature": got.headers["webhook-signature"] });
  expect(JSON.stringify(delivery.log)).not.toContain(scenario.secret);
});

test("what was enqueued in a transaction that rolls back is never sent", async () => {
  const scenario = await scenarioWith();
  const failing = ingest(system, async (tx) => {
    const { enqueueNotice, gatewayAt } = await import("./enqueue");
    await enqueueNotice(tx, {
      tenantId: scenario.tenant.id,
      gatewayId: scenario.gatewayId,
      type: "test.ping",
      data: {},
      to: gatewayAt(scenario.gatewayId, scenario.url),
    });
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await runOnce()).toBe(0);
  expect(scenario.receiver.connections()).toBe(0);
});

test("what ends together is written together, each as it ended, though what follows from one cannot be written", async () => {
  const answers = await receiver((response, { path }) => {
    response.writeHead(path.endsWith("/busy") ? 503 : 200).end(path);
  });
  const [good, busy, odd] = await Promise.all(
    ["/good", "/busy", "/odd"].map((path) => aScenario(answers.url + path)),
  );
  const owed = async (scenario = good) =>
    (await Promise.all([scenario?.owe(), scenario?.owe()])).map((one) => one?.deliveryId ?? "");
  const [fine, later, odds] = await Promise.all([owed(good), owed(busy), owed(odd)]);
  const together: number[] = [];
  await runOnce({
    settle: [
      {
        of: "callbacks",
        follow: async (tx, settled) => {
          together.push(settled.length);
          for (const { answerBody } of settled)
            if (answerBody?.endsWith("/odd")) await tx.$executeRaw`select 1 from no_such_table`;
          return [];
        },
      },
    ],
  });
  expect(Math.max(...together)).toBeGreaterThan(1);
  const states = async (ids: string[]) =>
    (await Promise.all(ids.map(theDelivery))).map(({ state, log }) => [state, log.length]);
  expect(await states([...fine, ...odds])).toEqual(Array(4).fill(["delivered", 1]));
  expect(await states(later)).toEqual(Array(2).fill(["waiting", 1]));
});

test("503 with Retry-After is tried again no earlier than asked, with the same id and a new timestamp", async () => {
  const scenario = await scenarioWith((response, _, count) =>
    response.writeHead(count === 1 ? 503 : 200, count === 1 ? { "retry-after": "1" } : {}).end(),
  );
  working({ pollMs: 3_600_000 });
  const { deliveryId } = await scenario.owe();
  const delivered = async () => (await theDelivery(deliveryId)).state === "delivered";
  await until("delivered, not with the next poll", delivered, 60_000);
  const [first, second] = scenario.receiver.received;
  if (!first || !second) throw new Error("two attempts were expected");
  expect(second.at - first.at).toBeGreaterThanOrEqual(995);
  expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  expect(second.headers["webhook-timestamp"]).not.toBe(first.headers["webhook-timestamp"]);
  expect(second.body).toBe(first.body);
  verified(scenario.secret, second);
}, 90_000);

test("410 ends it, switches the endpoint off and says so in the trail; what is owed then is not sent", async () => {
  const scenario = await scenarioWith(status(410));
  const { deliveryId } = await scenario.owe();
  const later = await scenario.owe();
  await runOnce({ perRecipient: 1 });
  await runOnce();
  expect(scenario.receiver.received).toHaveLength(1);
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "dead", lastStatus: 410 });
  expect(await theDelivery(later.deliveryId)).toMatchObject({ state: "dead", lastStatus: null });
  const gateway = await read(system, (tx) =>
    tx.gateway.findUniqueOrThrow({ where: { id: scenario.gatewayId } }),
  );
  expect(gateway.callbackOffAt).not.toBeNull();
  const trail = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: scenario.gatewayId } }),
  );
  expect(trail).toMatchObject([{ tenantId: NO_TENANT, action: "gateway.callback_switched_off" }]);
  await expect(scenario.owe()).rejects.toThrow("no delivery was owed");
});

test("410 from an address the gateway has left meanwhile ends nothing: the new one is told at once", async () => {
  const there = await receiver();
  const moved: { gatewayId?: string } = {};
  const scenario = await scenarioWith((response) => {
    void moveCallback(system, moved.gatewayId ?? "", there.url).then(() => response.writeHead(410).end());
  });
  moved.gatewayId = scenario.gatewayId;
  const { deliveryId } = await scenario.owe();
  await runOnce();
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "waiting", url: there.url });
  await runOnce();
  expect(there.received).toHaveLength(1);
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered" });
});

test("410 from a path that only one request named leaves the gateway's own endpoint on", async () => {
  const scenario = await scenarioWith(status(410));
  const { deliveryId } = await scenario.owe({ url: `${scenario.url}/elsewhere` });
  await runOnce();
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "dead" });
  const gateway = await read(system, (tx) =>
    tx.gateway.findUniqueOrThrow({ where: { id: scenario.gatewayId } }),
  );
  expect(gateway.callbackOffAt).toBeNull();
});

test("72 hours after its first attempt it is dead, in the trail, with all 25 attempts kept", async () => {
  const scenario = await scenarioWith(status(500));
  const { deliveryId } = await scenario.owe();
  for (let i = 0; i < 30; i += 1) {
    await runOnce({ random: () => 0.5 });
    await skipAhead(deliveryId);
  }
  const delivery = await theDelivery(deliveryId);
  expect(delivery).toMatchObject({ state: "dead", attempts: 25, lastStatus: 500 });
  expect(delivery.log).toHaveLength(25);
  expect(delivery.lastError).toBe("Given up after 25 attempts. The gateway answered HTTP 500.");
  const trail = await read(system, (tx) => tx.activity.findMany({ where: { subjectId: deliveryId } }));
  expect(trail.map((row) => row.action)).toEqual(["delivery.dead"]);
});

test("a worker that lost its lease records nothing, even while its successor is still waiting", async () => {
  const answers: (() => void)[] = [];
  const scenario = await scenarioWith((response, _, count) => {
    answers.push(() => response.writeHead(count === 1 ? 500 : 200).end());
  });
  const { deliveryId } = await scenario.owe();
  const slow = runOnce({ answerMs: 600_000 });
  await until("the first is waiting", () => answers.length === 1, 60_000);
  await makeDue(deliveryId);
  const successor = runOnce({ answerMs: 600_000 });
  await until("its successor is waiting", () => answers.length === 2, 60_000);
  answers[0]?.();
  await slow;
  answers[1]?.();
  expect(await successor).toBe(1);
  const delivery = await theDelivery(deliveryId);
  expect(delivery).toMatchObject({ state: "delivered", lastStatus: 200, attempts: 2 });
  expect(delivery.log.map((one) => one.status)).toEqual([null, 200]);
  expect(delivery.log[0]?.error).toMatch(/cut off before it noted an answer/);
  expect(new Set(scenario.receiver.received.map((one) => one.headers["webhook-id"])).size).toBe(1);
}, 180_000);

test("what follows from an outcome shares its transaction, and cannot undo it", async () => {
  const scenario = await scenarioWith(status(200, {}, '{"execution":{"state":"succeeded"}}'));
  const { deliveryId, eventId } = await scenario.owe();
  const told: DeliveryOutcome[] = [];
  await runOnce({
    settle: [
      {
        of: "callbacks",
        follow: async (tx, settled) => {
          told.push(...settled);
          await tx.$executeRaw`update gateways set callback_url = null where id = ${scenario.gatewayId}::uuid`;
          throw new DomainError("CONFLICT", "this report does not fit");
        },
      },
      {
        of: "callbacks",
        follow: async (tx) => {
          await tx.$executeRaw`select 1 from no_such_table`;
          return [];
        },
      },
      {
        of: "callbacks",
        follow: async (tx) => {
          await tx.$executeRaw`update gateways set callback_off_reason = 'third' where id = ${scenario.gatewayId}::uuid`;
          return [];
        },
      },
    ],
  });
  const facts = {
    deliveryId,
    eventId,
    tenantId: scenario.tenant.id,
    recipientId: scenario.gatewayId,
    approvalId: null,
    ...{ error: null, heldMs: null, message: null, remote: undefined },
  };
  expect(told.at(-1)).toEqual({
    ...facts,
    outcome: "delivered",
    answerBody: '{"execution":{"state":"succeeded"}}',
  });
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered" });
  expect((await theDelivery(deliveryId)).log).toHaveLength(1);
  const gateway = await read(system, (tx) =>
    tx.gateway.findUniqueOrThrow({ where: { id: scenario.gatewayId } }),
  );
  expect(gateway).toMatchObject({ callbackOffReason: "third", callbackUrl: scenario.url });
});

test("poison is set aside and holds up nobody", async () => {
  const poisoned = await scenarioWith();
  await ingest(system, (tx) =>
    tx.signingSecret.updateMany({
      where: { gatewayId: poisoned.gatewayId },
      data: { ciphertext: encryptSecret("no secret of any form") },
    }),
  );
  const scenario = await scenarioWith(status(200, {}, "nul \u0000 byte"));
  const bad = await poisoned.owe();
  const notUrl = await scenario.owe({ url: "not a url" });
  const good = await scenario.owe();
  await runOnce();
  const delivered = await theDelivery(good.deliveryId);
  expect(delivered.state).toBe("delivered");
  expect(delivered.log[0]?.responseBody).toBe("nul \uFFFD byte");
  expect(await theDelivery(bad.deliveryId)).toMatchObject({ state: "dead", attempts: 1 });
  expect((await theDelivery(bad.deliveryId)).lastError).toMatch(/could not be made into a request/);
  expect((await theDelivery(notUrl.deliveryId)).lastError).toMatch(/not an absolute URL.*Nothing was sent/);
});

test("a secret that cannot be read, or none, is tried again: configuration cures it", async () => {
  const scenario = await scenarioWith();
  const data = { ciphertext: Buffer.alloc(60).toString("base64") };
  await ingest(system, (tx) =>
    tx.signingSecret.updateMany({ where: { gatewayId: scenario.gatewayId }, data }),
  );
  const { deliveryId } = await scenario.owe();
  await runOnce();
  expect((await theDelivery(deliveryId)).lastError).toMatch(/cannot be read with this AUTH_SECRET/);
  await ingest(system, (tx) => tx.signingSecret.deleteMany({ where: { gatewayId: scenario.gatewayId } }));
  await makeDue(deliveryId);
  await runOnce();
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "waiting", attempts: 2 });
  expect((await theDelivery(deliveryId)).lastError).toMatch(/has no signing secret/);
  expect(scenario.receiver.connections()).toBe(0);
});

test("a delivery that keeps taking its worker down is set aside in the end", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  const limits = { lapsed: NEVER_LAPSED, doubted: NEVER_DOUBTED, room: 5, perRecipient: 5, leaseMs: 1 };
  for (let i = 0; i < 20; i += 1) {
    expect((await leaseDue(system, limits)).leased).toHaveLength(1);
    await makeDue(deliveryId);
  }
  await runOnce();
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "dead", attempts: 21 });
  expect(scenario.receiver.connections()).toBe(0);
});

test("on its signal a worker finishes what it has begun", async () => {
  let answer = () => {};
  const scenario = await scenarioWith((response) => {
    answer = () => response.end();
  });
  const stop = new AbortController();
  const limits = { drainMs: 600_000, answerMs: 600_000 };
  const ended = startDeliveryWorker({ signal: stop.signal, ...limits });
  const { deliveryId } = await scenario.owe();
  await until("it was sent", () => scenario.receiver.received.length === 1, 60_000);
  stop.abort();
  answer();
  await ended;
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "delivered", attempts: 1 });
}, 90_000);

test("what takes a stopped worker too long is cut and kept for another", async () => {
  const scenario = await scenarioWith(silence);
  const stop = new AbortController();
  const limits = { drainMs: 50, answerMs: 600_000 };
  const ended = startDeliveryWorker({ signal: stop.signal, ...limits });
  const { deliveryId } = await scenario.owe();
  await until("it was sent", () => scenario.receiver.received.length === 1, 60_000);
  stop.abort();
  await ended;
  const delivery = await theDelivery(deliveryId);
  expect(delivery).toMatchObject({ state: "waiting", leaseId: null });
  expect(delivery.lastError).toMatch(/worker stopped/);
}, 90_000);

/** Makes the delivery's next attempt due by moving its past back. */
async function skipAhead(id: string): Promise<void> {
  await ingest(system, async (tx) => {
    await tx.$executeRaw`
      update delivery_attempts a set started_at = a.started_at - (d.next_attempt_at - clock_timestamp())
      from deliveries d where d.id = ${id}::uuid and a.delivery_id = d.id and d.state = 'waiting'`;
    await tx.$executeRaw`update deliveries set next_attempt_at = clock_timestamp() - interval '1 second' where id = ${id}::uuid`;
  });
}
