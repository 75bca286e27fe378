import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { LAPSED } from "@/lib/approvals/callbacks";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { periodOf } from "@/lib/core/list/days";
import { proveScope, type UserScope } from "@/lib/core/scope";
import { replayDelivery, replayUndelivered } from "@/lib/delivery/commands";
import { enqueueNotice, gatewayAt } from "@/lib/delivery/enqueue";
import { shownDelivery } from "@/lib/delivery/excerpts";
import { listUndelivered } from "@/lib/delivery/failures";
import { deliveryList } from "@/lib/delivery/list";
import { getDelivery, listDeliveries } from "@/lib/delivery/queries";
import { moveCallback } from "@/lib/delivery/redirection";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { type Answering, aReceiver, type Receiver, status, verified } from "@/lib/delivery/testing/receiver";
import { aScenario, makeDue, type Scenario, system, theDelivery, until } from "@/lib/delivery/testing/scene";
import { runOnce } from "@/lib/delivery/worker";
import { listHealth } from "@/lib/insights/gateway-health";
import { closeLiveHub, liveHub } from "@/lib/live/hub";
import { clearLogs as clear } from "@/lib/maintenance/worker";
import { aPerson, aTenant, unique } from "@/lib/testing/factories";
import { switchCallback } from "./commands";
import { createKey } from "./keys";
import { registerGateway } from "./registration";

const AT_ONCE_DEAD = { schedule: { offsetsMs: [0], everyMs: 1, giveUpMs: 0 } };

let drop: () => Promise<void>;

const open: Receiver[] = [];

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

async function scenarioWith(answer?: Answering): Promise<Scenario & { receiver: Receiver }> {
  const receiver = await aReceiver(answer);
  open.push(receiver);
  return { ...(await aScenario(receiver.url)), receiver };
}

async function allOf(scenario: Scenario): Promise<UserScope> {
  const { actor, tenants } = await aPerson([scenario.tenant], "admin");
  return proveScope(actor, tenants, { unlimited: true });
}

test.each([
  "http://10.0.0.1/hooks",
  "https://169.254.169.254/",
  "https://user:pass@gateway.example/",
  "https://0x0a.1/",
  "ftp://gateway.example/",
])("a gateway is not registered for %s, nor moved there", async (url) => {
  const name = unique("gw");
  const tenants = [unique("t")];
  const refusal = { code: "VALIDATION_ERROR" };
  await expect(registerGateway(system, { name, tenants, callbackUrl: url })).rejects.toMatchObject(refusal);
  const { gateway, secret } = await registerGateway(system, { name, tenants });
  expect(secret).toMatch(/^whsec_/);
  await expect(moveCallback(system, gateway.id, url)).rejects.toMatchObject({
    ...refusal,
    details: { errors: [{ pointer: "/url" }] },
  });
});

test("what is owed follows the callback to its new address; a path of its own stays within the origin", async () => {
  const scenario = await scenarioWith(status(500));
  const there = await aReceiver();
  open.push(there);
  const own = `${new URL(scenario.url).origin}/own`;
  const [plain, special] = [await scenario.owe(), await scenario.owe({ url: own })];
  await runOnce();
  const sameOrigin = `${new URL(scenario.url).origin}/new`;
  await moveCallback(system, scenario.gatewayId, sameOrigin);
  expect((await theDelivery(plain.deliveryId)).url).toBe(sameOrigin);
  expect((await theDelivery(special.deliveryId)).url).toBe(own);
  await moveCallback(system, scenario.gatewayId, there.url);
  await runOnce();
  expect(there.received.map((one) => one.headers["webhook-id"]).toSorted()).toEqual(
    [plain.eventId, special.eventId].toSorted(),
  );
  for (const one of there.received) verified(scenario.secret, one);
  const trail = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: scenario.gatewayId }, orderBy: { seq: "asc" } }),
  );
  expect(trail.map((row) => JSON.parse(row.details))).toMatchObject([{ owed_moved: 2 }, { owed_moved: 2 }]);
});

test("every tenant whose callbacks moved hears of it", async () => {
  const scenario = await scenarioWith(status(500));
  const other = await aTenant();
  await scenario.owe();
  await ingest(system, async (tx) => {
    await tx.gatewayTenant.create({ data: { gatewayId: scenario.gatewayId, tenantId: other.id } });
    const { gatewayId, url } = scenario;
    const notice = { gatewayId, type: "approval.approved" as const, data: {}, to: gatewayAt(gatewayId, url) };
    await enqueueNotice(tx, { ...notice, tenantId: other.id });
  });
  const told = new Set<string>();
  const leave = await liveHub().subscribe({
    event: ({ topic, tenantId }) => void (topic === "delivery" && told.add(tenantId)),
    reset: () => undefined,
  });
  await moveCallback(system, scenario.gatewayId, `${new URL(scenario.url).origin}/new`);
  await until("both are told", () => told.size === 2);
  leave();
  expect(told).toEqual(new Set([scenario.tenant.id, other.id]));
});

