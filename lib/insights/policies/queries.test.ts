import { afterAll, beforeAll, expect, test } from "vitest";
import { decideApproval } from "@/lib/approvals/commands";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import { recordCalls } from "@/lib/calls/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { allow, anAdministrator, deny, require } from "@/lib/policies/testing/installation";
import { policyPreviewWire, wirePolicyPreview } from "@/lib/policies/wire";
import { aCall, aGateway, aPerson, aTenant, aTool, LOOKED, unique } from "@/lib/testing/factories";
import { previewPolicies } from "./queries";

// A preview reads every tenant's newest calls, so these tests need their own database.
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

/** Two pending calls, three that ran (one without arguments), and one of last month. */
async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const [refund, lookUp] = [unique("refund"), unique("look-up")];
  await aTool(gateway, { provider: "pay", name: lookUp, risk: "low" });
  for (const amount of [10, 5_000]) {
    const call = aCall(tenant, { provider: "pay", tool: refund, argumentsText: `{"amount":${amount}}` });
    await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" });
  }
  const ran = async (over: { arguments?: RawJson; occurredAt?: string }) => {
    const row = {
      tenant: tenant.key,
      provider: "pay",
      tool: lookUp,
      outcome: "ok" as const,
      rationale: "For the tests.",
    };
    const input = { ...row, occurredAt: new Date(Date.now() - HOUR_MS).toISOString(), ...over } as const;
    await recordCalls(gateway.scope, [{ index: 0, input, key: null, bodySha256: newId() }]);
  };
  await ran({ arguments: RawJson.parse('{"amount":1}') });
  await ran({ arguments: RawJson.parse('{"amount":9000}') });
  await ran({});
  await ran({ occurredAt: new Date(Date.now() - 30 * 24 * HOUR_MS).toISOString() });
  return { tenant, gateway, refund, lookUp };
}

test("says what would have come of stored calls, by tool, and of which it cannot be told", async () => {
  const { tenant, gateway, refund, lookUp } = await aSetting();
  const admin = await anAdministrator();
  const mine = { tenants: [tenant.key] };
  const over = { arguments: [{ path: "/amount", op: "over", value: 1_000 }] } as const;
  const policies = [
    deny({ ...mine, ...over, tools: [refund] }, "no large refunds"),
    allow({ ...mine, tools: [refund] }, "constructor"),
    require({ ...mine, ...over, risk: ["low"] }, {}, "large"),
  ];
  const preview = await previewPolicies(admin, { policies });
  const of = (tool: string) => preview.tools.find((one) => one.tool === tool);
  expect(of(refund)).toMatchObject({
    gateway: gateway.name,
    calls: 2,
    before: { pass: 0, wait: 2, deny: 0 },
    after: { pass: 1, wait: 0, deny: 1, unknown: 0 },
    changed: 2,
    byPolicy: { "no large refunds": 1, constructor: 1 },
  });
  expect(of(lookUp)).toMatchObject({
    calls: 3,
    before: { pass: 3, wait: 0, deny: 0 },
    after: { pass: 1, wait: 1, deny: 0, unknown: 1 },
    changed: 1,
    byPolicy: { large: 1 },
  });
  expect(of(lookUp)?.examples.map(({ kind, after, policy }) => [kind, after, policy])).toEqual([
    ["tool_call", "wait", "large"],
    ["tool_call", "unknown", null],
    ["tool_call", "pass", null],
  ]);
  expect(preview.notStored.arguments).toBeGreaterThan(0);
  expect(preview.changes.added).toEqual(policies.map(({ name }) => name));
  expect(
    policyPreviewWire.safeParse(JSON.parse(JSON.stringify(wirePolicyPreview(preview, [])))).error,
  ).toBeUndefined();
});

test("facts are known of approvals, and unknown of reported calls, which are counted", async () => {
  const { tenant, gateway, lookUp } = await aSetting();
  const tool = unique("broadcast");
  for (const facts of [{ how_many: 10_412 }, { how_many: 3 }, undefined]) {
    const argumentsText = JSON.stringify(facts ?? {});
    const call = aCall(tenant, { provider: "pay", tool, argumentsText, ...(facts ? { facts } : {}) });
    await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" });
  }
  const match = { tenants: [tenant.key], facts: [{ path: "/how_many", op: "over", value: 1_000 }] } as const;
  const policies = [deny(match, "large")];
  const preview = await previewPolicies(await anAdministrator(), { policies });
  const of = (name: string) => preview.tools.find((one) => one.tool === name);
  expect(of(tool)).toMatchObject({
    calls: 3,
    after: { wait: 2, deny: 1, unknown: 0 },
    byPolicy: { large: 1 },
  });
  expect(of(lookUp)).toMatchObject({ calls: 3, after: { unknown: 3 } });
  expect(preview.notStored.facts).toBeGreaterThanOrEqual(3);
  const other = await previewPolicies(await anAdministrator(), { policies: [deny({}, "all")] });
  expect(other.notStored.facts).toBe(0);
});

