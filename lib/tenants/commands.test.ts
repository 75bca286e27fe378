import { afterAll, expect, test } from "vitest";
import { listActivityOf } from "@/lib/activity/queries";
import { snake } from "@/lib/core/casing";
import { change, closeDatabase, read } from "@/lib/core/db";
import { proveScope, systemScope } from "@/lib/core/scope";
import { aPerson, aTenant, unique } from "@/lib/testing/factories";
import { createTenant, ensureTenants, markFirstRow, renameTenant, updateTenantSettings } from "./commands";
import { getTenantByKey, getTenantPolicy, getTenantSettings, listTenants } from "./queries";
import { DEFAULT_TENANT_SETTINGS } from "./types";

const system = systemScope("tests");
const scopeOf = (...ids: string[]) => proveScope({ kind: "system", name: "tests" } as const, ids);
afterAll(closeDatabase);

test("a new tenant has the default settings and a row in the trail", async () => {
  const tenant = await createTenant(system, { key: unique("t") });
  expect(tenant.name).toBe(tenant.key);
  expect(await getTenantSettings(system, tenant.id)).toEqual(DEFAULT_TENANT_SETTINGS);
  const trail = await listActivityOf(scopeOf(tenant.id), "tenant", tenant.id);
  expect(trail.map((row) => row.action)).toEqual(["tenant.created"]);
});

test("every setting changes by itself, and the trail says how", async () => {
  const tenant = await aTenant();
  const other = { confirmMode: "accept", breakGlass: "admins" } as const;
  for (const [name, now] of Object.entries(DEFAULT_TENANT_SETTINGS)) {
    const next =
      name in other ? other[name as keyof typeof other] : typeof now === "boolean" ? !now : Number(now) + 1;
    expect(await updateTenantSettings(system, tenant.key, { [name]: next })).toMatchObject({ [name]: next });
    expect(await getTenantSettings(system, tenant.id)).toMatchObject({ [name]: next });
    const last = (await listActivityOf(scopeOf(tenant.id), "tenant", tenant.id)).at(-1);
    expect(last?.details).toEqual({ [snake(name)]: { from: now, to: next } });
  }
});

test("a key is given once", async () => {
  const key = unique("t");
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => createTenant(system, { key })));
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "CONFLICT" });
  }
});

test("of many that need the same tenants at once, all get the same ones", async () => {
  const keys = [unique("a"), unique("b"), unique("c")];
  const maps = await Promise.all(
    Array.from({ length: 8 }, (_, turn) =>
      change(system, (tx) => ensureTenants(tx, system, turn % 2 ? keys : [...keys].reverse())),
    ),
  );
  const [first, ...rest] = maps.map(({ ids }) => keys.map((key) => ids.get(key)));
  for (const ids of rest) expect(ids).toEqual(first);
  expect(new Set(first).size).toBe(3);
});

test("a limited scope uses its own tenants and makes none", async () => {
  const [own, foreign] = [await aTenant(), await aTenant()];
  const scope = scopeOf(own.id);
  const { ids } = await change(scope, (tx) => ensureTenants(tx, scope, [own.key]));
  expect(ids.get(own.key)).toBe(own.id);
  for (const key of [foreign.key, unique("none")]) {
    await expect(change(scope, (tx) => ensureTenants(tx, scope, [key]))).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  }
});

test("settings change one by one, and the trail says from what to what", async () => {
  const tenant = await aTenant();
  await updateTenantSettings(system, tenant.key, { ttlSeconds: 120 });
  const after = await updateTenantSettings(system, tenant.key, { confirmMode: "accept" });
  expect(after).toEqual({ ...DEFAULT_TENANT_SETTINGS, ttlSeconds: 120, confirmMode: "accept" });
  expect(await getTenantSettings(system, tenant.id)).toEqual(after);
  const trail = await listActivityOf(scopeOf(tenant.id), "tenant", tenant.id);
  expect(trail.map((row) => row.details)).toEqual([
    { ttl_seconds: { from: 86_400, to: 120 } },
    { confirm_mode: { from: "ignore", to: "accept" } },
  ]);
});

