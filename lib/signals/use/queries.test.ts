import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import type { LogFilter } from "@/lib/calls/log/list";
import { callFilterOf } from "@/lib/calls/log/rules";
import { countCalls } from "@/lib/calls/queries";
import { outcomeClass } from "@/lib/calls/rules";
import type { ToolCallInput } from "@/lib/calls/schema";
import { OUTCOME_CLASSES, type Outcome } from "@/lib/calls/types";
import { closeDatabase, ingest } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { runOnce } from "../attempts/worker";
import { callsOfRow, callsOfSpot, callsOfTool, retriesOfRow } from "./links";
import { getToolUse } from "./queries";
import { type ToolUse, USE_BY, type UseBy } from "./types";

const system = systemScope("tests");

// Its own database, because the walk also covers tenants of other test files.
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const HOUR_MS = 3_600_000;
// Two hours ago, so that every call is in the past and yesterday at the earliest.
const BEGAN = Date.now() - 2 * HOUR_MS;

type Told = Partial<Omit<ToolCallInput, "arguments">> & { args?: unknown; minute?: number };

async function record(gateway: TestGateway, tenant: TestTenant, rows: readonly Told[]) {
  await recordCalls(
    gateway.scope,
    rows.map(({ args, minute = 0, ...over }, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        provider: "qa",
        tool: "create_set",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: new Date(BEGAN + minute * 60_000).toISOString(),
        ...(args === undefined ? {} : { arguments: RawJson.parse(JSON.stringify(args)) }),
        ...over,
      },
    })),
  );
}

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const inputSchema = '{"type":"object","properties":{"priority":{"enum":[1,2,3]}}}';
  const { id } = await aTool(gateway, { provider: "qa", name: "create_set", inputSchema });
  await ingest(system, async (tx) => {
    const [first] = await tx.toolVersion.updateManyAndReturn({
      where: { toolId: id },
      data: { createdAt: new Date(BEGAN + 10 * 60_000) },
    });
    if (first)
      await tx.toolVersion.create({
        data: { ...first, version: 2, createdAt: new Date(BEGAN + 40 * 60_000) },
      });
  });
  const person = await aPerson([tenant], "viewer");
  return { tenant, gateway, person, tool: { id, gatewayId: gateway.id, provider: "qa", name: "create_set" } };
}

// One second ahead, so that a clock set back between call and walk does not hide the call.
const walkAll = async () => {
  while (await runOnce(undefined, { lagMs: -SECOND_MS })) {
    /* until nothing is left */
  }
};

function sessions(): Told[] {
  const ends: Outcome[] = [
    "ok",
    "ok",
    "execution_error",
    "timeout",
    "approval_pending",
    "wrong_tool_boundary",
  ];
  return Array.from({ length: 50 }, (_, at): Told[] => {
    const [sessionId, minute] = [`s${at}`, at];
    const who = { sessionId, agent: at % 3 ? "claude" : undefined, model: `m${at % 2}`, durationMs: 10 + at };
    const outcome = ends[at % ends.length] ?? "ok";
    const args = { name: "A", tests: [1], priority: "High" };
    const refused: Told = {
      ...{ ...who, minute, outcome: "validation_error", args, method: "POST" },
      errorMessage: "'High' is not valid under any of the given schemas",
    };
    const then: Told =
      outcome === "wrong_tool_boundary"
        ? { ...who, minute, outcome, referral: { boundaryAxes: ["scope"], evidence: "None." } as never }
        : { ...who, minute, outcome, args: { name: "A", priority: 1 } };
    const other: Told = { ...who, minute, tool: "list_sets" };
    return [[then], [refused, then], [refused, other], [then]][at % 4] ?? [];
  }).flat();
}

const rowsBehind = (scope: UserScope, filter: LogFilter) =>
  countCalls(scope, callFilterOf(filter, new Date()));

