import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import { closeDatabase } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { tenantSetting, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { forgetLate } from "@/lib/testing/last-statement";
import { cancelApproval, decideApproval } from "./commands";
import { ask as authorize } from "./gate/ask";
import type { GateAnswer } from "./gate/types";
import { getWholeApproval } from "./queries";

// New statistics must not make a fast statement slow: each lookup in a large table has the one
// index that serves it, for any contents.

/** By table, the indexes whose columns a lookup names. Any other index would read rows in vain. */
const SERVES: Record<string, RegExp> = {
  approvals:
    /^approvals_(?:pkey|id_idx|pending|tenant_id_call_hash_idx|edited_call|redemption|approved_tool|approved_caller|judged_tool|judged_agent|judged_caller)$/,
  approval_revisions: /^approval_revisions_pkey$/,
  idempotency: /^idempotency_pkey$/,
  votes: /^votes_tenant_id_approval_id_revision_user_id_key$/,
  executions: /^executions_(?:pkey|id_idx|tenant_id_approval_id_idx)$/,
};

/** Statistics of these are taken only when the test runs it. */
const TABLES = ["approvals", "idempotency", "approval_revisions"];

type Statement = { text: string; values: unknown[] };

let drop: () => Promise<void>;
let asOwner: (statements: readonly string[]) => Promise<void>;
let statements: Statement[];
let setting: { tenant: TestTenant; gateway: TestGateway; person: UserScope };

beforeAll(async () => {
  ({ drop, asOwner } = await useOwnDatabase());
  await asOwner(TABLES.map((table) => `alter table ${table} set (autovacuum_enabled = off)`));
  const tenant = await aTenant();
  setting = {
    tenant,
    gateway: await aGateway([tenant], "http://127.0.0.1:9/hook"),
    person: await aPerson([tenant]),
  };
  await ask({ risk: "low" });
  statements = await statementsOf(hotPaths);
});

afterAll(async () => {
  await closeDatabase();
  await drop();
});

function ask(over: Parameters<typeof aCall>[1], key: string | null = null) {
  const { tenant, gateway } = setting;
  return authorize(gateway.scope, aCall(tenant, over), { tenantId: tenant.id, key, bodySha256: "b" });
}

const idOf = (answer: GateAnswer) => (answer.kind === "wait" ? answer.approval.id : "");

async function hotPaths(): Promise<void> {
  const { tenant, gateway, person } = setting;
  const high = () => ({ risk: "high", argumentsText: `{"n":"${newId()}"}` }) as const;
  await ask({ risk: "low" });
  await ask({ risk: "low", argumentsText: '{"key":1}' }, "a key");
  await ask({ risk: "low", argumentsText: '{"key":1}' }, "a key");
  const same = high();
  const { answer } = await ask(same, "another key");
  await ask(same);
  const { id, revision, argumentsSha256 } = await getWholeApproval(gateway.scope, idOf(answer));
  await decideApproval(person, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
  const { answer: second } = await ask(high());
  await cancelApproval(gateway.scope, idOf(second), null);
  const row = {
    tenant: tenant.key,
    tool: "write_file",
    outcome: "ok",
    rationale: "The tests need this row.",
  } as const;
  const input = { ...row, occurredAt: new Date().toISOString() };
  for (const key of [null, "row", "row"])
    await recordCalls(gateway.scope, [{ index: 0, input, key, bodySha256: "b" }]);
}

async function statementsOf(work: () => Promise<void>): Promise<Statement[]> {
  const sent = new Map<string, Statement>();
  const query = vi.spyOn(pg.Client.prototype, "query");
  await work();
  for (const [given] of query.mock.calls as unknown as [Partial<Statement> | string][]) {
    if (typeof given === "string" || !given.text || /^(?:begin|commit|rollback)/i.test(given.text)) continue;
    sent.set(given.text, { text: given.text, values: given.values ?? [] });
  }
  query.mockRestore();
  return [...sent.values()];
}

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  Plans?: Plan[];
  [member: string]: unknown;
};

/** Accesses of a plan to large tables without an index that serves them. */
function strays(plan: Plan, above?: string): string[] {
  const node = plan["Node Type"];
  const relation = plan["Relation Name"] ?? above;
  const serves = relation === undefined ? undefined : SERVES[relation];
  const index = plan["Index Name"];
  const own =
    serves && (index ? !serves.test(index) : node === "Seq Scan")
      ? [`${relation} by ${index ?? "reading all of it"}`]
      : [];
  // The inner nodes of a bitmap scan do not name its table.
  const inner = node.startsWith("Bitmap") ? relation : undefined;
  return [...own, ...(plan.Plans ?? []).flatMap((part) => strays(part, inner))];
}

/** The plans of the product's role for these values and for generic ones; returns only strays. */
async function straysOfAll(client: pg.Client): Promise<{ text: string; strays: string[] }[]> {
  await client.query("select set_config('countersign.tenants', $1, false)", [tenantOf()]);
  const found: { text: string; strays: string[] }[] = [];
  for (const { text, values } of statements) {
    // Without values, only the simple protocol can explain.
    for (const [options, given] of [["format json", values], ["generic_plan, format json"]] as const) {
      const explain = `explain (${options}) ${text}`;
      const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(explain, given && [...given]);
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      found.push({ text, strays: plan ? strays(plan) : ["no plan"] });
    }
  }
  return found.filter((one) => one.strays.length > 0);
}

const tenantOf = () => tenantSetting(setting.gateway.scope);

/** Many calls: either spread over many tools, agents and texts, or nearly all alike. */
function calls(count: number, alike: boolean): string {
  const { tenant, gateway } = setting;
  const of = (name: string, kinds: number) => (alike ? `'${name}'` : `'${name}' || g % ${kinds}`);
  return `
    insert into approvals (id, tenant_id, gateway_id, provider, tool, arguments_text, arguments_sha256, requested_sha256, risk,
                           risk_source, held_because, summary, rationale, mode, agent, decide_by, use_by_seconds, redemption_key)
    select gen_random_uuid(), '${tenant.id}', '${gateway.id}', ${of("files", 5)}, ${of("write_file", 50)}, '{}', s, s, 'high',
           'request', 'risk', 'A summary', 'A rationale', 'callback', ${of("tester", 200)}, now() + interval '1 day', 900,
           case when g % 10 = 0 then 'key ' || g end
    from (select g, encode(sha256(convert_to(${alike ? "'one'" : "g::text"}, 'UTF8')), 'hex') as s
          from generate_series(1, ${count}) g) drawn;
    insert into idempotency (tenant_id, gateway_id, kind, key, body_sha256)
    select '${tenant.id}', '${gateway.id}', ${alike ? "'authorize'" : "case when g % 2 = 0 then 'audit' else 'authorize' end"}, 'key ' || g, 'b'
    from generate_series(1, ${count}) g on conflict do nothing;`;
}

const ANALYZE = TABLES.map((table) => `analyze ${table}`).join("; ");

const CONTENTS: [string, () => string[]][] = [
  ["calls of every kind", () => [calls(2_000, false), ANALYZE]],
  ["nearly all of them alike", () => [calls(6_000, true), ANALYZE]],
  [
    "nearly all deleted",
    () => [
      `delete from approvals where summary = 'A summary'
         and id not in (select id from approvals where summary = 'A summary' order by id limit 8)`,
      ANALYZE,
    ],
  ],
];

test.each(CONTENTS)("%s: each statement reaches its rows by an index that serves it", async (_, made) => {
  await asOwner([`set countersign.tenants = '${tenantOf()}'`, ...made()]);
  expect(statements.length).toBeGreaterThan(20);
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  expect(await straysOfAll(client).finally(() => client.end())).toEqual([]);
  forgetLate();
});
