import { afterAll, beforeAll, expect, test } from "vitest";
import { ask as authorize } from "@/lib/approvals/gate/ask";
import { recordCalls } from "@/lib/calls/commands";
import { closeDatabase, ingest } from "@/lib/core/db";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { findArgumentOffers } from "@/lib/policies/definitions/arguments";
import { anAdministrator } from "@/lib/policies/testing/installation";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { findNameOffers } from "./names";

// Data of all tenants counts, so these tests need their own database.
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;

const EVERY = { tools: [], providers: [], gateways: [] };

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const ran = (
  tool: string,
  more: { provider?: string; agent?: string; onBehalfOf?: string; daysAgo?: number },
) => {
  const { daysAgo = 0, ...said } = more;
  const occurredAt = new Date(Date.now() - daysAgo * DAY_MS - HOUR_MS).toISOString();
  const row = { tenant: tenant.key, tool, outcome: "ok" as const, rationale: "For the tests.", occurredAt };
  return recordCalls(gateway.scope, [
    { index: 0, input: { ...row, ...said }, key: null, bodySha256: newId() },
  ]);
};

test("names come with the held and reported calls of a week, also those that no call has", async () => {
  await aTool(gateway, { provider: "pay", name: "refund" });
  await aTool(gateway, { provider: "pay", name: "unused" });
  const call = aCall(tenant, { provider: "pay", tool: "refund", agent: "helper" });
  await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" });
  await ran("refund", { agent: "helper", onBehalfOf: "maya@acme.example" });
  await ran("refund", { agent: "other" });
  await ran("refund", { agent: "past", daysAgo: 8 });
  const { lists, complete } = await findNameOffers(admin);
  expect(complete).toBe(true);
  expect(lists.tools).toEqual([
    { name: "refund", calls: 3 },
    { name: "unused", calls: 0 },
  ]);
  // Two of them name no provider, as the catalogue does.
  expect(lists.providers).toEqual([{ name: "pay", calls: 3 }]);
  expect(lists.gateways).toEqual([{ name: gateway.name, calls: 3 }]);
  expect(lists.tenants).toEqual([{ name: tenant.key, calls: 3 }]);
  expect(lists.agents).toEqual([
    { name: "helper", calls: 2 },
    { name: "other", calls: 1 },
  ]);
  expect(lists.onBehalfOf).toEqual([{ name: "maya@acme.example", calls: 1 }]);
  expect(lists.models).toEqual([]);
});

test("calls beyond each tenant's share are not counted, which the result says", async () => {
  const busy = await aTenant();
  const its = await aGateway([busy]);
  await ingest(
    systemScope("tests"),
    (tx) => tx.$executeRaw`
    insert into tool_calls (id, tenant_id, gateway_id, tool, outcome, occurred_at)
    select gen_random_uuid(), ${busy.id}::uuid, ${its.id}::uuid, 'list', 'ok', now() - n * interval '1 second'
    from generate_series(1, 4001) n`,
  );
  const { lists, complete } = await findNameOffers(admin);
  const tenants = lists.tenants.length;
  expect(complete).toBe(false);
  expect(lists.tools.find(({ name }) => name === "list")?.calls).toBe(Math.trunc(4_000 / tenants));
});

test("arguments are those of the matching tools, with types and descriptions", async () => {
  const of = (properties: object) => JSON.stringify({ type: "object", properties });
  const amount = { type: "number", description: "In cents." };
  await aTool(gateway, { name: "pay_one", inputSchema: of({ amount, to: { type: "string" } }) });
  await aTool(gateway, {
    name: "pay_all",
    inputSchema: of({ items: { type: "array", items: { type: "object", properties: { amount } } }, to: {} }),
  });
  const offered = await findArgumentOffers(admin, { ...EVERY, tools: ["PAY_*"] });
  expect(offered).toEqual({
    tools: 2,
    arguments: [
      { path: "/to", types: "a text", description: "", tools: 2 },
      { path: "/items", types: "a list", description: "", tools: 1 },
      { path: "/items/*", types: "an object", description: "", tools: 1 },
      { path: "/items/*/amount", types: "a number", description: "In cents.", tools: 1 },
      { path: "/amount", types: "a number", description: "In cents.", tools: 1 },
    ],
  });
  expect(await findArgumentOffers(admin, EVERY)).toEqual({ arguments: [], tools: 0 });
  expect(await findArgumentOffers(admin, { ...EVERY, tools: ["none"] })).toEqual({ arguments: [], tools: 0 });
});

test("only administrators of all tenants see them", async () => {
  const local = await aPerson([tenant], "admin");
  await expect(findNameOffers(local)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(findArgumentOffers(local, EVERY)).rejects.toMatchObject({ code: "FORBIDDEN" });
});