test("an address is shown, and kept in the trail, without the secret in its query", async () => {
  const scenario = await scenarioWith(status(500));
  const canary = "canary-0123456789-abcdef";
  const url = `${scenario.url}?room=7&token=${canary}`;
  const { deliveryId } = await scenario.owe({ url });
  await runOnce(AT_ONCE_DEAD);
  await moveCallback(system, scenario.gatewayId, url);
  await moveCallback(system, scenario.gatewayId, `${url}2`);
  const told = await replayDelivery(scenario.person, deliveryId, LAPSED);
  const shown = shownDelivery(await getDelivery(scenario.person, deliveryId));
  const trail = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: { in: [scenario.gatewayId, deliveryId] } } }),
  );
  expect(JSON.stringify([told, shown, trail.map((row) => row.details)])).not.toContain(canary);
  const registered = await registerGateway(system, {
    name: unique("gw"),
    tenants: [scenario.tenant.key],
    callbackUrl: `https://gateway.example/?token=${canary}`,
  });
  const made = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: registered.gateway.id } }),
  );
  expect(JSON.stringify(made.map((row) => row.details))).not.toContain(canary);
  expect(shown.url).toContain("room=7");
  expect(trail.map((row) => row.action)).toContain("delivery.replayed");
  await runOnce();
  expect(scenario.receiver.received.at(-1)?.path).toContain(canary);
});

test("without an address what is owed ends as not told; once there is one again it can be sent", async () => {
  const scenario = await scenarioWith();
  const { deliveryId, eventId } = await scenario.owe();
  await moveCallback(system, scenario.gatewayId, null);
  await runOnce();
  expect(await theDelivery(deliveryId)).toMatchObject({ state: "dead" });
  expect((await theDelivery(deliveryId)).lastError).toMatch(/no callback URL any more\. Nothing was sent/);
  expect(scenario.receiver.connections()).toBe(0);
  expect((await listUndelivered(scenario.person, LAPSED)).rows).toMatchObject([
    { id: deliveryId, blocked: "no-url" },
  ]);
  const refused = await replayUndelivered(scenario.person, scenario.gatewayId, LAPSED);
  expect(refused.results).toMatchObject([{ id: deliveryId, ok: false, message: /has no callback URL/ }]);
  await moveCallback(system, scenario.gatewayId, scenario.url);
  await replayDelivery(scenario.person, deliveryId, LAPSED);
  await runOnce();
  expect(scenario.receiver.received.map((one) => one.headers["webhook-id"])).toEqual([eventId]);
});

test("everything a gateway could not be told is sent again, each under its own id; of two presses one does it", async () => {
  let code = 500;
  const scenario = await scenarioWith((response) => response.writeHead(code).end());
  const owed = [await scenario.owe(), await scenario.owe(), await scenario.owe()];
  await runOnce(AT_ONCE_DEAD);
  const outsider = await aPerson([]);
  expect((await listUndelivered(scenario.person, LAPSED)).rows).toHaveLength(3);
  expect((await listUndelivered(outsider, LAPSED)).rows).toEqual([]);
  await expect(replayUndelivered(outsider, scenario.gatewayId, LAPSED)).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  const viewer = await aPerson([scenario.tenant], "viewer");
  await expect(replayUndelivered(viewer, scenario.gatewayId, LAPSED)).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect((await listHealth(scenario.person, [scenario.gatewayId])).get(scenario.gatewayId)).toMatchObject({
    dead: 3,
    owed: 0,
    failuresHour: 3,
    failuresDay: 3,
    lastToldAt: null,
    feed: null,
  });
  code = 200;
  const pressed = await Promise.all(
    [1, 2].map(() => replayUndelivered(scenario.person, scenario.gatewayId, LAPSED)),
  );
  const sent = pressed.flatMap(({ results }) => results).filter((result) => result.ok);
  expect(sent.map(({ id }) => id).toSorted()).toEqual(owed.map(({ deliveryId }) => deliveryId).toSorted());
  await runOnce();
  expect(
    scenario.receiver.received
      .slice(3)
      .map((one) => one.headers["webhook-id"])
      .toSorted(),
  ).toEqual(owed.map(({ eventId }) => eventId).toSorted());
  const health = (await listHealth(scenario.person, [scenario.gatewayId])).get(scenario.gatewayId);
  expect(health).toMatchObject({ dead: 0, owed: 0 });
  expect(health?.lastToldAt).toBeInstanceOf(Date);
});

