import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest, read, type Tx } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { markFirstRow } from "@/lib/tenants/commands";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";

// Row security: what the database returns when a query forgets its tenant condition.

let own: TestTenant;
let foreign: TestTenant;

beforeAll(async () => {
  [own, foreign] = [await aTenant(), await aTenant()];
  await aGateway([own, foreign]);
});
afterAll(closeDatabase);

const FORGETFUL: [name: string, ask: (tx: Tx) => Promise<string[]>][] = [
  ["tenants", async (tx) => (await tx.tenant.findMany()).map((row) => row.id)],
  ["tenant_settings", async (tx) => (await tx.tenantSettings.findMany()).map((row) => row.tenantId)],
  ["gateway_tenants", async (tx) => (await tx.gatewayTenant.findMany()).map((row) => row.tenantId)],
  ["memberships", async (tx) => (await tx.membership.findMany()).map((row) => row.tenantId)],
];

test.each(FORGETFUL)(
  "a limited scope reads only its own rows of %s, whatever the query asks",
  async (_, ask) => {
    const scope = await aPerson([own]);
    await aPerson([foreign]);
    const ids = new Set(await read(scope, ask));
    expect(ids).toEqual(new Set([own.id]));
  },
);

test.each(FORGETFUL)("a scope without tenants reads nothing of %s", async (_, ask) => {
  expect(await read(await aPerson([]), ask)).toEqual([]);
});

test("foreign rows are neither changed, deleted nor made", async () => {
  const { scope } = await aGateway([own]);
  await ingest(scope, (tx) => markFirstRow(tx, foreign.id));
  const deleted = await ingest(scope, (tx) =>
    tx.tenantSettings.deleteMany({ where: { tenantId: foreign.id } }),
  );
  expect(deleted.count).toBe(0);
  const changed = await ingest(scope, (tx) => tx.tenantSettings.updateMany({ data: { ttlSeconds: 77 } }));
  expect(changed.count).toBe(1);
  const made = ingest(scope, (tx) =>
    tx.membership.create({ data: { userId: scope.actor.id, tenantId: foreign.id } }),
  );
  await expect(made).rejects.toThrow(/row-level security/);
  const untouched = await read(systemScope("tests"), (tx) =>
    tx.tenant.findUniqueOrThrow({ where: { id: foreign.id }, include: { settings: true } }),
  );
  expect(untouched.firstRowAt).toBeNull();
  expect(untouched.settings?.ttlSeconds).not.toBe(77);
});

test("what one transaction may see, the pool's next user may not", async () => {
  const system = systemScope("tests");
  await Promise.all(Array.from({ length: 20 }, () => read(system, (tx) => tx.tenant.count())));
  // Directly on the pool, without the scope that product code always has.
  const pool = (globalThis as { countersignPool?: pg.Pool }).countersignPool;
  if (!pool) throw new Error("the pool is not where it was");
  const count = async () => (await pool.query("select count(*)::int as n from tenants")).rows[0].n;
  const counts = await Promise.all(Array.from({ length: 20 }, count));
  expect(new Set(counts)).toEqual(new Set([0]));
});

test("the product's own login sees nothing without a scope, and cannot lift the wall", async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    for (const table of [
      "tenants",
      "tenant_settings",
      "gateway_tenants",
      "activity",
      "approvals",
      "tool_calls",
    ]) {
      expect((await client.query(`select 1 from ${table} limit 1`)).rows).toEqual([]);
    }
    for (const statement of [
      "alter table tenants disable row level security",
      "drop policy tenant on tenants",
      "set role postgres",
      "truncate activity",
      "delete from activity",
    ]) {
      await expect(client.query(statement)).rejects.toThrow(/permission|owner|exist/);
    }
  } finally {
    await client.end();
  }
});
