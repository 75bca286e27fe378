import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import type { ToolCallInput } from "@/lib/calls/schema";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aGateway, aTenant, aTool, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { walkAnew } from "./commands";
import { WINDOW_READ } from "./types";
import { runOnce } from "./worker";

const system = systemScope("tests");

// Its own database, because another process may walk a tenant that this file needs.
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

type Told = Partial<Omit<ToolCallInput, "arguments">> & { args?: unknown; at?: string };

async function aSetting() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const { id } = await aTool(gateway, { provider: "qa", name: "create_set" });
  return { tenant, gateway, toolId: id };
}

/** Stores calls of one morning; `at` is the time of day. */
async function record(gateway: TestGateway, tenant: TestTenant, rows: readonly Told[]) {
  await recordCalls(
    gateway.scope,
    rows.map(({ args, at = "10:00:00", ...over }, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        provider: "qa",
        tool: "create_set",
        agent: "claude",
        sessionId: "s1",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: `2025-11-21T${at}Z`,
        ...(args === undefined ? {} : { arguments: RawJson.parse(JSON.stringify(args)) }),
        ...over,
      },
    })),
  );
}

// One second ahead, so that a clock set back between call and walk does not hide the call.
const walkAll = async () => {
  while (await runOnce(undefined, { lagMs: -SECOND_MS })) {
    /* until nothing is left */
  }
};

const useOf = (tenant: TestTenant, kind = "all", tool = "create_set") =>
  read(system, (tx) =>
    tx.toolUseDay.findMany({ where: { tenantId: tenant.id, kind, tool }, orderBy: { name: "asc" } }),
  );

const groupsOf = (tenant: TestTenant) =>
  read(system, (tx) => tx.attemptGroup.findMany({ where: { tenantId: tenant.id }, orderBy: { id: "asc" } }));

const refusalsIn = (tenant: TestTenant) =>
  read(system, (tx) =>
    tx.toolRefusal.findMany({
      where: { tenantId: tenant.id },
      orderBy: [{ callId: "asc" }, { path: "asc" }],
    }),
  );

const deleted = (tenant: TestTenant) =>
  ingest(system, (tx) => tx.$executeRaw`delete from tool_calls where tenant_id = ${tenant.id}::uuid`);

const deleting = (tenant: TestTenant, work: () => Promise<void>) =>
  ingest(system, async (tx) => {
    await tx.$executeRaw`delete from tool_calls where tenant_id = ${tenant.id}::uuid`;
    await work();
  });

const refused = (message: string, args: unknown, at: string): Told => ({
  outcome: "validation_error",
  errorMessage: message,
  args,
  at,
});