test("off, nothing is sent and a replay is refused with the reason", async () => {
  const scenario = await scenarioWith();
  const { deliveryId } = await scenario.owe();
  await switchCallback(system, scenario.gatewayId, "It moves to another host.");
  await runOnce();
  expect(scenario.receiver.connections()).toBe(0);
  expect((await listUndelivered(scenario.person, LAPSED)).rows).toMatchObject([
    { id: deliveryId, blocked: "off" },
  ]);
  await expect(replayDelivery(scenario.person, deliveryId, LAPSED)).rejects.toThrow(
    /It moves to another host/,
  );
  await switchCallback(system, scenario.gatewayId, null);
  await replayDelivery(scenario.person, deliveryId, LAPSED);
  await runOnce();
  expect(scenario.receiver.received).toHaveLength(1);
});

test("the log is found by state, type and time; the page leaves out what looks like a secret", async () => {
  const canary = "canary-7d1f9a3b";
  const scenario = await scenarioWith(
    status(200, { "x-auth-token": canary, "x-plain": "yes" }, JSON.stringify({ secret: canary, ok: true })),
  );
  const first = await scenario.owe({ data: { arguments: { password: canary, to: "all" } } });
  await scenario.owe({ type: "approval.rejected" });
  await runOnce();
  const count = async (query: Record<string, string>) => {
    const { filter } = deliveryList.parse(query);
    const asked = { ...filter, ...periodOf(filter, "Europe/Lisbon"), gatewayId: scenario.gatewayId };
    return (await listDeliveries(scenario.person, asked)).rows.length;
  };
  expect(await count({})).toBe(2);
  expect(await count({ state: "delivered", type: "approval.rejected" })).toBe(1);
  expect(await count({ state: "dead" })).toBe(0);
  expect(await count({ since: "2020-01-01", until: "2020-12-31" })).toBe(0);
  expect(await count({ since: "2020-01-01", until: "2100-01-01", state: "odd" })).toBe(2);
  expect(await count({ since: "2020-01-01", until: "nonsense" })).toBe(2);
  const detail = await getDelivery(scenario.person, first.deliveryId);
  expect(JSON.stringify(detail)).toContain(canary);
  const shown = shownDelivery(detail);
  expect(JSON.stringify(shown)).not.toContain(canary);
  expect(shown.body).toContain('"to":"all"');
  expect(shown.log[0]?.responseHeaders).toMatchObject({ "x-plain": "yes" });
  expect(shown.log[0]?.requestHeaders["webhook-signature"]).toMatch(/^v1,/);
});

test("what was told a month ago is forgotten with its attempts; what was not told stays", async () => {
  let code = 200;
  const scenario = await scenarioWith((response) => response.writeHead(code).end());
  const [old, recent] = [await scenario.owe(), await scenario.owe()];
  await runOnce();
  code = 500;
  const dead = await scenario.owe();
  await makeDue(dead.deliveryId);
  await runOnce(AT_ONCE_DEAD);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update deliveries set finished_at = clock_timestamp() - interval '31 days'
      where id = any(${[old.deliveryId, dead.deliveryId]}::uuid[])`,
  );
  expect(await clear()).toMatchObject({ forgotten: 1 });
  const left = await read(system, (tx) => tx.delivery.findMany({ select: { id: true } }));
  expect(left.map(({ id }) => id).toSorted()).toEqual([recent.deliveryId, dead.deliveryId].toSorted());
  expect(
    await read(system, (tx) => tx.deliveryAttempt.count({ where: { deliveryId: old.deliveryId } })),
  ).toBe(0);
  expect(await read(system, (tx) => tx.outboxEvent.count())).toBe(3);
});

test("only administrators of all tenants register and move", async () => {
  const scenario = await scenarioWith();
  const limited = await aPerson([scenario.tenant], "admin");
  const forbidden = { code: "FORBIDDEN" };
  const input = { name: unique("gw"), tenants: [scenario.tenant.key] };
  await expect(registerGateway(limited, input)).rejects.toMatchObject(forbidden);
  await expect(moveCallback(limited, scenario.gatewayId, null)).rejects.toMatchObject(forbidden);
  const all = await allOf(scenario);
  const { gateway } = await registerGateway(all, input);
  await createKey(all, gateway.id, [scenario.tenant.key]);
  expect((await listHealth(limited, [gateway.id])).get(gateway.id)).toMatchObject({
    activeKeys: 1,
    idleKeys: 0,
  });
});
