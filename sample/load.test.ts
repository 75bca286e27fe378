import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { verifyExport } from "@/lib/activity/verify";
import { getEvidence } from "@/lib/approvals/evidence/queries";
import { verifyEvidence } from "@/lib/approvals/evidence/verify";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aProcess, itsFirstMessage } from "@/lib/delivery/testing/processes";
import { until } from "@/lib/delivery/testing/scene";
import { createGateway, setCallbackUrl, switchCallback } from "@/lib/gateways/commands";
import { createKey } from "@/lib/gateways/keys";
import { listAgents } from "@/lib/insights/agents/queries";
import { exportLines } from "@/lib/insights/trail/export";
import { closeLiveHub } from "@/lib/live/hub";
import { requestRemoval, requestSample } from "@/lib/onboarding/sample/commands";
import { findSample } from "@/lib/onboarding/sample/queries";
import { USUAL_SIZE } from "@/lib/onboarding/sample/types";
import { claim, runOnce, work } from "@/lib/onboarding/sample/worker";
import { listBudgetsInUse } from "@/lib/policies/budgets/queries";
import type { BudgetInUse } from "@/lib/policies/budgets/types";
import { savePolicies } from "@/lib/policies/commands";
import { findPolicies } from "@/lib/policies/queries";
import { EVERY_CALL, type Policy, type PolicyOfCall } from "@/lib/policies/types";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { lookAtSample, sampleSteps } from "./load";
import { OWNED, POLICIES } from "./stories/rules";
import { expectToolsTold } from "./testing/pages";

// Creates whole workspaces, also in processes that compile their code first.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// A database has one sample workspace, so this file needs its own.
let drop: () => Promise<void>;
let admin: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  const tenant = await aTenant();
  await aGateway([tenant]);
  const { actor, tenants } = await aPerson([tenant], "admin", "Ines");
  admin = proveScope(actor, tenants, { unlimited: true });
  await ingest(system, (tx) => tx.user.update({ where: { id: actor.id }, data: { allTenants: true } }));
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

// Cleans up after a failed test.
afterEach(async () => {
  if (await findSample(system)) await remove();
});

const system = systemScope("tests");
const SMALL = { pending: 24, audit: 2_400 };
const WHOLE = { ...SMALL, audit: USUAL_SIZE.calls };

/** Row counts of every table, as the database's owner. */
async function countAll(): Promise<Record<string, number>> {
  const url = new URL(process.env.DATABASE_OWNER_URL ?? "");
  url.pathname = new URL(process.env.DATABASE_URL ?? "").pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query("select set_config('countersign.tenants', '*', false)");
    const { rows } = await client.query<{ name: string }>(`
      select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace
      and c.relkind in ('r', 'p') and not c.relispartition order by 1`);
    const counts: Record<string, number> = {};
    for (const { name } of rows) {
      const found = await client.query<{ n: number }>(`select count(*)::int as n from "${name}"`);
      counts[name] = found.rows[0]?.n ?? 0;
    }
    return counts;
  } finally {
    await client.end();
  }
}

/** Second attempts after a request for changes: the only calls that share a session. */
async function secondAttempts(): Promise<number> {
  const [row] = await read(
    system,
    (tx) => tx.$queryRaw<{ n: number }[]>`
      select (count(*) - count(distinct session_id))::int as n from approvals where session_id is not null`,
  );
  return row?.n ?? 0;
}

async function assertNoError(): Promise<void> {
  const error = (await findSample(system))?.error;
  if (error) throw new Error(error);
}

async function load(size = SMALL): Promise<void> {
  await requestSample(admin, size);
  while (await runOnce(sampleSteps)) await assertNoError();
}

async function remove(): Promise<void> {
  await requestRemoval(admin);
  await ingest(system, (tx) => tx.$executeRaw`update sample_workspace set lease_until = null`);
  while (await runOnce(sampleSteps)) await assertNoError();
}

