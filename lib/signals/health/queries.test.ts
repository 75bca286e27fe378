import { expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import type { ToolCallInput } from "@/lib/calls/schema";
import type { Outcome } from "@/lib/calls/types";
import { DAY_MS, SECOND_MS } from "@/lib/core/durations";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { runOnce } from "../attempts/worker";
import { listToldTools } from "../known-tools";
import { getHealthReport, getToolHealth, healthPage } from "./queries";

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function record(
  gateway: TestGateway,
  tenant: TestTenant,
  tool: string,
  outcomes: Partial<Record<Outcome, number>>,
  over: Partial<ToolCallInput> = {},
) {
  const all = Object.entries(outcomes).flatMap(([outcome, calls]) => Array<string>(calls).fill(outcome));
  await recordCalls(
    gateway.scope,
    all.map((outcome, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        tool,
        outcome: outcome as Outcome,
        rationale: "The tests need this row.",
        occurredAt: ago(0),
        sessionId: `s${index}`,
        ...over,
      },
    })),
  );
}

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  return { tenant, gateway, person: await aPerson([tenant], "viewer") };
}

test("tools and providers come the worst first, with what their calls of seven days amount to", async () => {
  const { tenant, gateway, person } = await aSetting();
  for (const [provider, name] of [
    ["mail", "send"],
    ["mail", "list"],
    ["files", "read"],
    ["files", "write"],
  ] as const)
    await aTool(gateway, { provider, name });
  await record(gateway, tenant, "send", { ok: 10, execution_error: 12, denied: 30 });
  await record(gateway, tenant, "list", { ok: 30 });
  await record(gateway, tenant, "list", { timeout: 40 }, { occurredAt: ago(7) });
  await record(gateway, tenant, "read", { ok: 30, validation_error: 5 });
  const report = await getHealthReport(person, {});
  expect(report.tools.map(({ name, state, ran, failed }) => [name, state, ran, failed])).toEqual([
    ["send", "degraded", 22, 12],
    ["read", "watch", 35, 5],
    ["list", "healthy", 30, 0],
    ["write", "no_data", 0, 0],
  ]);
  expect(report.providers.map(({ provider, state, tools, ran }) => [provider, state, tools, ran])).toEqual([
    ["mail", "watch", 2, 52],
    ["files", "watch", 2, 35],
  ]);
  expect((await getHealthReport(person, { provider: "files" })).tools).toHaveLength(2);
  expect((await getHealthReport(person, { gateway: "none" })).tools).toEqual([]);
});

test("only calls of the tenants that are asked for count, and only tools in scope are told of", async () => {
  const [here, there] = [await aTenant(), await aTenant()];
  const gateway = await aGateway([here, there]);
  const { id } = await aTool(gateway, { provider: "mail", name: "send" });
  await record(gateway, here, "send", { ok: 20 });
  await record(gateway, there, "send", { timeout: 20 });
  const both = await aPerson([here, there], "viewer");
  const state = async (person: typeof both, tenantId: string | null) =>
    (await getHealthReport(person, {}, tenantId)).tools.map((tool) => tool.state);
  expect(await state(both, null)).toEqual(["degraded"]);
  expect(await state(both, here.id)).toEqual(["healthy"]);
  expect(await state(await aPerson([here], "viewer"), null)).toEqual(["healthy"]);
  expect(await state(await aPerson([await aTenant()], "viewer"), null)).toEqual([]);
  const key = { id, gatewayId: gateway.id, provider: "mail", name: "send" };
  expect(await getToolHealth(both, key, false)).toMatchObject({ state: "degraded", ran: 40, failed: 20 });
  expect(await getToolHealth(both, key, false, here.id)).toMatchObject({ state: "healthy", ran: 20 });
});

test("low use counts as failure once three sessions say so", async () => {
  const { tenant, gateway, person } = await aSetting();
  await aTool(gateway, { provider: "films", name: "list_titles" });
  await record(gateway, tenant, "list_titles", { ok: 40 });
  await record(gateway, tenant, "list_titles", { low_utility: 20 }, { sessionId: "one" });
  expect((await getHealthReport(person, {})).tools[0]).toMatchObject({ state: "healthy", lowUtility: 20 });
  await record(gateway, tenant, "list_titles", { low_utility: 2 });
  expect((await getHealthReport(person, {})).tools[0]).toMatchObject({ state: "degraded", failed: 22 });
});

