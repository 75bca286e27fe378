import pg from "pg";
import { expect, test, vi } from "vitest";
import { bookkeep, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope } from "@/lib/core/scope";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { watchStatements } from "@/lib/testing/watch";
import { listFindings, listToolFindings } from "../queries";
import { walked } from "../testing/worker-pass";
import { REFUSALS_MAX } from "../types";
import { runOnce } from "./worker";

const system = systemScope("tests");

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { id } = await aTool(gateway, { provider: "qa", name: "create_set" });
  return { tenant, gateway, toolId: id, person: await aPerson([tenant], "viewer") };
}

type Sent = {
  value: string;
  session?: string;
  provider?: string | null;
  outcome?: string;
  inWords?: boolean;
  more?: string;
};

/** Stores calls refused for their `mode`, one second apart, the last one now. */
async function refuse(tenant: TestTenant, gateway: TestGateway, calls: readonly Sent[]) {
  await ingest(system, (tx) =>
    tx.toolCall.createMany({
      data: calls.map(
        (
          { value, session = "s1", provider = "qa", inWords, more = "", outcome = "validation_error" },
          index,
        ) => ({
          ...{
            id: newId(),
            tenantId: tenant.id,
            gatewayId: gateway.id,
            provider,
            tool: "create_set",
            outcome,
          },
          argumentsText: JSON.stringify({ mode: value }),
          validation:
            outcome === "validation_error" && !inWords
              ? [{ path: "/mode", message: `'${value}' is not one of ['a', 'b']` }]
              : undefined,
          errorMessage: inWords ? `mode: '${value}' is not one of ['a', 'b']${more}` : undefined,
          sessionId: session,
          occurredAt: new Date(Date.now() - (calls.length - index) * 1_000),
        }),
      ),
    }),
  );
}

const modeOf = (found: Awaited<ReturnType<typeof listToolFindings>>) =>
  found.find(({ fields, proof }) => fields[0] === "mode" && proof !== null);

test("a refusal counts once the worker has walked its call, and not twice", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  await refuse(tenant, gateway, [{ value: "x" }, { value: "y", session: "s2" }]);
  expect(modeOf(await listToolFindings(person, toolId))).toBeUndefined();
  await walked(tenant);
  const found = modeOf(await listToolFindings(person, toolId));
  expect(found).toMatchObject({
    cost: 4,
    proof: { calls: 2, sessions: 2, message: expect.stringContaining("'y'") },
  });
  await refuse(tenant, gateway, [{ value: "x", session: "s2" }]);
  await walked(tenant);
  await walked(tenant);
  expect(modeOf(await listToolFindings(person, toolId))?.proof).toMatchObject({
    ...{ calls: 3, sessions: 2 },
    values: [
      { value: '"x"', calls: 2 },
      { value: '"y"', calls: 1 },
    ],
  });
});

test("of a long message its whole lines are read, and no half one", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  const more = Array.from(
    { length: 45 },
    (_, n) => `\nfield_${n}: 'some value' is not one of ['a', 'b']`,
  ).join("");
  await refuse(tenant, gateway, [
    { value: "x", inWords: true, more },
    { value: "y", inWords: true, more, session: "s2" },
  ]);
  await walked(tenant);
  expect(modeOf(await listToolFindings(person, toolId))).toMatchObject({ proof: { calls: 2, sessions: 2 } });
});

test("what was kept of a call goes with it at once, and comes back without it", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  await refuse(tenant, gateway, [{ value: "mine alone" }, { value: "x" }, { value: "x", session: "s2" }]);
  await walked(tenant);
  expect(JSON.stringify(await listToolFindings(person, toolId))).toContain("mine alone");
  await bookkeep(system, (tx) =>
    tx.toolCall.deleteMany({ where: { tenantId: tenant.id, argumentsText: { contains: "mine alone" } } }),
  );
  const kept = await read(system, (tx) => tx.toolMistake.findMany({ where: { tenantId: tenant.id } }));
  expect(kept).toEqual([]);
  await walked(tenant);
  const found = await listToolFindings(person, toolId);
  expect(JSON.stringify(found)).not.toContain("mine alone");
  expect(modeOf(found)?.proof).toMatchObject({ calls: 2, sessions: 2 });
});

