import { afterAll, expect, test, vi } from "vitest";
import { verifyExport } from "@/lib/activity/verify";
import { keepTenant } from "@/lib/approvals/gate/queries";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { exportLines } from "@/lib/insights/trail/export";
import { groupAnew } from "@/lib/intents/commands";
import { keepGroups } from "@/lib/intents/runs/keep";
import { beat, takeRun } from "@/lib/intents/runs/lease";
import { heaviestPoints } from "@/lib/intents/runs/queries";
import { makeVectors } from "@/lib/intents/stored-vectors";
import { errands, say, tellAll, WORDS } from "@/lib/intents/testing/rationales";
import { createTenant, ensureTenants } from "@/lib/tenants/commands";
import { getTenantByKey } from "@/lib/tenants/queries";
import { aCall, aGateway, aPerson, aTenant, aTool, type TestTenant } from "@/lib/testing/factories";
import { anOldApproval, anOldCall, anOldReport, anOldReview } from "@/lib/testing/old-rows";
import { rateTool } from "@/lib/tools/commands";
import { removeTenant } from "./commands";
import { previewRemoval } from "./queries";
import { runOnce } from "./worker";

const system = systemScope("tests");

afterAll(closeDatabase);

async function ofEverything(tenants: readonly TestTenant[]): Promise<UserScope> {
  const { actor, tenants: ids } = await aPerson(tenants, "admin", "Ines");
  return proveScope(actor, ids, { unlimited: true });
}

async function aScenario() {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, other]);
  const admin = await ofEverything([tenant, other]);
  const tool = await aTool(gateway, { name: "wipe" });
  for (const one of [tenant, other]) {
    const old = { tenant: one, gateway, days: 1 };
    await anOldReview(one, await anOldApproval(old), "open");
    await anOldCall(old, 3);
    await anOldReport(old);
    await rateTool(admin, { toolId: tool.id, tenantId: one.id, risk: "high", requiresConfirmation: null });
  }
  return { tenant, other, gateway, admin };
}

function aSignal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

const remove = (scope: UserScope, { key }: TestTenant, typed = key) => removeTenant(scope, { key, typed });

function rowsOf(tenant: TestTenant) {
  return read(system, async (tx) => {
    const tables = await tx.$queryRaw<{ name: string }[]>`select name from tenant_tables()`;
    let rows = 0;
    for (const { name } of tables) {
      const sql = `select count(*)::int as n from ${name} where tenant_id = '${tenant.id}'`;
      const [row] = await tx.$queryRawUnsafe<{ n: number }[]>(sql);
      rows += row?.n ?? 0;
    }
    return rows;
  });
}

test("a deleted tenant is gone for everybody at once, and its rows soon after; others keep theirs", async () => {
  const { tenant, other, gateway, admin } = await aScenario();
  const before = await rowsOf(other);
  expect(await previewRemoval(admin, tenant.id)).toMatchObject({
    calls: 3,
    approvals: 1,
    feedback: 1,
    gateways: 1,
  });
  await remove(admin, tenant);
  await expect(getTenantByKey(system, tenant.key)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const scope = proveScope(gateway.scope.actor, [other.id]);
  await expect(ingest(scope, (tx) => ensureTenants(tx, scope, [tenant.key]))).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  await runOnce();
  expect(await rowsOf(tenant)).toBe(0);
  expect(await rowsOf(other)).toBe(before);
});

test("its trail stays, unbroken and with its name, for administrators of all tenants only", async () => {
  const { tenant, other, admin } = await aScenario();
  await remove(admin, tenant);
  await runOnce();
  await ingest(system, (tx) =>
    tx.tenantRemoval.update({ where: { tenantId: tenant.id }, data: { removedAt: new Date(0) } }),
  );
  expect((await runOnce()).finished).toBeGreaterThan(0);
  const all = async function* (scope: UserScope) {
    let text = "";
    for await (const part of exportLines(scope, { tenant: tenant.key })) text += part;
    yield* text.trimEnd().split("\n");
  };
  const { unbroken, chains } = await verifyExport(all(admin));
  expect(unbroken).toBe(true);
  expect(chains).toMatchObject([{ tenant: tenant.key, tenantId: tenant.id }]);
  const actions = await read(system, (tx) =>
    tx.activity.findMany({ where: { tenantId: tenant.id }, orderBy: { seq: "asc" } }),
  );
  expect(actions.map((row) => row.action)).toEqual(["tool.rated", "tenant.deleted", "tenant.erased"]);
  expect((await verifyExport(all(await aPerson([other], "admin")))).chains).toEqual([]);
});

test("its key can be given again, to another tenant with another trail", async () => {
  const { tenant, admin } = await aScenario();
  await remove(admin, tenant);
  const again = await createTenant(admin, { key: tenant.key });
  expect(again.id).not.toBe(tenant.id);
  await runOnce();
  expect((await getTenantByKey(system, tenant.key)).id).toBe(again.id);
});

test.each([
  ["1 call waits for a decision", { decision: "pending" }],
  ["1 approved call has not started", { decision: "approved", execution: "awaiting" }],
  ["1 call is running", { decision: "approved", execution: "executing" }],
  ["1 callback is still owed", { delivery: "owed" }],
] as const)("not while %s", async (words, state) => {
  const { tenant, gateway, admin } = await aScenario();
  await anOldApproval({ tenant, gateway, days: 0 }, state);
  const before = await rowsOf(tenant);
  await expect(remove(admin, tenant)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining(words),
  });
  expect(await rowsOf(tenant)).toBe(before);
});

