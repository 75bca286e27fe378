import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { tenantSetting, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { QUEUE_PAGE } from "./places";
import { listQueue } from "./queries";

// Right after a bulk load the table has no statistics. A page may then scan the whole table a few
// times, but never once per row.

const PENDING = 10_000;
// The most expensive statement has seven counts and three lists.
const READ_MAX = 3 * PENDING;

type Statement = { text: string; values: unknown[] };
type Plan = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

let drop: () => Promise<void>;
let setting: { tenant: TestTenant; gateway: TestGateway; person: UserScope };

beforeAll(async () => {
  const database = await useOwnDatabase();
  drop = database.drop;
  const tenant = await aTenant();
  setting = { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant]) };
  await database.asOwner([
    `set countersign.tenants = '${tenantSetting(setting.gateway.scope)}'`,
    "alter table approvals set (autovacuum_enabled = false)",
    calls(),
  ]);
});

afterAll(async () => {
  await closeDatabase();
  await drop();
});

const calls = () => `
  insert into approvals (id, tenant_id, gateway_id, provider, tool, arguments_text, arguments_sha256, requested_sha256, risk,
                         risk_source, held_because, summary, rationale, mode, agent, decide_by, use_by_seconds)
  select gen_random_uuid(), '${setting.tenant.id}', '${setting.gateway.id}', 'files', 'tool' || g % 50, '{}', s, s,
         (array['medium', 'high', 'critical']::risk[])[1 + (g / 3) % 3], 'request', 'risk', 'A summary', 'A rationale', 'callback',
         'agent' || (g / 3) % 20, now() + make_interval(secs => 60 + 7919 * g % 100000), 900
  from (select g, encode(sha256(convert_to((g / 3)::text, 'UTF8')), 'hex') as s from generate_series(1, ${PENDING}) g) drawn`;

async function statementsOf(work: () => Promise<void>): Promise<Statement[]> {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work();
  const sent = (query.mock.calls as unknown as [Partial<Statement> | string][]).flatMap(([given]) =>
    typeof given === "string" || !given.text || !/\bapprovals\b/.test(given.text)
      ? []
      : [{ text: given.text, values: given.values ?? [] }],
  );
  query.mockRestore();
  return sent;
}

function rowsRead(plan: Plan): number {
  const own =
    plan["Relation Name"] === "approvals"
      ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
      : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own);
}

test.each(["all", "mine"] as const)(
  "a page of %s does not read a table without statistics again and again",
  async (view) => {
    const { person, gateway } = setting;
    const statements = await statementsOf(async () => {
      const page = await listQueue(person, { view });
      expect(page.rows).toHaveLength(QUEUE_PAGE);
      await listQueue(person, { view, cursor: page.nextCursor ?? "" });
    });
    const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    await client.query("select set_config('countersign.tenants', $1, false)", [tenantSetting(gateway.scope)]);
    const far: { text: string; read: number }[] = [];
    for (const { text, values } of statements) {
      const explain = `explain (analyze, format json) ${text}`;
      const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(explain, values);
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      const read = plan ? rowsRead(plan) : Number.POSITIVE_INFINITY;
      if (read > READ_MAX) far.push({ text, read });
    }
    await client.end();
    expect(statements.length).toBeGreaterThan(3);
    expect(far).toEqual([]);
  },
);