/** Its decisions are older than receipts; the evidence says so and has no contradictions. */
async function expectEvidence(scope: UserScope): Promise<void> {
  const tenantId = { in: [...scope.tenants] };
  const where = { tenantId, decision: { not: "pending" as const } };
  const decided = await read(scope, (tx) =>
    tx.approval.findMany({ where, select: { id: true }, orderBy: { updatedAt: "desc" }, take: 40 }),
  );
  for (const { id } of decided) {
    const { problems, open } = verifyEvidence(JSON.stringify(await getEvidence(scope, id)));
    expect(problems, id).toEqual([]);
    expect(open.join()).toContain("from before receipts were kept");
  }
}

/** Agents have an owner, a budget is partly used, and one call exceeds it. */
async function expectGoverned(scope: UserScope): Promise<void> {
  const { rows } = await listAgents(scope, {});
  expect(rows.filter(({ owner }) => owner?.name === "Ines")).toHaveLength(OWNED.length);
  const [[used]] = Object.values(await listBudgetsInUse(system, POLICIES)) as [BudgetInUse[]];
  const waiting = await read(scope, (tx) =>
    tx.approval.findMany({ where: { tenantId: { in: [...scope.tenants] }, heldBecause: "policy_required" } }),
  );
  expect(waiting).toMatchObject([{ tool: "create_refund", decision: "pending" }]);
  const [budget] = waiting.map(({ policy }) => (policy as unknown as PolicyOfCall).budget);
  expect(budget).toMatchObject({ atMost: 50_000, used: used?.used ?? "0" });
  expect(Number(budget?.used) + Number(budget?.amount)).toBeGreaterThan(50_000);
  // Settings are applied once.
  await lookAtSample();
  expect(await read(scope, (tx) => tx.approval.count({ where: { heldBecause: "policy_required" } }))).toBe(1);
}

test("it is loaded with something on every page and unbroken trails, and removed without a trace of it or of anything else", async () => {
  const before = await countAll();
  await load(WHOLE);
  const loaded = await countAll();
  const sample = await findSample(admin);
  expect(sample).toMatchObject({ state: "loaded", percent: 100, startedBy: "Ines", error: null });
  expect(sample?.tenants.map(({ key }) => key)).toEqual([
    "sample-fernhill",
    "sample-halden",
    "sample-juniper",
  ]);
  const more = (name: string) => (loaded[name] ?? 0) - (before[name] ?? 0);
  expect(more("tools")).toBeGreaterThan(300);
  expect(more("approvals")).toBe(24 + 380 + (await secondAttempts()));
  expect(Math.abs(more("tool_calls") - WHOLE.audit)).toBeLessThan(WHOLE.audit * 0.1);
  for (const name of [
    "votes",
    "executions",
    "deliveries",
    "delivery_attempts",
    "feedback_submissions",
    "corrections",
    "cheatsheets",
    "tool_ratings",
    "gateway_requests",
    "rationale_offenders",
    "rationale_callers",
    "tool_call_counts",
    "approval_presence",
  ])
    expect(more(name), name).toBeGreaterThan(0);
  const sampled = await read(system, (tx) =>
    tx.tenant.findMany({ where: { sample: true }, select: { id: true } }),
  );
  await lookAtSample();
  const everywhere = proveScope(
    admin.actor,
    sampled.map(({ id }) => id),
    { unlimited: true },
  );
  await expectToolsTold(everywhere);
  await expectEvidence(everywhere);
  const lines = async function* () {
    for await (const part of exportLines(system, { tenant: "sample-halden" }))
      yield* part.trimEnd().split("\n");
  };
  expect(await verifyExport(lines())).toMatchObject({ unbroken: true });
  await expectGoverned(everywhere);
  const present = await findPolicies(system);
  const own = {
    ...POLICIES[0],
    name: "Of another tenant",
    match: { ...EVERY_CALL, tenants: ["acme"] },
  } as Policy;
  await savePolicies(admin, {
    policies: [...(present?.policies ?? []), own],
    seen: present?.version ?? null,
  });
  await remove();
  await lookAtSample();
  expect(await findSample(admin)).toBeNull();
  expect((await findPolicies(system))?.policies.map(({ name }) => name)).toEqual([own.name]);
  // What remains: audit rows of the requests, of loading and removal, and policy versions.
  const stays = { activity: (before.activity ?? 0) + 7, policy_versions: (before.policy_versions ?? 0) + 3 };
  expect(await countAll()).toEqual({ ...before, ...stays });
});

