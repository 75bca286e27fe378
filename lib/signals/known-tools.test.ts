import { describe, expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import { listCalls } from "@/lib/calls/queries";
import type { ToolCallInput } from "@/lib/calls/schema";
import { ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { submitFeedback } from "@/lib/feedback/commands";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { knownToolsText } from "@/lib/tools/known/rules";
import { runOnce } from "./attempts/worker";
import { listSheetGaps } from "./cheatsheets/queries";
import { walked } from "./findings/testing/worker-pass";
import { listToldTools } from "./known-tools";

const system = systemScope("tests");

async function record(gateway: TestGateway, tenant: TestTenant, rows: readonly Partial<ToolCallInput>[]) {
  await recordCalls(
    gateway.scope,
    rows.map((over, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        provider: "web",
        tool: "fetch",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: new Date(Date.now() - 60_000 + index).toISOString(),
        ...over,
      },
    })),
  );
}

const okays = (count: number, over: Partial<ToolCallInput> = {}) => Array.from({ length: count }, () => over);

async function aSetting(tenants = 1) {
  const all = await Promise.all(Array.from({ length: tenants }, () => aTenant()));
  const gateway = await aGateway(all);
  const tenant = all[0] as TestTenant;
  await aTool(gateway, { provider: "web", name: "fetch", risk: "low", requiresConfirmation: false });
  await aTool(gateway, { provider: "html", name: "parse", risk: "low", requiresConfirmation: false });
  return { tenant, gateway, scope: gateway.scope };
}

async function report(gateway: TestGateway, tenant: TestTenant, change: object) {
  const input = {
    tenant: tenant.key,
    attemptedAction: "Read the page",
    expectedOutcome: "Its text",
    actualOutcome: "An empty page",
    toolCalled: "fetch",
    severity: "med" as const,
    rationale: "The owner asked for the titles.",
  };
  const { id } = await submitFeedback(gateway.scope, input, {
    tenantId: tenant.id,
    key: null,
    bodySha256: "",
  });
  await ingest(system, async (tx) => {
    const { issueId } = await tx.feedbackSubmission.findFirstOrThrow({ where: { tenantId: tenant.id, id } });
    await tx.feedbackIssue.updateMany({ where: { tenantId: tenant.id, id: issueId }, data: change });
  });
}

test("a tool that crosses its boundary is told of last, with what agents used instead", async () => {
  const { tenant, gateway, scope } = await aSetting();
  const sessions = Array.from({ length: 12 }, (_, index) => `s${index}`).flatMap((sessionId) => [
    {
      outcome: "wrong_tool_boundary" as const,
      sessionId,
      referral: { boundary_axes: ["transport", "parsing"], evidence: "It only fetches." },
    },
    { provider: "html", tool: "parse", sessionId },
  ]);
  await record(gateway, tenant, [
    ...okays(60),
    ...sessions,
    ...okays(30, { provider: "html", tool: "parse" }),
  ]);
  const text = knownToolsText(await listToldTools(scope, {}), 20_000);
  expect(text.indexOf("### parse")).toBeLessThan(text.indexOf("### fetch"));
  expect(text).toContain("### fetch (low risk, healthy)");
  expect(text).toContain(
    "! It refers calls elsewhere that are about “extraction”, “transport”. Prefer html/parse for “extraction”. Prefer html/parse for “transport”.",
  );
});

test("a tool that agents went on with is named only while it is one of the list", async () => {
  const { tenant, gateway, scope } = await aSetting();
  const sessions = Array.from({ length: 12 }, (_, index) => `s${index}`).flatMap((sessionId) => [
    {
      outcome: "wrong_tool_boundary" as const,
      sessionId,
      referral: { boundary_axes: ["transport", "parsing"], evidence: "It only fetches." },
    },
    { provider: "evil", tool: "send_everything", sessionId },
  ]);
  await record(gateway, tenant, [...okays(60), ...sessions]);
  const text = knownToolsText(await listToldTools(scope, {}), 20_000);
  expect(text).toContain("It refers calls elsewhere");
  expect(text).not.toContain("send_everything");
});

test("where another provider's tool has the name as well, health is told of the calls that tell the provider", async () => {
  const { tenant, gateway, scope } = await aSetting();
  await record(gateway, tenant, okays(30, { provider: "web", outcome: "timeout" }));
  const health = async (filter: { provider?: string }) =>
    (await listToldTools(scope, filter)).find(({ name }) => name === "fetch")?.told?.health.state;
  expect(await health({ provider: "web" })).toBe("degraded");
  // Tools of other tenants' gateways do not count, nor does the same provider at another gateway.
  await aTool(await aGateway([await aTenant()]), { provider: "pages", name: "fetch" });
  const other = await aGateway([tenant]);
  await aTool(other, { provider: "web", name: "fetch" });
  expect(await health({ provider: "web" })).toBe("degraded");
  await aTool(other, { provider: "pages", name: "fetch" });
  // Known only after the worker assigns the calls to tools.
  expect(await health({ provider: "web" })).toBe("no_data");
  await runOnce(undefined, { lagMs: -5_000, only: tenant.id });
  expect(await health({ provider: "web" })).toBe("degraded");
  const text = knownToolsText(await listToldTools(other.scope, { provider: "pages" }), 20_000);
  expect(text).toContain("### fetch (");
  expect(text).not.toContain("calls failed");
});

