import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { RawJson, serializeJson } from "@/lib/core/json/raw";
import { proveScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { randomOf } from "@/lib/testing/random";
import { EVENT_BYTES_MAX } from "./channels/callback/limits";
import { enqueueNotice } from "./enqueue";
import { type EventPage, getDelivery, listDeliveries, listEvents } from "./queries";
import { useOwnDatabase } from "./testing/database";
import { aScenario, type Scenario, system, until } from "./testing/scene";

const URL_OF_NOBODY = "https://gateway.example/hooks";
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function anOpenTransaction(scenario: Scenario, name: string): Promise<{ commit: () => Promise<void> }> {
  let enqueued: () => void = () => undefined;
  let commit: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    enqueued = resolve;
  });
  const go = new Promise<void>((resolve) => {
    commit = resolve;
  });
  const done = ingest(system, async (tx) => {
    const { gatewayId, tenant } = scenario;
    await enqueueNotice(tx, { tenantId: tenant.id, gatewayId, type: "test.ping", data: { name }, to: [] });
    enqueued();
    await go;
  });
  await ready;
  return {
    commit: async () => {
      commit();
      await done;
    },
  };
}

/**
 * The feed once it has `count` events; open transactions of other databases on the server delay it
 * briefly.
 */
async function feedOf(scenario: Scenario, count: number, after?: string): Promise<EventPage> {
  let page = await listEvents(scenario.gateway, { after });
  await until(`${count} events in the feed`, async () => {
    page = await listEvents(scenario.gateway, { after });
    return page.data.length >= count;
  });
  return page;
}

function names(page: EventPage): string[] {
  return page.data.map((one) => (JSON.parse(one.text) as { data: { name: string } }).data.name);
}

test("the feed does not run ahead of a transaction that is still open, so nothing is skipped", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const early = await anOpenTransaction(scenario, "early");
  const late = await anOpenTransaction(scenario, "late");
  await late.commit();
  const first = await listEvents(scenario.gateway, {});
  expect(names(first)).toEqual([]);
  // A feed in order of arrival would show the later event, move its cursor past the earlier one,
  // and lose it.
  const naive = await read(system, (tx) =>
    tx.outboxEvent.findMany({ where: { gatewayId: scenario.gatewayId } }),
  );
  expect(naive).toHaveLength(1);
  await early.commit();
  const second = await feedOf(scenario, 2, first.next_cursor ?? undefined);
  expect(names(second)).toEqual(["early", "late"]);
  expect((await listEvents(scenario.gateway, { after: second.next_cursor ?? undefined })).data).toEqual([]);
});

test("readers and writers at once: a reader that follows its cursor sees every event once, in one order", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    const random = randomOf(writer);
    for (let i = 0; i < 15; i += 1) {
      const open = await anOpenTransaction(scenario, `${writer}.${i}`);
      await new Promise((resolve) => setTimeout(resolve, random() * 8));
      await open.commit();
    }
  });
  const seen: string[] = [];
  let after: string | undefined;
  const follow = async (): Promise<void> => {
    const page = await listEvents(scenario.gateway, { after, limit: 7 });
    seen.push(...names(page));
    after = page.next_cursor ?? undefined;
  };
  let writing = true;
  const all = Promise.all(writers).finally(() => {
    writing = false;
  });
  for (let i = 0; i < 2_000 && writing; i += 1) await follow();
  await all;
  await until("all were seen", async () => {
    await follow();
    return seen.length >= 90;
  });
  expect(seen).toHaveLength(90);
  expect(new Set(seen).size).toBe(90);
});

test("envelopes are the exact bytes of the callback, numbers and all, beyond what one parse would take", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const exact = '{"n":9007199254740993,"e":1e400,"s":"\\u00e9"}';
  await scenario.owe({
    data: { arguments: RawJson.parse(exact), many: Array.from({ length: 30_000 }, () => 0) },
  });
  const page = await feedOf(scenario, 1);
  const { deliveryId } = await scenario.owe();
  expect(serializeJson(page)).toContain(`"arguments":${exact}`);
  expect((await getDelivery(scenario.person, deliveryId)).body).toContain('"n":9007199254740993');
});

test("a page stays under its bytes, and the next one goes on", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const text = "x".repeat(900_000);
  for (let i = 0; i < 8; i += 1) await scenario.owe({ data: { name: String(i), text } });
  const first = await feedOf(scenario, 6);
  expect(first.data.length).toBeLessThan(8);
  const second = await feedOf(scenario, 8 - first.data.length, first.next_cursor ?? undefined);
  expect([...names(first), ...names(second)]).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
});

test("a gateway's key reads its own gateway and its own tenants only", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const other = await aScenario(URL_OF_NOBODY);
  await scenario.owe();
  await feedOf(scenario, 1);
  expect((await listEvents(other.gateway, {})).data).toEqual([]);
  const foreign = proveScope(other.gateway.actor, [scenario.tenant.id]);
  expect((await listEvents(foreign, {})).data).toEqual([]);
  const elsewhere = proveScope(scenario.gateway.actor, [other.tenant.id]);
  expect((await listEvents(elsewhere, {})).data).toEqual([]);
});

test.each(["nonsense", "%00", "MTIz"])("the cursor %s is refused", async (after) => {
  const scenario = await aScenario(URL_OF_NOBODY);
  await expect(listEvents(scenario.gateway, { after })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
});

test("an envelope over 1 MiB is refused, and the change it belongs to with it", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const text = "x".repeat(EVENT_BYTES_MAX);
  await expect(scenario.owe({ data: { text } })).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  expect((await listEvents(scenario.gateway, {})).data).toEqual([]);
});

test("enqueueing wakes the workers when it commits, and not before", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const heard: string[] = [];
  client.on("notification", (message) => heard.push(message.payload ?? ""));
  await client.query("listen countersign_live");
  const open = await anOpenTransaction(scenario, "x");
  await client.query("select 1");
  expect(heard).toEqual([]);
  await open.commit();
  await client.query("select 1");
  await client.end();
  expect(heard.map((text) => JSON.parse(text) as unknown)).toMatchObject([
    { topic: "delivery", tenantId: scenario.tenant.id },
  ]);
});

test("the delivery log pages newest first, filters, and shows nothing outside the scope", async () => {
  const scenario = await aScenario(URL_OF_NOBODY);
  const owed = [await scenario.owe(), await scenario.owe(), await scenario.owe()].map(
    (one) => one.deliveryId,
  );
  const first = await listDeliveries(scenario.person, { limit: 2 });
  const second = await listDeliveries(scenario.person, { limit: 2, cursor: first.nextCursor ?? undefined });
  expect([...first.rows, ...second.rows].map((row) => row.id)).toEqual(owed.toReversed());
  expect(second.nextCursor).toBeNull();
  expect(first.rows[0]).toMatchObject({
    type: "approval.approved",
    state: "waiting",
    attempts: 0,
    url: URL_OF_NOBODY,
  });
  expect((await listDeliveries(scenario.person, { state: "dead" })).rows).toEqual([]);
  expect((await listDeliveries(scenario.person, { gatewayId: scenario.gatewayId })).rows).toHaveLength(3);
  expect((await listDeliveries(scenario.person, { approvalId: "no id" })).rows).toEqual([]);
  const stranger = await aPerson([await aTenant()], "admin");
  expect((await listDeliveries(stranger)).rows).toEqual([]);
  await expect(getDelivery(stranger, owed[0] ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(getDelivery(scenario.person, "no id")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