test("a person limited to some tenants sees no others", async () => {
  const [own, foreign] = [await aTenant(), await aTenant()];
  const viewer = await aPerson([own], "viewer");
  expect((await listTenants(viewer)).map((tenant) => tenant.key)).toEqual([own.key]);
  const refusals = await Promise.all(
    [foreign.key, unique("none")].map((key) => getTenantByKey(viewer, key).catch((error: Error) => error)),
  );
  const texts = refusals.map((error) => String((error as Error).message).replace(/"[^"]+"/, "…"));
  expect(texts[0]).toBe(texts[1]);
});

test("the first row's time is set once", async () => {
  const tenant = await aTenant();
  const firstRowAt = () =>
    read(system, async (tx) => (await getTenantPolicy(tx, tenant.id)).tenant.firstRowAt);
  expect(await firstRowAt()).toBeNull();
  await Promise.all([1, 2, 3].map(() => change(system, (tx) => markFirstRow(tx, tenant.id))));
  const at = await firstRowAt();
  expect(at).toBeInstanceOf(Date);
  await change(system, (tx) => markFirstRow(tx, tenant.id));
  expect(await firstRowAt()).toEqual(at);
});

test("a tenant without a settings row has the defaults", async () => {
  const tenant = await aTenant();
  await change(system, (tx) => tx.tenantSettings.delete({ where: { tenantId: tenant.id } }));
  expect(await getTenantSettings(system, tenant.id)).toEqual(DEFAULT_TENANT_SETTINGS);
  expect((await updateTenantSettings(system, tenant.key, { ttlSeconds: 99 })).ttlSeconds).toBe(99);
});

test("of two people who change the same setting, the second is told who was first and changes nothing", async () => {
  const tenant = await aTenant();
  const [ines, maya] = [await aPerson([tenant], "admin", "Ines"), await aPerson([tenant], "admin", "Maya")];
  const seen = { ttlSeconds: 86_400 };
  await updateTenantSettings(ines, tenant.key, { ttlSeconds: 120 }, seen);
  await expect(updateTenantSettings(maya, tenant.key, { ttlSeconds: 240 }, seen)).rejects.toMatchObject({
    code: "STALE_VIEW",
    message: expect.stringContaining("Ines changed this setting"),
  });
  // Changing another setting is no conflict.
  await updateTenantSettings(maya, tenant.key, { confirmMode: "accept" }, { confirmMode: "ignore" });
  expect(await getTenantSettings(system, tenant.id)).toMatchObject({
    ttlSeconds: 120,
    confirmMode: "accept",
  });
});

test("of many who change the same setting at once from the same view, one does", async () => {
  const tenant = await aTenant();
  const seen = { ttlSeconds: 86_400 };
  const results = await Promise.allSettled(
    [100, 200, 300, 400, 500].map((ttlSeconds) =>
      updateTenantSettings(system, tenant.key, { ttlSeconds }, seen),
    ),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

test("a change that changes nothing leaves no row in the trail", async () => {
  const tenant = await aTenant();
  await updateTenantSettings(system, tenant.key, { ttlSeconds: 86_400 });
  expect(await listActivityOf(scopeOf(tenant.id), "tenant", tenant.id)).toEqual([]);
});

test("a tenant gets another name, and the trail says from what to what", async () => {
  const tenant = await aTenant();
  await renameTenant(system, { key: tenant.key, name: "Acme" });
  await renameTenant(system, { key: tenant.key, name: "Acme" });
  const trail = await listActivityOf(scopeOf(tenant.id), "tenant", tenant.id);
  expect(trail.map((row) => row.details)).toEqual([{ name: { from: tenant.key, to: "Acme" } }]);
});