test("calls that leave the window leave the findings within the hour, and the last takes what is noted with it", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  await refuse(tenant, gateway, [{ value: "x" }, { value: "y" }]);
  await walked(tenant);
  expect(modeOf(await listToolFindings(person, toolId))).toBeDefined();
  const passes = () => read(system, (tx) => tx.toolMistakePass.findMany({ where: { tenantId: tenant.id } }));
  expect(await passes()).toMatchObject([{ due: false, more: false }]);
  await bookkeep(system, async (tx) => {
    await tx.toolRefusal.deleteMany({ where: { tenantId: tenant.id } });
    const hourAgo = new Date(Date.now() - 61 * 60_000);
    await tx.toolMistakePass.updateMany({ where: { tenantId: tenant.id }, data: { madeAt: hourAgo } });
  });
  await walked(tenant);
  expect(modeOf(await listToolFindings(person, toolId))).toBeUndefined();
  expect(await passes()).toEqual([]);
});

test("of a busy tool the newest calls are looked at, not again within minutes, and it says that there are more", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  const many = Array.from({ length: REFUSALS_MAX + 20 }, (_, n) => ({ value: n < 20 ? "old" : "new" }));
  await refuse(tenant, gateway, many);
  await walked(tenant);
  const proofOf = async () => modeOf(await listToolFindings(person, toolId))?.proof;
  expect(await proofOf()).toMatchObject({
    calls: REFUSALS_MAX,
    values: [{ value: '"new"', calls: REFUSALS_MAX }],
  });
  expect((await listFindings(person, { view: "proven" })).capped).toEqual({ tools: false, refusals: true });
  await refuse(tenant, gateway, [{ value: "newest" }]);
  await walked(tenant);
  expect(JSON.stringify(await proofOf())).not.toContain("newest");
  const before = new Date(Date.now() - 11 * 60_000);
  await bookkeep(system, (tx) =>
    tx.toolMistakePass.updateMany({ where: { tenantId: tenant.id }, data: { madeAt: before } }),
  );
  await walked(tenant);
  expect(JSON.stringify(await proofOf())).toContain("newest");
});

test("refused calls that are told in words alone prove as much as others, and the page says that there are more", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  const inWords = Array.from({ length: REFUSALS_MAX }, () => ({ value: "z", inWords: true }));
  await refuse(tenant, gateway, [{ value: "x" }, { value: "y" }, ...inWords]);
  await walked(tenant);
  expect(modeOf(await listToolFindings(person, toolId))?.proof).toMatchObject({
    calls: REFUSALS_MAX,
    values: [{ value: '"z"', calls: REFUSALS_MAX }],
  });
  expect((await listFindings(person, { view: "open" })).capped).toEqual({ tools: false, refusals: true });
});

test("namesakes of two providers share the calls that name none, and no others; tenants share nothing", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  const { id: namesake } = await aTool(gateway, { provider: "lab", name: "create_set" });
  const foreign = await aTenant();
  await refuse(tenant, gateway, [
    ...[{ value: "x" }, { value: "x", session: "s2" }],
    ...[
      { value: "l", provider: "lab" },
      { value: "n", provider: null },
    ],
  ]);
  await walked(tenant);
  const callsOf = async (id: string, who = person) => modeOf(await listToolFindings(who, id))?.proof?.calls;
  expect([await callsOf(toolId), await callsOf(namesake)]).toEqual([3, 2]);
  const other = await aPerson([foreign], "viewer");
  expect((await listFindings(other, { view: "proven" }, [tenant.id])).rows).toEqual([]);
  const own = proveScope(other.actor, [foreign.id]);
  expect(await read(own, (tx) => tx.toolMistake.count({ where: { tenantId: tenant.id } }))).toBe(0);
});

async function sentAbout(
  table: RegExp,
  work: () => Promise<unknown>,
): Promise<{ all: number; about: string[] }> {
  const sent: string[] = [];
  const stop = watchStatements((_, statement) => {
    sent.push(statement);
    return undefined;
  });
  await work();
  stop();
  return { all: sent.length, about: sent.filter((one) => table.test(one)) };
}