describe("the use of a tool", () => {
  test.each(USE_BY)("by %s: every figure leads to as many calls as it says", async (by: UseBy) => {
    const { tenant, gateway, person, tool } = await aSetting();
    const calls = sessions();
    await record(gateway, tenant, calls);
    // Another test's worker may process this tenant right now.
    const pending = async () => {
      await walkAll();
      return (await getToolUse(person, tool, { by, days: "14" })).pending;
    };
    await expect.poll(pending).toBe(0);
    const use = await getToolUse(person, tool, { by, days: "14" });
    const whose = { tool: { name: tool.name, gateway: gateway.name }, use };
    const own = calls.filter((call) => call.tool === undefined);
    expect(use.total.calls).toBe(own.length);
    for (const name of OUTCOME_CLASSES) {
      const expected = own.filter(({ outcome = "ok" }) => outcomeClass(outcome) === name).length;
      expect(use.total.classes[name]).toBe(expected);
      expect(await rowsBehind(person, { ...callsOfTool(whose), class: name })).toBe(expected);
    }
    expect(use.rows.reduce((sum, row) => sum + row.calls, 0)).toBe(own.length);
    for (const row of use.rows) {
      const filter = callsOfRow(whose, row);
      if (!filter) continue;
      expect(await rowsBehind(person, filter), row.name).toBe(row.calls);
      expect(await rowsBehind(person, { ...filter, class: "caller" }), row.name).toBe(row.classes.caller);
      const failedAtFirst = await rowsBehind(person, { ...filter, attempt: "failed" });
      expect(failedAtFirst, row.name).toBe(row.groups - row.firstTry);
      expect(await rowsBehind(person, { ...filter, attempt: "switched" }), row.name).toBe(row.switched);
      expect(await rowsBehind(person, { ...filter, attempt: "worked" })).toBe(row.worked - row.firstTry);
      expect(await rowsBehind(person, { ...filter, attempt: "worked" })).toBe(row.repairsWorked);
      expect(await rowsBehind(person, { ...filter, attempt: "abandoned" })).toBe(row.abandoned);
      expect(await rowsBehind(person, { ...filter, attempt: "first" }), row.name).toBe(row.firstTry);
      expect(await rowsBehind(person, { ...filter, attempt: "begun" }), row.name).toBe(row.groups);
      const retries = retriesOfRow(whose, row);
      if (retries) expect(await rowsBehind(person, retries), row.name).toBe(row.repairs);
    }
    await expectFindings(person, whose);
  });

  async function expectFindings(
    person: UserScope,
    whose: { tool: { name: string; gateway: string }; use: ToolUse },
  ) {
    const { spots, lost, switched, held } = whose.use;
    expect(held.map(({ version }) => version)).toEqual([0, 1, 2]);
    expect(new Set(spots.map(({ path, keyword }) => `${path} ${keyword}`))).toEqual(
      new Set(["/priority anyOf"]),
    );
    expect(new Set(spots.map(({ version }) => version))).toEqual(new Set([0, 1, 2]));
    for (const spot of spots) {
      // No schema is known before the first version.
      expect(spot).toMatchObject({ allowed: [], listed: spot.version === 0 ? [] : ["1", "2", "3"] });
      const filter = callsOfSpot(whose, spot);
      expect(await rowsBehind(person, filter)).toBe(spot.calls);
      const [value] = spot.values;
      expect(value).toMatchObject({ value: '"High"', calls: spot.calls });
      expect(await rowsBehind(person, { ...filter, sent: value?.sent })).toBe(spot.calls);
    }
    expect(lost).toMatchObject([{ path: "/tests", after: ["priority"] }]);
    const [field] = lost;
    expect(await rowsBehind(person, { ...callsOfTool(whose), spot: field?.spot })).toBe(field?.calls);
    expect(switched).toMatchObject([{ tool: "list_sets" }]);
    const next = await rowsBehind(person, { ...callsOfTool(whose), attempt: "switched", next: "list_sets" });
    expect(next).toBe(switched[0]?.groups);
  }

  test("has shares only of twenty groups or more, and says what is not walked yet", async () => {
    const { tenant, gateway, person, tool } = await aSetting();
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, at): Told => ({ sessionId: `s${from + at}`, durationMs: 100 }));
    await record(gateway, tenant, some(0, 19));
    const before = await getToolUse(person, tool, { by: "version", days: "30" });
    expect(before).toMatchObject({ pending: 19, rows: [], total: { calls: 0, medianMs: null } });
    await walkAll();
    const few = await getToolUse(person, tool, { by: "version", days: "30" });
    expect(few).toMatchObject({ pending: 0, total: { groups: 19, firstTryShare: null, turnsPerSuccess: 1 } });
    await record(gateway, tenant, some(19, 1));
    await walkAll();
    const enough = await getToolUse(person, tool, { by: "version", days: "30" });
    expect(enough.total.firstTryShare).toMatchObject({ share: 1 });
    expect(Math.abs((enough.total.medianMs ?? 0) - 100)).toBeLessThan(20);
  });

  test("is nobody else's: neither another tenant's nor another tool's of the name", async () => {
    const ours = await aSetting();
    const theirs = await aSetting();
    await record(theirs.gateway, theirs.tenant, [{ sessionId: "s" }]);
    await aTool(ours.gateway, { provider: "other", name: "create_set" });
    await record(ours.gateway, ours.tenant, [{}, { provider: "other" }, { provider: undefined }]);
    await walkAll();
    const use = await getToolUse(ours.person, ours.tool, { by: "gateway", days: "14" });
    expect(use).toMatchObject({
      provider: "qa",
      total: { calls: 1 },
      rows: [{ name: ours.gateway.name, calls: 1 }],
    });
    const none = await getToolUse(ours.person, theirs.tool, { by: "agent", days: "14" });
    expect(none).toMatchObject({ total: { calls: 0 }, spots: [], switched: [] });
  });
});
