import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { tenantSetting, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { createApproval } from "../gate/testing/held";
import { getWholeApproval } from "../queries";
import { readHistory } from "./queries";

// A page's reads must not grow with the history: not for equal calls, not for unique ones, and not
// for many rejections after the last approval.

const DECIDED = 5_000;
// Four kinds of decisions, the counts, two last approvals and the session's calls, on both sides.
const READ_MAX = 2_000;

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

let database: Awaited<ReturnType<typeof useOwnDatabase>>;
let setting: { tenant: TestTenant; gateway: TestGateway; person: UserScope };

beforeAll(async () => {
  database = await useOwnDatabase();
  await database.asOwner(["alter table approvals set (autovacuum_enabled = off)"]);
  const tenant = await aTenant();
  setting = { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant]) };
  await ask();
});

afterAll(async () => {
  await closeDatabase();
  await database.drop();
});

async function ask(): Promise<string> {
  const { tenant, gateway } = setting;
  const facts = { to_whom: "All", how_many: 10 };
  const call = aCall(tenant, {
    sessionId: "one",
    facts,
    precondition: "etag:1",
    argumentsText: `{"n":"${newId()}"}`,
  });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  return (await createApproval(gateway.scope, call, request)).approvalId;
}

function decided({ decision, alike }: { decision: string; alike: boolean }): string {
  const of = (name: string, others: number) => (alike ? `'${name}'` : `'${name}' || g % ${others}`);
  const { tenant, gateway } = setting;
  return `
    insert into approvals (id, tenant_id, gateway_id, provider, tool, arguments_text, arguments_sha256, requested_sha256, risk,
                           risk_source, held_because, summary, rationale, mode, agent, decide_by, use_by_seconds, session_id, facts,
                           precondition, decision, execution, decided_at, execution_id, use_by)
    select gen_random_uuid(), '${tenant.id}', '${gateway.id}', ${of("files", 5)}, ${of("write_file", 50)}, '{}', s, s, 'high',
           'request', 'risk', 'A summary', 'A rationale', 'reissue', ${of("tester", 200)}, now(), 900, ${of("one", 300)},
           json_build_object('to_whom', ${of("All", 400)}, 'how_many', g), 'etag:1', '${decision}',
           '${decision === "approved" ? "succeeded" : "blocked"}', now(),
           ${decision === "approved" ? "gen_random_uuid(), now()" : "null, null"}
    from (select g, encode(sha256(convert_to(g::text, 'UTF8')), 'hex') as s from generate_series(1, ${DECIDED}) g) drawn;`;
}

async function planOf(id: string): Promise<{ read: number; sequential: boolean; indexes: string[] }> {
  const { person, gateway } = setting;
  const call = await getWholeApproval(person, id);
  const query = vi.spyOn(pg.Client.prototype, "query");
  await read(person, (tx) => readHistory(tx, call));
  const sent = query.mock.calls as unknown as [{ text?: string; values?: unknown[] } | string][];
  const [given] = sent.flatMap(([one]) =>
    typeof one !== "string" && one.text?.includes("with last") ? [one] : [],
  );
  query.mockRestore();
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query("select set_config('countersign.tenants', $1, false)", [tenantSetting(gateway.scope)]);
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
    `explain (analyze, format json) ${given?.text}`,
    given?.values,
  );
  await client.end();
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  if (!plan) throw new Error("no plan");
  return { read: rowsRead(plan), sequential: readsAll(plan), indexes: indexesOf(plan) };
}

function indexesOf(plan: Plan): string[] {
  return [plan["Index Name"] ?? [], (plan.Plans ?? []).map(indexesOf)].flat(2);
}

function readsAll(plan: Plan): boolean {
  const own = plan["Node Type"] === "Seq Scan" && plan["Relation Name"] === "approvals";
  return own || (plan.Plans ?? []).some(readsAll);
}

function rowsRead(plan: Plan): number {
  const own =
    plan["Relation Name"] === "approvals"
      ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
      : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), own);
}

const CONTENTS = [
  ["calls of other kinds", { decision: "approved", alike: false }, true],
  ["nearly all alike, and approved", { decision: "approved", alike: true }, true],
  ["as many noes behind them", { decision: "rejected", alike: true }, true],
  ["a table of which nothing is known", { decision: "rejected", alike: true }, false],
] as const;

// Every decision writes to each of these indexes, so an unused one must go.
const OF_DECISIONS = ["judged_tool", "judged_agent", "judged_caller", "judged_target"]
  .concat("approved_tool", "approved_caller", "precondition")
  .map((name) => `approvals_${name}`);
const used = new Set<string>();

test.each(CONTENTS)("%s: a page reads a bounded part", async (_, contents, analyze) => {
  await database.asOwner([
    `set countersign.tenants = '${tenantSetting(setting.gateway.scope)}'`,
    ...(analyze ? [] : ["delete from approvals where decision <> 'pending'"]),
    decided(contents),
    ...(analyze ? ["analyze approvals"] : []),
  ]);
  const plan = await planOf(await ask());
  expect(plan.sequential).toBe(false);
  expect(plan.read).toBeLessThan(READ_MAX);
  for (const index of plan.indexes) used.add(index);
});

test("each index of decisions serves these pages", () => {
  expect([...used]).toEqual(expect.arrayContaining(OF_DECISIONS));
});