describe("attempts", () => {
  test("of the session that loses its tests: what was refused, what was lost, and what came of it", async () => {
    const { tenant, gateway } = await aSetting();
    const message = (value: string) => `'${value}' is not valid under any of the given schemas`;
    await record(gateway, tenant, [
      refused(message("High"), { name: "A", tests: [1], priority: "High" }, "10:00:00"),
      refused(message("medium"), { name: "A", priority: "medium" }, "10:00:05"),
      { args: { name: "A", priority: 2 }, at: "10:00:10" },
    ]);
    await walkAll();
    expect(await useOf(tenant)).toMatchObject([
      {
        ...{ gatewayId: gateway.id, provider: "qa", ok: 1, caller: 2, failed: 0, groups: 1, firstTry: 0 },
        ...{ worked: 1, turns: 3, repairs: 2, repairsWorked: 1, repairsSame: 1, late: 0 },
      },
    ]);
    expect(await useOf(tenant, "agent")).toMatchObject([{ name: "claude", ok: 1, caller: 2, groups: 1 }]);
    expect(await groupsOf(tenant)).toMatchObject([{ ended: "worked", calls: 3, state: null }]);
    const kept = await refusalsIn(tenant);
    expect(kept.map(({ path, keyword, value, recovered }) => [path, keyword, value, recovered])).toEqual([
      ["/priority", "anyOf", '"High"', false],
      ["/priority", "anyOf", '"medium"', true],
      ["/tests", "lost", "priority", false],
    ]);
  });

  test.each([
    ["a service's code", '{"errors":[{"field":"priority","code":"constructor"}]}'],
    ["ajv's keyword", '[{"keyword":"__proto__","instancePath":"/priority","params":{},"message":"x"}]'],
    ["a validator's tag", "Field validation for 'Priority' failed on the 'toString' tag"],
  ])("go on behind a refusal that names %s as something every object has", async (_, message) => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, tenant, [refused(message, { priority: "High" }, "10:00:00")]);
    await walkAll();
    const kept = await refusalsIn(tenant);
    expect(kept.map(({ path, keyword }) => [path, keyword])).toEqual([["/priority", "other"]]);
  });

  test("know the first try, the other tool that was taken, and what a gate held or a boundary turned away", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, tenant, [
      { sessionId: "good", at: "10:00:00" },
      { sessionId: "switch", outcome: "execution_error", at: "10:00:00" },
      { sessionId: "switch", tool: "list_sets", at: "10:00:02" },
      { sessionId: "held", outcome: "approval_pending", at: "10:00:00" },
      { sessionId: "held", outcome: "denied", at: "10:00:09" },
      {
        ...{ sessionId: "turned", outcome: "wrong_tool_boundary" as const, at: "10:00:00" },
        referral: { boundaryAxes: ["scope"], evidence: "None." } as never,
      },
      { sessionId: undefined, outcome: "timeout", at: "10:00:00" },
    ]);
    await walkAll();
    expect(await useOf(tenant)).toMatchObject([
      {
        ...{ ok: 1, failed: 1, governance: 2, boundary: 1, extrinsic: 1 },
        ...{ groups: 2, firstTry: 1, worked: 1, switched: 1, abandoned: 0, referred: 0 },
      },
    ]);
    expect(await groupsOf(tenant)).toMatchObject([{ ended: "switched", nextTool: "list_sets" }]);
    expect(await useOf(tenant, "all", "list_sets")).toMatchObject([{ groups: 1, firstTry: 1 }]);
  });

  test("are given up after half an hour of silence, whether or not the session goes on", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, tenant, [
      { outcome: "timeout", at: "10:00:00" },
      { at: "10:30:01" },
      { sessionId: "s2", outcome: "timeout", at: "10:00:00" },
    ]);
    await walkAll();
    expect(await useOf(tenant)).toMatchObject([{ groups: 2, firstTry: 1, abandoned: 1 }]);
    expect(await groupsOf(tenant)).toMatchObject([{ ended: "abandoned" }, { ended: null, sessionId: "s2" }]);
    // As if half an hour later.
    await runOnce(undefined, { lagMs: -31 * 60_000, only: tenant.id });
    expect(await useOf(tenant)).toMatchObject([{ groups: 3, abandoned: 2 }]);
  });

  test("go on over passes, whatever order calls of a minute arrive in, and leave late ones out of the groups", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, tenant, [{ outcome: "timeout", at: "10:00:00" }]);
    await walkAll();
    expect(await useOf(tenant)).toMatchObject([{ extrinsic: 1, groups: 0 }]);
    await record(gateway, tenant, [{ at: "10:05:00" }]);
    await walkAll();
    expect(await useOf(tenant)).toMatchObject([{ ok: 1, groups: 1, worked: 1, turns: 2 }]);
    await record(gateway, tenant, [
      { outcome: "timeout", at: "10:02:00" },
      { outcome: "timeout", at: "10:04:30" },
    ]);
    await walkAll();
    expect(await useOf(tenant)).toMatchObject([{ extrinsic: 3, late: 1, groups: 1 }]);
  });

  test("of several processes walking at once are counted once; walked anew they are the same", async () => {
    const { tenant, gateway } = await aSetting();
    for (let turn = 0; turn < 5; turn += 1)
      await record(
        gateway,
        tenant,
        Array.from(
          { length: 20 },
          (_, at): Told => ({ sessionId: `s${turn}-${at % 7}`, durationMs: 100 * at }),
        ),
      );
    await Promise.all(Array.from({ length: 6 }, () => runOnce(undefined, { lagMs: -SECOND_MS })));
    await walkAll();
    const once = await useOf(tenant);
    expect(once).toMatchObject([{ ok: 100, groups: 100, firstTry: 100 }]);
    expect(once[0]?.durations.reduce((sum, calls) => sum + calls, 0)).toBe(100);
    await ingest(system, (tx) => walkAnew(tx, [tenant.id]));
    expect(await useOf(tenant)).toEqual([]);
    await walkAll();
    expect(await useOf(tenant)).toEqual(once);
  });

  test("belong to the version in force when the call happened", async () => {
    const { tenant, gateway, toolId } = await aSetting();
    await ingest(system, async (tx) => {
      const [first] = await tx.toolVersion.updateManyAndReturn({
        where: { toolId },
        data: { createdAt: new Date("2025-11-21T09:00:00Z") },
      });
      if (first)
        await tx.toolVersion.create({
          data: { ...first, version: 2, createdAt: new Date("2025-11-21T11:00:00Z") },
        });
    });
    await record(gateway, tenant, [
      { at: "08:00:00", sessionId: "a" },
      { at: "10:00:00", sessionId: "b", provider: undefined },
      { at: "12:00:00", sessionId: "c" },
    ]);
    await walkAll();
    const versions = (await useOf(tenant)).map(({ version, provider, ok }) => [version, provider, ok]);
    expect(versions.toSorted()).toEqual([
      [0, "qa", 1],
      [1, "qa", 1],
      [2, "qa", 1],
    ]);
  });

  test("of refusals made to take long are read in steps, and none is left out", async () => {
    const { tenant, gateway } = await aSetting();
    const validation = Array.from({ length: 100 }, () => ({ path: "", message: "x (path: a".repeat(50) }));
    const many = Array.from({ length: WINDOW_READ + 5 }, (_, at) => ({
      outcome: "validation_error" as const,
      sessionId: `session ${at}`,
      ...(at % 2 ? { validation } : { errorMessage: "a: ".repeat(3_000) }),
    }));
    await record(gateway, tenant, many);
    await walkAll();
    expect(await groupsOf(tenant)).toHaveLength(WINDOW_READ + 5);
  });

  test("keep no secret, and nothing of a call that is deleted", async () => {
    const { tenant, gateway } = await aSetting();
    const args = { password: "hunter2", auth: { token: "t0ken" } };
    await record(gateway, tenant, [
      refused("'hunter2' is too short", args, "10:00:00"),
      {
        ...refused("", args, "10:00:01"),
        validation: [{ path: "/", message: "must be array" }],
      },
      refused(`${JSON.stringify({ token: "t0ken" })} is not of type 'string'`, args, "10:00:02"),
    ]);
    await walkAll();
    const kept = await refusalsIn(tenant);
    expect(kept).toMatchObject([
      { path: "/password", value: null, masked: 7 },
      { path: null, keyword: "type" },
      { path: "/auth", keyword: "type" },
    ]);
    expect(JSON.stringify([kept, await groupsOf(tenant)])).not.toMatch(/hunter2|t0ken/);
    await deleted(tenant);
    expect([await refusalsIn(tenant), await groupsOf(tenant)]).toEqual([[], []]);
  });

  test("keep nothing of calls that are deleted while they are walked", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, tenant, [refused("'High' is not of type 'integer'", { n: "High" }, "10:00:00")]);
    await deleting(tenant, () => walkAll());
    expect([await refusalsIn(tenant), await groupsOf(tenant)]).toEqual([[], []]);
    // The same for an open attempt, and for a call deleted while the walk is stored.
    await record(gateway, tenant, [refused("'High' is not of type 'integer'", { n: "High" }, "11:00:00")]);
    await walkAll();
    expect(await groupsOf(tenant)).toHaveLength(1);
    await record(gateway, tenant, [refused("'low' is not of type 'integer'", { n: "low" }, "11:00:05")]);
    let deletion: Promise<unknown> = Promise.resolve();
    await ingest(system, async (tx) => {
      await tx.$queryRaw`select 1 from tool_calls where tenant_id = ${tenant.id}::uuid for key share`;
      deletion = deleted(tenant);
      await walkAll();
    });
    await deletion;
    expect([await refusalsIn(tenant), await groupsOf(tenant)]).toEqual([[], []]);
  });

  test("forget how the last call failed when it is deleted, though the first one is not", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, tenant, [
      { outcome: "execution_error", errorMessage: "first words", at: "10:00:00" },
      { outcome: "execution_error", errorMessage: "last words", at: "10:00:05" },
    ]);
    await walkAll();
    expect(JSON.stringify(await groupsOf(tenant))).toContain("last words");
    await ingest(
      system,
      (tx) =>
        tx.$executeRaw`delete from tool_calls where tenant_id = ${tenant.id}::uuid and error_message = 'last words'`,
    );
    expect(await groupsOf(tenant)).toEqual([]);
  });
});