test("findings are listed in as many statements however many calls prove them, and none of them reads refused calls", async () => {
  const { tenant, gateway, person } = await aSetting();
  await refuse(tenant, gateway, [{ value: "x" }, { value: "y" }]);
  await walked(tenant);
  const list = () => sentAbout(/tool_calls|tool_refusals/, () => listFindings(person, { view: "open" }));
  await list();
  const few = await list();
  await refuse(
    tenant,
    gateway,
    Array.from({ length: 60 }, (_, n) => ({ value: `v${n}`, session: `s${n}` })),
  );
  await walked(tenant);
  const many = await list();
  expect(many.all).toBe(few.all);
  // Purposes are read from the few stored calls of a tool with that finding.
  expect(many.about.every((one) => one.includes("tool_other_purposes"))).toBe(true);
});

test("what hostile calls send at many places is found all the same", async () => {
  const { tenant, gateway } = await aSetting();
  const call = (n: number, long: boolean) => ({
    ...{ id: newId(), tenantId: tenant.id, gatewayId: gateway.id, provider: "qa", tool: "create_set" },
    ...{ outcome: "validation_error", argumentsText: "{}", sessionId: `s${n}` },
    validation: Array.from({ length: long ? 100 : 80 }, (_, at) => ({
      ...{ path: `/mode${at}`, message: "is not of type 'string'" },
      received_json: JSON.stringify(Array.from({ length: long ? 3_000 : 120 }, (_, item) => item + n)),
    })),
    occurredAt: new Date(Date.now() - n * 1_000),
  });
  await ingest(system, (tx) =>
    tx.toolCall.createMany({
      data: [
        ...Array.from({ length: 60 }, (_, n) => call(n, false)),
        ...Array.from({ length: 8 }, (_, n) => call(100 + n, true)),
      ],
    }),
  );
  await walked(tenant);
  await bookkeep(system, (tx) =>
    tx.toolMistakePass.updateMany({ where: { tenantId: tenant.id }, data: { due: true } }),
  );
  await runOnce(undefined, { only: tenant.id });
  const kept = await read(system, (tx) => tx.toolMistake.findMany({ where: { tenantId: tenant.id } }));
  expect(kept).toHaveLength(80);
  expect(kept[0]?.calls).toMatch(/^f{15}$/);
}, 60_000);

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};

function rowsRead(plan: Plan, table: RegExp): number {
  const own = table.test(plan["Relation Name"] ?? "")
    ? (plan["Actual Rows"] + (plan["Rows Removed by Filter"] ?? 0)) * plan["Actual Loops"]
    : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), own);
}

test("the worker reads the refused calls of a tool and no others of it, however many those are", async () => {
  const { tenant, gateway } = await aSetting();
  await refuse(tenant, gateway, [
    ...Array.from({ length: 1_500 }, () => ({ value: "a", outcome: "ok" })),
    ...[{ value: "x" }, { value: "y" }],
  ]);
  await walked(tenant);
  await bookkeep(system, (tx) =>
    tx.toolMistakePass.updateMany({ where: { tenantId: tenant.id }, data: { due: true } }),
  );
  const query = vi.spyOn(pg.Client.prototype, "query");
  await runOnce(undefined, { only: tenant.id });
  const asked = (query.mock.calls as unknown as [{ text?: string; values?: unknown[] } | string][])
    .map(([given]) => (typeof given === "string" ? { text: given } : given))
    .find(({ text }) => text?.includes("argumentsText"));
  query.mockRestore();
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query("select set_config('countersign.tenants', $1, false)", [tenant.id]);
  const { rows } = await client.query<{ "QUERY PLAN": { Plan: Plan }[] }>(
    `explain (analyze, format json) ${asked?.text}`,
    asked?.values,
  );
  await client.end();
  const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
  expect(plan && rowsRead(plan, /^tool_calls/)).toBe(2);
});

test("findings and hot-spots count the same calls: by rows, by words, and of failures whose words name fields", async () => {
  const { tenant, gateway, toolId, person } = await aSetting();
  await refuse(tenant, gateway, [
    { value: "x" },
    { value: "y", inWords: true, session: "s2" },
    { value: "z", inWords: true, session: "s3", outcome: "execution_error" },
  ]);
  await walked(tenant);
  const proof = modeOf(await listToolFindings(person, toolId))?.proof;
  expect(proof).toMatchObject({ calls: 3, sessions: 3 });
  const spots = await read(
    system,
    (tx) => tx.$queryRaw<{ path: string; calls: number }[]>`
      select path, count(distinct call_id)::int as calls from tool_refusals where tenant_id = ${tenant.id}::uuid group by 1`,
  );
  expect(spots).toEqual([{ path: "/mode", calls: 3 }]);
});
