import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { verifyExport } from "@/lib/activity/verify";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aProcess, itsFirstMessage } from "@/lib/delivery/testing/processes";
import { until } from "@/lib/delivery/testing/scene";
import { createGateway, setCallbackUrl, switchCallback } from "@/lib/gateways/commands";
import { createKey } from "@/lib/gateways/keys";
import { exportLines } from "@/lib/insights/trail/export";
import { closeLiveHub } from "@/lib/live/hub";
import { requestRemoval, requestSample } from "@/lib/onboarding/sample/commands";
import { findSample } from "@/lib/onboarding/sample/queries";
import { USUAL_SIZE } from "@/lib/onboarding/sample/types";
import { claim, runOnce, work } from "@/lib/onboarding/sample/worker";
import { aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { lookAtSample, sampleSteps } from "./load";
import { expectToolsTold } from "./testing/shown";

// Whole workspaces are made here, and by processes that compile what they run.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

// There is one sample workspace a database, so this file has a database of its own.
let drop: () => Promise<void>;
let admin: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  const tenant = await aTenant();
  await aGateway([tenant]);
  const { actor, tenants } = await aPerson([tenant], "admin", "Ines");
  admin = proveScope(actor, tenants, { unlimited: true });
});
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});

// What a failed test left does not fail the next one.
afterEach(async () => {
  if (await findSample(system)) await remove();
});

const system = systemScope("tests");
const SMALL = { pending: 24, audit: 2_400 };
const WHOLE = { ...SMALL, audit: USUAL_SIZE.calls };

/** The rows of every table there is, as the database's owner counts them. */
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
  expect(more("approvals")).toBe(24 + 380);
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
    "tool_call_counts",
    "approval_presence",
  ])
    expect(more(name), name).toBeGreaterThan(0);
  const sampled = await read(system, (tx) =>
    tx.tenant.findMany({ where: { sample: true }, select: { id: true } }),
  );
  await lookAtSample();
  await expectToolsTold(
    proveScope(
      admin.actor,
      sampled.map(({ id }) => id),
      { unlimited: true },
    ),
  );
  const lines = async function* () {
    for await (const part of exportLines(system, { tenant: "sample-halden" }))
      yield* part.trimEnd().split("\n");
  };
  expect(await verifyExport(lines())).toMatchObject({ unbroken: true });
  await remove();
  expect(await findSample(admin)).toBeNull();
  // What stays is that it was there: asked for and done, loaded and removed.
  expect(await countAll()).toEqual({ ...before, activity: (before.activity ?? 0) + 4 });
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
  // As many as without the interruption: none twice, none left out.
  expect((await countAll()).approvals).toBe(24 + 380);
  await remove();
});

const endLease = () =>
  ingest(system, (tx) => tx.$executeRaw`update sample_workspace set lease_until = clock_timestamp()`);

/** Lets a process of its own work until there is that much progress, and kills it in the middle of what it does then. */
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
  expect(loaded.approvals).toBe((before.approvals ?? 0) + 24 + 380);
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