test("only by its key typed in full, and only by administrators of all tenants", async () => {
  const { tenant, admin } = await aScenario();
  await expect(remove(admin, tenant, tenant.key.slice(1))).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  for (const person of [await aPerson([tenant], "admin"), await aPerson([tenant], "approver")])
    await expect(remove(person, tenant)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect((await getTenantByKey(admin, tenant.key)).id).toBe(tenant.id);
});

test("of two who delete it at once, one is told that it is gone", async () => {
  const { tenant, admin } = await aScenario();
  const results = await Promise.allSettled([remove(admin, tenant), remove(admin, tenant)]);
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

const aLockIsWaitedFor = () =>
  vi.waitFor(
    async () => {
      const [row] = await read(
        systemScope("tests"),
        (tx) => tx.$queryRaw<{ n: number }[]>`
          select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(row?.n).toBeGreaterThan(0);
    },
    { timeout: 60_000, interval: 20 },
  );

test("a call that is being taken in is waited for, and stands against the deletion", async () => {
  const { tenant, gateway, admin } = await aScenario();
  const [taken, stored] = [aSignal(), aSignal()];
  const flight = ingest(gateway.scope, async (tx) => {
    await keepTenant(tx, tenant.id);
    taken.give();
    await stored.given;
    await tx.$executeRaw`update approvals set decision = 'pending', execution = 'none', decided_at = null where tenant_id = ${tenant.id}::uuid`;
  });
  await taken.given;
  const removal = remove(admin, tenant).catch((error: unknown) => error);
  await Promise.race([removal, aLockIsWaitedFor()]);
  stored.give();
  await flight;
  expect(await removal).toMatchObject({ code: "CONFLICT", message: expect.stringContaining("1 call waits") });
  expect((await getTenantByKey(admin, tenant.key)).id).toBe(tenant.id);
});

test("a call whose key still names the deleted tenant is refused", async () => {
  const { tenant, gateway, admin } = await aScenario();
  await remove(admin, tenant);
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  await expect(createApproval(gateway.scope, aCall(tenant), request)).rejects.toMatchObject({
    code: "FORBIDDEN",
    message: expect.stringContaining("Nothing was stored"),
  });
});

test("a grouping under way when its tenant is deleted is not kept, and leaves nothing", async () => {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([tenant, other]);
  const admin = await ofEverything([tenant, other]);
  await say(gateway, tenant, errands(120));
  await tellAll(tenant);
  await groupAnew(admin, { tenantId: tenant.id });
  const run = await takeRun(tenant.id);
  if (!run) throw new Error("there is no run");
  const own = proveScope({ kind: "system", name: "tests" } as const, [tenant.id]);
  await makeVectors(own, tenant.id, WORDS);
  const points = await heaviestPoints(own, tenant.id, WORDS.name);
  expect(points.length).toBeGreaterThan(3);
  await remove(admin, tenant);
  await runOnce();
  expect(await beat(own, run, { phase: "groups", done: 0, total: points.length })).toBe(false);
  expect(await keepGroups(own, run, WORDS, { groups: [points], word: "" })).toBe("lost");
  // Not even a vector of words that it had read before.
  await makeVectors(own, tenant.id, WORDS);
  expect(await takeRun(tenant.id)).toBeNull();
  expect(await rowsOf(tenant)).toBe(0);
});