test("calls that were refused for their rationale say nothing of the tool", async () => {
  const { tenant, gateway, scope } = await aSetting();
  const said = { path: "/rationale", message: 'The parameter "rationale" is missing.' };
  const refused = {
    outcome: "validation_error" as const,
    rationale: "",
    sessionId: "s1",
    errorMessage: said.message,
  };
  await record(gateway, tenant, [
    ...okays(30, { ...refused, validation: [said] }),
    ...okays(3, { ...refused, validation: [said, { path: "/url", message: "must be string" }] }),
  ]);
  await walked(tenant);
  const text = knownToolsText(await listToldTools(scope, {}), 20_000);
  expect(text).not.toContain("30 of");
  expect(text).not.toContain("degraded");
  const person = await aPerson([tenant], "admin");
  const [refusals, groups, mistakes] = await read(system, (tx) =>
    Promise.all([
      tx.$queryRaw<{ path: string; calls: number }[]>`
        select path, count(*)::int as calls from tool_refusals where tenant_id = ${tenant.id}::uuid group by 1`,
      tx.$queryRaw`select calls from attempt_groups where tenant_id = ${tenant.id}::uuid`,
      tx.$queryRaw`select field from tool_mistakes where tenant_id = ${tenant.id}::uuid`,
    ]),
  );
  expect(refusals).toEqual([{ path: "/url", calls: 3 }]);
  expect(groups).toEqual([{ calls: 3 }]);
  expect(mistakes).toEqual([{ field: "url" }]);
  expect(await listSheetGaps(person, "web")).toMatchObject([{ field: "url", calls: 3 }]);
  const missing = await listCalls(person, { tenant: tenant.key, rationale: "missing" }, { limit: 50 });
  expect(missing.rows).toHaveLength(33);
});

describe("known problems", () => {
  const answered = { state: "accepted", workaround: "Ask for the printed page." };

  test("are told with their workaround, the tool's own alone", async () => {
    const { tenant, gateway, scope } = await aSetting();
    await report(gateway, tenant, answered);
    const text = knownToolsText(await listToldTools(scope, {}), 20_000);
    expect(text).toMatch(
      /! Known problem FB-1@.*: “fetch: An empty page”. Workaround: “Ask for the printed page.”/,
    );
    expect(text.match(/Known problem/g)).toHaveLength(1);
  });

  test.each([
    ["nobody has answered", { state: "accepted" }],
    ["are resolved", { state: "resolved", fixedAt: new Date(), workaround: "x" }],
    ["are declined", { state: "declined", declineReason: "by_design", workaround: "x" }],
    ["are of another provider", { ...answered, provider: "pages" }],
  ])("that %s are not", async (_, change) => {
    const { tenant, gateway, scope } = await aSetting();
    await report(gateway, tenant, change);
    expect(knownToolsText(await listToldTools(scope, {}), 20_000)).not.toContain("Known problem");
  });

  test("of one tenant are not told where several could be meant", async () => {
    const { tenant, gateway, scope } = await aSetting(2);
    await report(gateway, tenant, answered);
    const [, other] = scope.tenants;
    const told = async (tenantId?: string | null) =>
      knownToolsText(await listToldTools(scope, {}, tenantId), 20_000).includes("Known problem");
    expect(await told()).toBe(false);
    expect(await told(tenant.id)).toBe(true);
    expect(await told(other)).toBe(false);
    const stranger = await aPerson([await aTenant()], "admin");
    expect(await listToldTools(stranger, {}, tenant.id)).toEqual([]);
  });
});

test("the same data gives the same text, and failures move a tool down", async () => {
  const { tenant, gateway, scope } = await aSetting();
  await record(gateway, tenant, [...okays(30), ...okays(30, { provider: "html", tool: "parse" })]);
  const first = knownToolsText(await listToldTools(scope, {}), 20_000);
  expect(knownToolsText(await listToldTools(scope, {}), 20_000)).toBe(first);
  expect(first.indexOf("### parse")).toBeLessThan(first.indexOf("### fetch"));
  await record(gateway, tenant, okays(30, { provider: "html", tool: "parse", outcome: "timeout" }));
  const then = knownToolsText(await listToldTools(scope, {}), 20_000);
  expect(then.indexOf("### fetch")).toBeLessThan(then.indexOf("### parse"));
  expect(then).toContain("! 30 of 60 calls failed in 7 days: degraded.");
});
