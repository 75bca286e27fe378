import { afterAll, expect, test } from "vitest";
import { recordActivity } from "@/lib/activity/record";
import { recordCalls } from "@/lib/calls/commands";
import { change, closeDatabase, ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { noteOffenders } from "@/lib/intake/offenders/commands";
import { saveRetention } from "@/lib/maintenance/retention/commands";
import { markFirstRow, renameTenant, updateTenantSettings } from "@/lib/tenants/commands";
import { getTenantSettings } from "@/lib/tenants/queries";
import { aGateway, aPerson, aTenant, aTool, unique } from "@/lib/testing/factories";
import { anOldApproval, anOldCall } from "@/lib/testing/old-rows";
import { getSettingsNow, listTenantsAtWork, settingHistory } from "./tenants";

const system = systemScope("tests");

afterAll(closeDatabase);

test("each tenant with what goes on in it, by key, within the scope", async () => {
  const [busy, quiet, foreign] = [await aTenant(), await aTenant(), await aTenant()];
  const gateway = await aGateway([busy, foreign]);
  const old = { tenant: busy, gateway, days: 2 };
  await anOldCall({ ...old, days: 5 });
  await anOldApproval(old, { decision: "pending" });
  await anOldApproval(old);
  await ingest(system, async (tx) => {
    await markFirstRow(tx, busy.id);
    await noteOffenders(tx, gateway.id, [
      { tenantId: busy.id, agent: "a" },
      { tenantId: busy.id, agent: "b" },
      { tenantId: foreign.id, agent: "c" },
    ]);
  });
  const admin = await aPerson([busy, quiet], "admin");
  const { rows } = await listTenantsAtWork(admin, {});
  expect(rows.map((row) => row.key)).toEqual([busy.key, quiet.key].sort());
  expect(rows.find((row) => row.key === busy.key)).toMatchObject({ pending: 1, gateways: 1, offenders: 2 });
  expect(rows.find((row) => row.key === quiet.key)).toMatchObject({
    pending: 0,
    lastCallAt: null,
    gateways: 0,
    graceEndsAt: null,
    offenders: 0,
  });
  const { lastCallAt, graceEndsAt } = rows.find((row) => row.key === busy.key) ?? {};
  expect(Math.round((Date.now() - Number(lastCallAt)) / 86_400_000)).toBe(2);
  expect(Math.round((Number(graceEndsAt) - Date.now()) / 86_400_000)).toBe(14);
});

test("searched by name and key, and paged by key", async () => {
  const tenants = await Promise.all(Array.from({ length: 53 }, () => aTenant()));
  const admin = await aPerson(tenants, "admin");
  const name = unique("Acme");
  await renameTenant(admin, { key: tenants[3]?.key ?? "", name });
  expect((await listTenantsAtWork(admin, { q: name.toUpperCase() })).rows).toHaveLength(1);
  expect((await listTenantsAtWork(admin, { q: "%" })).rows).toEqual([]);
  const first = await listTenantsAtWork(admin, {});
  const second = await listTenantsAtWork(admin, { cursor: first.nextCursor ?? "" });
  expect(first.rows).toHaveLength(50);
  expect(second.rows).toHaveLength(3);
  expect(new Set([...first.rows, ...second.rows].map((row) => row.key)).size).toBe(53);
  expect(second.nextCursor).toBeNull();
});

test("what the settings mean now", async () => {
  const tenant = await aTenant();
  const old = { tenant, gateway: await aGateway([tenant]), days: 0 };
  await anOldApproval(old, { decision: "pending" });
  await anOldApproval(old, { decision: "approved", execution: "awaiting" });
  await anOldApproval(old);
  await anOldApproval({ ...old, days: 2 });
  const admin = await aPerson([tenant], "admin");
  const settings = await getTenantSettings(admin, tenant.id);
  expect(await getSettingsNow(admin, tenant.id, settings)).toMatchObject({
    pending: 1,
    awaitingCallback: 1,
    awaitingReissue: 0,
    coolingDown: 1,
    autoApproved: 0,
    firstRowAt: null,
  });
});

test("a setting says how many calls of unrated tools ran on the gateway’s word lately", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  await aTool(gateway, { name: "unrated" });
  const row = { tenant: tenant.key, tool: "unrated", risk: "low" as const, outcome: "ok" as const };
  const input = { ...row, rationale: "The tests need this row.", occurredAt: new Date().toISOString() };
  await recordCalls(gateway.scope, [{ index: 0, key: null, bodySha256: "", input }]);
  const admin = await aPerson([tenant], "admin");
  const settings = await getTenantSettings(admin, tenant.id);
  expect(await getSettingsNow(admin, tenant.id, settings)).toMatchObject({ unrated: 1 });
});

test("who gave each setting its present value", async () => {
  const tenant = await aTenant();
  const [ines, maya] = [await aPerson([tenant], "admin", "Ines"), await aPerson([tenant], "admin", "Maya")];
  // Rows from before fields had their wire names.
  const subject = { kind: "tenant", id: tenant.id, tenantId: tenant.id };
  const old = { rationaleGraceDays: { from: 14, to: 20 }, ttlSeconds: { from: 1, to: 2 } };
  await change(maya, (tx) => recordActivity(tx, maya, "tenant.settings_changed", subject, old));
  await updateTenantSettings(ines, tenant.key, { ttlSeconds: 120, confirmMode: "accept" });
  await updateTenantSettings(maya, tenant.key, { ttlSeconds: 240 });
  await saveRetention(maya, { key: tenant.key, change: { calls: 30 }, seen: {} });
  const history = await settingHistory(ines, tenant.id);
  expect(history).toMatchObject({
    rationaleGraceDays: { by: "Maya", from: 14, to: 20 },
    ttlSeconds: { by: "Maya", from: 120, to: 240 },
    confirmMode: { by: "Ines", from: "ignore", to: "accept" },
    calls: { by: "Maya", from: null, to: 30 },
  });
  expect(history.useByCallbackSeconds).toBeUndefined();
});