test("pages hold every tool once, in one order", async () => {
  const { tenant, gateway, person } = await aSetting();
  for (const name of ["a", "b", "c", "d", "e"]) await aTool(gateway, { provider: "p", name });
  await record(gateway, tenant, "d", { timeout: 9 });
  await record(gateway, tenant, "b", { ok: 30 });
  const report = await getHealthReport(person, {});
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = healthPage(report, { cursor }, 2);
    seen.push(...page.rows.map(({ name }) => name));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toEqual(["d", "b", "a", "c", "e"]);
  expect(healthPage(report, { state: "degraded" }, 10).rows.map(({ name }) => name)).toEqual(["d"]);
});

test("where several providers have a tool of one name, each is judged by the calls that tell its provider", async () => {
  const { tenant, gateway, person } = await aSetting();
  const other = await aGateway([tenant]);
  for (const provider of ["mail", "post"]) await aTool(gateway, { provider, name: "send" });
  await aTool(other, { provider: "mail", name: "send" });
  await record(gateway, tenant, "send", { ok: 20, low_utility: 2, denied: 4 }, { provider: "mail" });
  await record(gateway, tenant, "send", { timeout: 20 }, { provider: "post" });
  await record(gateway, tenant, "send", { timeout: 3, denied: 2 });
  // The gateway has one tool of this name.
  await record(other, tenant, "send", { ok: 10 });
  await runOnce(undefined, { lagMs: -5_000, only: tenant.id });
  const report = await getHealthReport(person, { gateway: gateway.name });
  const whose = { byProvider: true, withoutProvider: 3 };
  expect(report.tools).toMatchObject([
    { provider: "post", state: "degraded", ran: 20, failed: 20, ...whose },
    { provider: "mail", state: "healthy", ran: 32, failed: 0, lowUtility: 2, ...whose },
  ]);
  expect(report.providers.map(({ provider, ran }) => [provider, ran])).toEqual([
    ["post", 20],
    ["mail", 32],
  ]);
  const of = (provider: string | null) => getToolHealth(person, { name: "send", provider }, false);
  expect(await of("mail")).toMatchObject({ state: "healthy", ran: 32, ...whose });
  // A held call without a provider counts against neither.
  expect(await of(null)).toMatchObject({ state: "no_data", ran: 0 });
  const told = await listToldTools(person, { gateway: gateway.name }, tenant.id);
  expect(told.map((tool) => [tool.provider, tool.told?.health.state])).toEqual(
    expect.arrayContaining([
      ["mail", "healthy"],
      ["post", "degraded"],
    ]),
  );
});

test("another tenant's tool of the same name takes nothing away", async () => {
  const { tenant, gateway, person } = await aSetting();
  await aTool(gateway, { provider: "mail", name: "send" });
  await aTool(await aGateway([await aTenant()]), { provider: "post", name: "send" });
  await record(gateway, tenant, "send", { ok: 20 });
  expect((await getHealthReport(person, {})).tools).toMatchObject([
    { state: "healthy", ran: 20, byProvider: false, withoutProvider: 0 },
  ]);
});

test("a tool that does not serve the tenant is not told the calls of its namesake that does", async () => {
  const [own, other] = [await aTenant(), await aTenant()];
  const [near, far] = [await aGateway([own]), await aGateway([other])];
  const { id: called } = await aTool(near, { provider: "mail", name: "find" });
  const { id: uncalled } = await aTool(far, { provider: "crm", name: "find" });
  await record(near, own, "find", { execution_error: 30 });
  await runOnce(undefined, { lagMs: -SECOND_MS, only: own.id });
  const both = await aPerson([own, other], "viewer");
  const { tools } = await getHealthReport(both, {}, own.id);
  expect(tools.map(({ id, ran }) => [id, ran])).toEqual([
    [called, 30],
    [uncalled, 0],
  ]);
});
