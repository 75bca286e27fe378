import { afterAll, beforeAll, expect, test } from "vitest";
import { getCallFigures } from "@/lib/calls/figures/queries";
import { exportCalls, getCall, listCalls } from "@/lib/calls/queries";
import { wireCall } from "@/lib/calls/wire";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { firstIdAt, newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { tellAll } from "@/lib/intents/testing/rationales";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { saveRetention } from "./commands";
import { listShortKept, previewRetention } from "./queries";
import type { Retention } from "./types";
import { runOnce } from "./worker";

const system = systemScope("tests");
const DAY_MS = 86_400_000;
const SENT = '{"to": "maya@acme.example", "n": 9007199254740993}';

type Refusal = { path: string; message: string; received_json: string };

// A pass processes every tenant.
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});

afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const admin = await aPerson([tenant], "admin");
  const call = async (days: number, over: { rationale?: string; validation?: Refusal[] } = {}) => {
    const at = Date.now() - days * DAY_MS;
    const id = `${firstIdAt(at).slice(0, 14)}7${newId().slice(15)}`;
    await ingest(system, (tx) =>
      tx.toolCall.create({
        data: {
          ...{ id, tenantId: tenant.id, gatewayId: gateway.id, tool: "send", outcome: "validation_error" },
          ...{ agent: "tester", occurredAt: new Date(at), argumentsText: SENT },
          ...{ rationale: "The reader asked for the quarterly newsletter." },
          ...over,
        },
      }),
    );
    return id;
  };
  const keep = (change: Partial<Retention>) => saveRetention(admin, { key: tenant.key, change, seen: {} });
  return { tenant, gateway, admin, call, keep };
}

test("rationales go after their time: the call stays, search and exports say so, and counts stay", async () => {
  const { admin, call, keep, tenant } = await aScenario();
  const [old, young, short] = [await call(31), await call(29), await call(32, { rationale: "ok" })];
  const found = async () =>
    (await listCalls(admin, { q: "newsletter" }, { limit: 9 })).rows.map(({ id }) => id);
  expect(await found()).toEqual([young, old]);
  await keep({ rationales: 30 });
  await runOnce();
  expect(await found(), "the full-text index").toEqual([young]);
  expect(await getCall(admin, old)).toMatchObject({ rationale: null, rationaleRemovedAfterDays: 30 });
  expect((await getCall(admin, old)).arguments?.text, "of its own time").toBe(SENT);
  const missing = await listCalls(admin, { rationale: "missing" }, { limit: 9 });
  expect(
    missing.rows.map(({ id }) => id),
    "what was removed was not missing",
  ).toEqual([short]);
  const exported = [];
  for await (const rows of exportCalls(admin, {})) exported.push(...rows.map(wireCall));
  expect(exported).toMatchObject([
    { id: young, rationale: expect.any(String), rationale_removed_after_days: null },
    { id: old, rationale: null, rationale_removed_after_days: 30 },
    { id: short, rationale: null, rationale_removed_after_days: 30 },
  ]);
  expect(await getCallFigures(admin, {}, new Date())).toMatchObject({ calls: 3, missing: 1 });
  expect(await getCallFigures(admin, { rationale: "missing" }, new Date())).toMatchObject({ calls: 1 });
  expect(await listShortKept(admin, undefined)).toEqual([
    { tenant: tenant.key, calls: null, rationales: 30 },
  ]);
});

test("arguments go after theirs: their digest stays, and no refusal quotes them any more", async () => {
  const { admin, call, keep, tenant, gateway } = await aScenario();
  const validation = [{ path: "/to", message: "no such address", received_json: '"maya@acme.example"' }];
  const [old, young] = [await call(40, { validation }), await call(8, { validation })];
  await ingest(system, (tx) =>
    tx.toolRefusal.createMany({
      data: [old, young].map((callId) => ({
        ...{ tenantId: tenant.id, gatewayId: gateway.id, provider: "", tool: "send", version: 1, callId },
        ...{ occurredAt: new Date(), spot: "s", path: "/to", keyword: "format", sent: "h" },
        value: '"maya@acme.example"',
      })),
    }),
  );
  await keep({ arguments: 30 });
  await runOnce();
  const gone = await getCall(admin, old);
  expect(gone).toMatchObject({ arguments: null, argumentsRemovedAfterDays: 30 });
  expect(gone.validation).toEqual([{ path: "/to", message: "no such address" }]);
  expect(wireCall(gone).arguments_sha256).toBe(RawJson.parse(SENT).sha256);
  expect(gone.rationale).toContain("newsletter");
  expect((await getCall(admin, young)).arguments?.text).toBe(SENT);
  const refusals = await read(system, (tx) =>
    tx.toolRefusal.findMany({ where: { tenantId: tenant.id }, select: { callId: true, value: true } }),
  );
  expect(Object.fromEntries(refusals.map(({ callId, value }) => [callId, value]))).toEqual({
    [old]: null,
    [young]: '"maya@acme.example"',
  });
});

test("when calls go, what was counted and masked of them stays", async () => {
  const { tenant, admin, call, keep } = await aScenario();
  for (let at = 0; at < 3; at += 1) await call(40);
  await tellAll(tenant);
  const where = { where: { tenantId: tenant.id } };
  const kept = () =>
    read(system, async (tx) => [
      await tx.rationaleTemplate.findMany(where),
      await tx.rationaleDay.findMany(where),
      await tx.rationaleVector.findMany(where),
    ]);
  const before = await kept();
  await keep({ calls: 30 });
  await runOnce();
  expect((await listCalls(admin, {}, { limit: 9 })).rows).toEqual([]);
  expect(await getCallFigures(admin, {}, new Date())).toMatchObject({ calls: 3 });
  expect(await kept()).toEqual(before);
  expect(before.map((rows) => rows.length)).toEqual([1, 1, 1]);
});

test("a text never outlives its call: neither by its own time nor by the call's, whoever asks", async () => {
  const { keep } = await aScenario();
  await keep({ calls: 60, rationales: 30 });
  await expect(keep({ arguments: 61 })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { errors: [{ pointer: "/change/arguments", hint: "at most 60 days" }] },
  });
  await expect(keep({ calls: 29 })).rejects.toMatchObject({
    details: { errors: [{ pointer: "/change/calls", hint: "at least 30 days" }] },
  });
  await expect(keep({ calls: 30, rationales: null })).resolves.toMatchObject({ calls: 30, rationales: null });
});

test("the trail and the last run say how many texts went, and a preview what would", async () => {
  const { tenant, admin, call, keep } = await aScenario();
  for (const days of [50, 40, 20]) await call(days);
  expect(await previewRetention(admin, { key: tenant.key, kept: "rationales", days: 30 })).toMatchObject({
    rows: 2,
  });
  await keep({ rationales: 30, arguments: 45 });
  await runOnce();
  const [row] = await read(system, (tx) =>
    tx.activity.findMany({ where: { tenantId: tenant.id, action: "tenant.rows_deleted" } }),
  );
  expect(JSON.parse(row?.details ?? "")).toEqual({
    rationales: { rows: 2, kept_days: 30 },
    arguments: { rows: 1, kept_days: 45 },
  });
  const again = await previewRetention(admin, { key: tenant.key, kept: "rationales", days: 30 });
  expect(again, "each call is walked once").toMatchObject({ rows: 0 });
});