test("what a policy decided is judged anew where none fits any more", async () => {
  const { tenant, refund } = await aSetting();
  await ingest(systemScope("tests"), async (tx) => {
    const [first, second] = await tx.approval.findMany({ where: { tenantId: tenant.id } });
    const policy = { name: "gone", version: 1, action: "deny", require: null };
    const set = (id: string | undefined, heldBecause: string) =>
      tx.approval.updateMany({ where: { id }, data: { heldBecause, policy } });
    await set(first?.id, "policy_denied");
    await set(second?.id, "policy");
  });
  const preview = await previewPolicies(await anAdministrator(), { policies: [] });
  expect(preview.tools.find(({ tool }) => tool === refund)).toMatchObject({
    before: { pass: 1, wait: 0, deny: 1 },
    after: { pass: 0, wait: 2, deny: 0, unknown: 0 },
  });
});

test("finds a reported call behind many that approvals stand for", async () => {
  const { tenant, gateway, lookUp } = await aSetting();
  await ingest(systemScope("tests"), async (tx) => {
    const { id } = await tx.approval.findFirstOrThrow({ where: { tenantId: tenant.id } });
    await tx.$executeRaw`
      insert into tool_calls (id, tenant_id, gateway_id, provider, tool, outcome, approval_id, occurred_at)
      select gen_random_uuid(), ${tenant.id}::uuid, ${gateway.id}::uuid, 'pay', ${lookUp}, 'ok', ${id}::uuid, now()
      from generate_series(1, 5000)`;
  });
  const preview = await previewPolicies(await anAdministrator(), { policies: [] }, { msMax: DAY_MS });
  expect(preview.tools.find(({ tool }) => tool === lookUp)?.calls).toBe(3);
});

test("reads no further once it has taken its time, and says so", async () => {
  const { tenant, gateway } = await aSetting();
  const tool = unique("many");
  await ingest(
    systemScope("tests"),
    (tx) => tx.$executeRaw`
      insert into tool_calls (id, tenant_id, gateway_id, provider, tool, outcome, occurred_at)
      select gen_random_uuid(), ${tenant.id}::uuid, ${gateway.id}::uuid, 'pay', ${tool}, 'ok', now()
      from generate_series(1, 1200)`,
  );
  const admin = await anAdministrator();
  const within = async (msMax: number) => {
    const { complete, tools } = await previewPolicies(admin, { policies: [] }, { msMax });
    return { complete, calls: tools.find((one) => one.tool === tool)?.calls };
  };
  expect(await within(DAY_MS)).toEqual({ complete: true, calls: 1_200 });
  expect(await within(0)).toEqual({ complete: false, calls: 500 });
});

test("is for administrators of all tenants", async () => {
  const scope = await aPerson([await aTenant()], "admin");
  await expect(previewPolicies(scope, { policies: [] })).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("budgets count in the order in which calls came, and what people approved counts as well", async () => {
  const { tenant, refund } = await aSetting();
  const person = await aPerson([tenant]);
  const [first] = await read(systemScope("tests"), (tx) =>
    tx.approval.findMany({ where: { tenantId: tenant.id }, orderBy: { id: "asc" } }),
  );
  const { id = "", revision = 1, argumentsSha256 = "" } = first ?? {};
  await decideApproval(person, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
  const mine = { tenants: [tenant.key], tools: [refund] };
  const after = async (atMost: number, of: string | null = null) => {
    const budget = { atMost, of, per: "hour", each: "agent" } as const;
    const limit = { ...deny(mine, "limit"), budget };
    const { tools } = await previewPolicies(await anAdministrator(), {
      policies: [limit, require(mine, {}, "rest")],
    });
    const found = tools.find(({ tool }) => tool === refund);
    return [found?.after, found?.byPolicy];
  };
  const one = { pass: 0, wait: 1, deny: 1, unknown: 0 };
  expect(await after(1)).toEqual([one, { limit: 1, rest: 1 }]);
  expect(await after(2)).toEqual([{ ...one, wait: 2, deny: 0 }, { rest: 2 }]);
  expect(await after(5_009, "/amount")).toEqual([one, { limit: 1, rest: 1 }]);
});
