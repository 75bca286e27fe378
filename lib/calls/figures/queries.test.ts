import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { recordCalls } from "../commands";
import type { LogFilter } from "../log/list";
import { callFilterOf } from "../log/rules";
import { countCalls, exportCalls } from "../queries";
import type { ToolCallInput } from "../schema";
import { getCallFigures, NEWEST_MAX } from "./queries";
import { runOnce } from "./worker";

const now = new Date("2025-11-22T12:00:00Z");
const LAST_WEEK = { since: new Date("2025-11-16T00:00:00Z") };
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
        tool: "t",
        agent: "a",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: "2025-11-21T10:00:00Z",
        ...over,
      },
    })),
  );
}

async function aSetting() {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant], "viewer") };
}

const counts = (tenant: TestTenant) =>
  read(system, (tx) => tx.toolCallCount.findMany({ where: { tenantId: tenant.id }, orderBy: { id: "asc" } }));

describe("figures", () => {
  test("count every call by day, class, tool and agent, before and after they were added up", async () => {
    const { tenant, gateway, person } = await aSetting();
    await record(gateway, tenant, [{}, { outcome: "timeout" }, { tool: "u", rationale: undefined }]);
    await record(gateway, tenant, [{ occurredAt: "2025-11-19T23:59:59Z", agent: undefined }, { tool: "u" }]);
    await record(gateway, tenant, [{ occurredAt: "2025-11-15T00:00:00Z" }]);
    const expected = {
      basis: "all",
      from: "2025-11-16",
      to: "2025-11-22",
      calls: 5,
      failed: 1,
      missing: 1,
      tools: [
        { name: "t", calls: 3, failed: 1 },
        { name: "u", calls: 2, failed: 0 },
      ],
      agents: [
        { name: "a", calls: 4, failed: 1 },
        { name: "", calls: 1, failed: 0 },
      ],
    };
    const before = await getCallFigures(person, LAST_WEEK, now);
    expect(before).toMatchObject(expected);
    expect(before.days).toHaveLength(7);
    expect(before.days.find(({ day }) => day === "2025-11-21")?.classes).toMatchObject({
      ok: 3,
      extrinsic: 1,
    });
    expect(before.days.find(({ day }) => day === "2025-11-19")?.classes).toMatchObject({ ok: 1 });
    // Other tests may fold at the same time, so repeat until our counts are folded.
    while ((await counts(tenant)).some((row) => !row.folded)) await runOnce();
    expect(await getCallFigures(person, LAST_WEEK, now)).toEqual(before);
    await record(gateway, tenant, [{}]);
    expect(await getCallFigures(person, LAST_WEEK, now)).toMatchObject({ calls: 6 });
  });

  test("follow calls that are taken away", async () => {
    const { tenant, gateway, person } = await aSetting();
    await record(gateway, tenant, [{}, { tool: "u" }]);
    await ingest(
      system,
      (tx) => tx.$executeRaw`delete from tool_calls where tenant_id = ${tenant.id}::uuid and tool = 'u'`,
    );
    expect(await getCallFigures(person, LAST_WEEK, now)).toMatchObject({ calls: 1, tools: [{ name: "t" }] });
  });

  test("of several worker processes adding up at once are right all the same", async () => {
    const { tenant, gateway, person } = await aSetting();
    const writing = Array.from({ length: 20 }, () => record(gateway, tenant, [{}, { tool: "u" }]));
    const folding = Array.from({ length: 6 }, () => runOnce());
    await Promise.all([...writing, ...folding]);
    await Promise.all([runOnce(), runOnce()]);
    expect(await getCallFigures(person, LAST_WEEK, now)).toMatchObject({ calls: 40 });
  });

  test.each<[string, LogFilter, number]>([
    ["the plain log", {}, 4],
    ["the last hour", { within: "1h" }, 1],
    ["the last 24 hours", { within: "24h" }, 2],
    ["the last 30 days", { within: "30d" }, 5],
    ["any time", { within: "any" }, 7],
    ["a day", { since: "2025-11-16", until: "2025-11-16" }, 1],
    ["part of a day", { since: "2025-11-21T12:30:00Z", until: "2025-11-22T11:15:00Z" }, 1],
    ["all before a day", { until: "2025-11-15" }, 3],
    ["an agent at any time", { agent: "a", within: "any" }, 7],
    ["an agent lately", { agent: "a" }, 4],
  ])("of %s count what the list and the download have", async (_, filter, calls) => {
    const { tenant, gateway, person } = await aSetting();
    const at = ["11-22T11:30", "11-21T13:00", "11-21T11:00", "11-16T00:00", "11-15T23:59", "08-02T10:00"];
    await record(gateway, tenant, [
      ...at.map((time) => ({ occurredAt: `2025-${time}:00Z` })),
      { occurredAt: "2024-01-01T10:00:00Z", rationale: undefined },
    ]);
    const asked = callFilterOf(filter, now);
    const figures = await getCallFigures(person, asked, now);
    const files: unknown[] = [];
    for await (const rows of exportCalls(person, asked)) files.push(...rows);
    expect(await countCalls(person, asked)).toBe(calls);
    expect(files).toHaveLength(calls);
    expect(figures).toMatchObject({
      basis: "all",
      calls,
      older: calls === 7 || filter.until === "2025-11-15",
    });
    if (!filter.agent) expect(figures.missing).toBe(figures.older ? 1 : 0);
  });

  test("are of the newest calls only where more match than can be read, and say so", async () => {
    const { tenant, gateway, person } = await aSetting();
    for (let made = 0; made < NEWEST_MAX + 1_000; made += 1_000)
      await record(gateway, tenant, Array<Partial<ToolCallInput>>(1_000).fill({}));
    expect(await getCallFigures(person, LAST_WEEK, now)).toMatchObject({ basis: "all", calls: 6_000 });
    expect(await getCallFigures(person, { ...LAST_WEEK, agent: "a" }, now)).toMatchObject({
      basis: "newest",
      calls: NEWEST_MAX,
      from: "2025-11-21",
    });
    // Fewer of those with some words, which are looked at one by one.
    expect(await getCallFigures(person, { ...LAST_WEEK, q: "tests" }, now)).toMatchObject({
      basis: "newest",
      calls: 1_000,
    });
  });

  test("of a narrow filter are those of its calls", async () => {
    const { tenant, gateway, person } = await aSetting();
    await record(gateway, tenant, [{ agent: "b" }, { agent: "b", outcome: "not_found" }, {}]);
    expect(await getCallFigures(person, { agent: "b" }, now)).toMatchObject({
      basis: "all",
      calls: 2,
      failed: 1,
      missing: null,
      agents: [{ name: "b", calls: 2, failed: 1 }],
    });
    expect(await getCallFigures(person, { q: "nothing" }, now)).toMatchObject({ calls: 0, tools: [] });
  });

  test("show nobody another tenant's calls", async () => {
    const [ours, theirs] = [await aSetting(), await aSetting()];
    await record(theirs.gateway, theirs.tenant, [{}]);
    expect(await getCallFigures(ours.person, {}, now)).toMatchObject({ calls: 0 });
    expect(await getCallFigures(ours.person, { tenant: theirs.tenant.key }, now)).toMatchObject({ calls: 0 });
  });
});
