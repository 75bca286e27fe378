import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { recordActivities, recordActivity } from "@/lib/activity/record";
import { change, closeDatabase } from "@/lib/core/db";
import { NO_TENANT, proveScope, systemScope } from "@/lib/core/scope";
import { aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { beginCheck, continueCheck, listChecks } from "./check";
import { listActivity } from "./queries";

const system = systemScope("tests");

afterAll(closeDatabase);

function record(tenant: TestTenant, count: number, from = 0) {
  const deeds = Array.from({ length: count }, (_, at) => ({
    action: "approval.approved",
    subject: { kind: "approval", id: `${from + at}`, tenantId: tenant.id },
    details: { index: from + at },
  }));
  return change(system, (tx) => recordActivities(tx, system, deeds));
}

async function aScenario(rows = 10) {
  const tenant = await aTenant();
  await record(tenant, rows);
  return { tenant, viewer: await aPerson([tenant], "viewer", "Vera") };
}

type Scenario = Awaited<ReturnType<typeof aScenario>>;

async function check({ viewer }: Scenario) {
  await beginCheck(viewer);
  for (let left = 50; left > 0; left -= 1) if ((await continueCheck(viewer)).finished) break;
  return (await listChecks(viewer))[0];
}

async function tamper(statement: string, values: unknown[]) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
  await client.connect();
  await client.query("select set_config('countersign.tenants', '*', false)");
  const { rowCount } = await client.query(statement, values);
  await client.end();
  expect(rowCount).toBeGreaterThan(0);
}

test("an untouched chain is unbroken, and the check itself is written down", async () => {
  const scenario = await aScenario();
  expect(await check(scenario)).toMatchObject({
    rows: 10,
    rowsTotal: 10,
    problem: null,
    startedBy: "Vera",
    owner: { key: scenario.tenant.key },
  });
  const { rows } = await listActivity(scenario.viewer, {}, { limit: 1 });
  expect(rows[0]).toMatchObject({ action: "activity.checked", actorName: "Vera" });
  expect(JSON.parse(rows[0]?.details ?? "")).toEqual({ result: "unbroken", rows: "10" });
});

test("a chain longer than a step is checked whole", async () => {
  const scenario = await aScenario(0);
  for (const from of [0, 1_300]) await record(scenario.tenant, 1_300, from);
  expect(await check(scenario)).toMatchObject({ rows: 2_600, problem: null });
}, 60_000);

test.each([
  ["content", "update activity set details = '{\"index\":9}' where tenant_id = $1 and seq = 4", "4"],
  ["gap", "delete from activity where tenant_id = $1 and seq = 4", "4"],
  ["link", "update activity set previous = hash where tenant_id = $1 and seq = 4", "4"],
  ["gap", "delete from activity where tenant_id = $1 and seq = 1", "1"],
] as const)("%s: %s", async (kind, statement, seq) => {
  const scenario = await aScenario();
  await tamper(statement, [scenario.tenant.id]);
  expect(await check(scenario)).toMatchObject({ problem: { kind, seq }, rows: Number(seq) - 1 });
});

test("rows that the last good check saw are missed at the end", async () => {
  const scenario = await aScenario();
  await check(scenario);
  await tamper("delete from activity where tenant_id = $1 and seq > 7", [scenario.tenant.id]);
  expect(await check(scenario)).toMatchObject({ problem: { kind: "end", seq: "8" } });
  // A second check must not forget what the last successful one saw.
  expect(await check(scenario)).toMatchObject({ problem: { kind: "end" } });
});

test("a chain that was written anew from its first row is noticed by its old end", async () => {
  const scenario = await aScenario();
  await check(scenario);
  await tamper("delete from activity where tenant_id = $1", [scenario.tenant.id]);
  await record(scenario.tenant, 12, 100);
  expect(await check(scenario)).toMatchObject({ problem: { kind: "rewritten", seq: "10" } });
});

test("two people who check at once share one check", async () => {
  const scenario = await aScenario();
  const other = await aPerson([scenario.tenant], "admin", "Adam");
  await beginCheck(scenario.viewer);
  await beginCheck(other);
  expect((await listChecks(other))[0]).toMatchObject({ startedBy: "Vera", finishedAt: null });
  await Promise.all([continueCheck(scenario.viewer), continueCheck(other)]);
  expect((await listChecks(other))[0]).toMatchObject({ rows: 10, problem: null });
  const { rows } = await listActivity(other, { action: "activity.checked" }, { limit: 5 });
  expect(rows).toHaveLength(1);
});

test("who sees which chains", async () => {
  const scenario = await aScenario(1);
  const foreign = await aScenario(1);
  await check(scenario);
  await check(foreign);
  expect((await listChecks(scenario.viewer)).map(({ owner }) => owner?.id)).toEqual([scenario.tenant.id]);
  const everybody = (role: "admin" | "viewer") =>
    proveScope({ ...scenario.viewer.actor, role }, [scenario.tenant.id, foreign.tenant.id], {
      unlimited: true,
    });
  await change(system, (tx) =>
    recordActivity(tx, system, "gateway.created", { kind: "gateway", id: "g" }, {}),
  );
  const seen = async (scope: ReturnType<typeof everybody>) =>
    (await listActivity(scope, { tenant: "_installation" }, { limit: 5 })).rows.map((row) => row.tenantId);
  expect(new Set(await seen(everybody("admin")))).toEqual(new Set([NO_TENANT]));
  expect(await seen(everybody("viewer"))).toEqual([]);
});

test("however often a chain is checked, the trail is told once, and again when the result is another", async () => {
  const scenario = await aScenario();
  const told = async () =>
    (await listActivity(scenario.viewer, { action: "activity.checked" }, { limit: 50 })).rows.length;
  for (let turn = 0; turn < 5; turn += 1) expect(await check(scenario)).toMatchObject({ problem: null });
  expect(await told()).toBe(1);
  await tamper("update activity set details = '{\"index\":9}' where tenant_id = $1 and seq = 4", [
    scenario.tenant.id,
  ]);
  for (let turn = 0; turn < 3; turn += 1)
    expect(await check(scenario)).toMatchObject({ problem: { seq: "4" } });
  expect(await told()).toBe(2);
});