test("what was cut off is gone on with, by whoever comes next", async () => {
  await requestSample(admin, SMALL);
  const stop = new AbortController();
  const claimed = await claim("00000000-0000-7000-8000-000000000002");
  if (!claimed) throw new Error("nothing to claim");
  const working = work(claimed, sampleSteps, stop.signal);
  while (((await findSample(system))?.percent ?? 0) < 20)
    await new Promise((resolve) => setTimeout(resolve, 20));
  stop.abort();
  await working;
  const half = await findSample(system);
  expect(half?.state).toBe("loading");
  expect(await runOnce(sampleSteps)).toBe(false);
  await ingest(system, (tx) => tx.$executeRaw`update sample_workspace set lease_until = clock_timestamp()`);
  await runOnce(sampleSteps);
  expect(await findSample(system)).toMatchObject({ state: "loaded" });
  // The same as without an interruption.
  expect((await countAll()).approvals).toBe(24 + 380 + (await secondAttempts()));
  await remove();
});

const endLease = () =>
  ingest(system, (tx) => tx.$executeRaw`update sample_workspace set lease_until = clock_timestamp()`);

/** Runs a process until this progress, then kills it in the middle of a step. */
async function killAt(percent: number): Promise<void> {
  await endLease();
  const worker = aProcess("sample/testing/process.ts", { LOG_LEVEL: "silent" });
  await itsFirstMessage(worker);
  await until(`${percent} %`, async () => ((await findSample(system))?.percent ?? 100) >= percent);
  worker.child.kill("SIGKILL");
  expect(await worker.ended).toBe("SIGKILL");
}

test("processes killed while they make it or remove it lose nothing and do nothing twice", async () => {
  const before = await countAll();
  await requestSample(admin, SMALL);
  for (const percent of [30, 1, 60].slice(0, trials(1, 3))) await killAt(percent);
  await endLease();
  while (await runOnce(sampleSteps)) await assertNoError();
  const sample = await findSample(system);
  expect(sample).toMatchObject({ state: "loaded" });
  const loaded = await countAll();
  expect(loaded.approvals).toBe((before.approvals ?? 0) + 24 + 380 + (await secondAttempts()));
  expect(loaded.approval_revisions).toBeGreaterThanOrEqual(loaded.approvals ?? 0);
  await requestRemoval(admin);
  await killAt(1);
  await endLease();
  while (await runOnce(sampleSteps)) await assertNoError();
  expect(await findSample(system)).toBeNull();
  expect(await countAll()).toEqual({ ...before, activity: (before.activity ?? 0) + 4 });
});

test("real calls cannot get into it: no key, no real gateway, no callback, and the database holds the same", async () => {
  await load({ pending: 2, audit: 0 });
  const edge = await read(system, (tx) => tx.gateway.findFirstOrThrow({ where: { name: "sample-edge" } }));
  const refused = { code: "CONFLICT", message: expect.stringContaining("sample workspace") };
  await expect(createKey(admin, edge.id, ["sample-fernhill"])).rejects.toMatchObject(refused);
  await expect(setCallbackUrl(admin, edge.id, "https://somewhere.example/")).rejects.toMatchObject(refused);
  await expect(switchCallback(admin, edge.id, null)).rejects.toMatchObject(refused);
  await expect(createGateway(admin, { name: "mine", tenants: ["sample-fernhill"] })).rejects.toMatchObject(
    refused,
  );
  const [tenant] = [await aTenant()];
  const link = { gatewayId: edge.id, tenantId: tenant.id };
  await expect(ingest(system, (tx) => tx.gatewayTenant.create({ data: link }))).rejects.toThrow(
    /sample gateways serve/,
  );
  const mark = (tx: Parameters<Parameters<typeof ingest>[1]>[0]) =>
    tx.tenant.update({ where: { id: tenant.id }, data: { sample: true } });
  await expect(ingest(system, mark)).rejects.toThrow(/cannot be changed/);
  const erase = ingest(
    system,
    (tx) => tx.$queryRaw`select erase_sample_activity(${tenant.id}::uuid, 10::int)`,
  );
  await expect(erase).rejects.toThrow(/only the trail of a sample tenant/);
  await remove();
});
