import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { aGateway, aTenant, type TestGateway, type TestTenant, unique } from "@/lib/testing/factories";
import { recordCalls } from "./commands";
import { listCalls } from "./queries";
import type { ToolCallInput } from "./schema";

const system = systemScope("tests");

const aRow = (tenant: TestTenant, over: Partial<ToolCallInput> = {}): ToolCallInput => ({
  tenant: tenant.key,
  tool: "write_file",
  outcome: "ok",
  rationale: "The tests need this row.",
  occurredAt: new Date().toISOString(),
  agent: "tester",
  ...over,
});

/** Rows as the route passes them; a row's id is its key. */
function record(gateway: TestGateway, inputs: readonly ToolCallInput[]) {
  const candidates = inputs.map((input, index) => ({
    index,
    input,
    key: input.id === undefined ? null : `id:${input.id}`,
    bodySha256: sha256(JSON.stringify({ ...input, occurredAt: undefined })),
  }));
  return recordCalls(gateway.scope, candidates);
}

async function aSetting(settings: Parameters<typeof aTenant>[0] = {}) {
  const tenant = await aTenant(settings);
  return { tenant, gateway: await aGateway([tenant]) };
}

const count = (tenant: TestTenant) =>
  read(system, (tx) => tx.toolCall.count({ where: { tenantId: tenant.id } }));
const stored = async (gateway: TestGateway) => (await listCalls(gateway.scope, {}, { limit: 200 })).rows;
const codes = (recorded: Awaited<ReturnType<typeof record>>) =>
  recorded.rejected.map(({ index, refusal }) => [index, refusal.code, refusal.errors[0]?.pointer]);

describe("a batch", () => {
  test("stores the good rows whatever the bad ones are", async () => {
    const { tenant, gateway } = await aSetting();
    const foreign = await aTenant();
    const done = await record(gateway, [
      aRow(tenant),
      aRow(foreign),
      aRow(tenant, { gateway: "other" }),
      aRow({ ...tenant, key: "does-not-exist" }),
      aRow(tenant, { occurredAt: new Date(Date.now() + 2 * 86_400_000).toISOString() }),
      aRow(tenant, { gateway: gateway.name }),
    ]);
    expect(done.accepted.map(({ index }) => index)).toEqual([0, 5]);
    expect(codes(done)).toEqual([
      [1, "FORBIDDEN", "/tenant"],
      [2, "VALIDATION_ERROR", "/gateway"],
      [3, "FORBIDDEN", "/tenant"],
      [4, "VALIDATION_ERROR", "/occurred_at"],
    ]);
    expect(await count(tenant)).toBe(2);
    expect(await count(foreign)).toBe(0);
  });

  test("tells nobody whether a foreign tenant exists", async () => {
    const { gateway, tenant } = await aSetting();
    const foreign = await aTenant();
    const refusals = await record(gateway, [aRow(foreign), aRow({ ...tenant, key: "x".repeat(20) })]);
    const [there, not] = refusals.rejected.map(({ refusal }) =>
      JSON.stringify(refusal).replaceAll(foreign.key, "K").replaceAll("x".repeat(20), "K"),
    );
    expect(there).toBe(not);
  });

  test("takes rows for several tenants of the key", async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([one, two]);
    await record(gateway, [aRow(one), aRow(two), aRow(two)]);
    expect([await count(one), await count(two)]).toEqual([1, 2]);
  });

  test("of a thousand rows is one statement", async () => {
    const { tenant, gateway } = await aSetting();
    const rows = Array.from({ length: 1_000 }, (_, i) => aRow(tenant, { id: `r${i}` }));
    expect((await record(gateway, rows)).accepted).toHaveLength(1_000);
    expect((await record(gateway, rows)).duplicates).toHaveLength(1_000);
    expect(await count(tenant)).toBe(1_000);
  });

  test("keeps every member, hostile text and large numbers included", async () => {
    const { tenant, gateway } = await aSetting();
    const text = '{ "n": 9007199254740993, "e": 1e999999, "s": "\\u202e\\ud83d\\ude00 é" }';
    const row = aRow(tenant, {
      id: "call_1",
      provider: "files\u200b",
      method: "POST",
      rationale: "Because \u202e‘quoted’ \\ and 'this' \ud83d\ude00; drop table tool_calls;",
      risk: "high",
      arguments: RawJson.parse(text),
      outcome: "wrong_tool_boundary",
      outcomeDetail: "d",
      errorMessage: "e\u0001",
      validation: [
        { path: "/n", message: "too large", received: RawJson.parse("1e999999") },
        { path: "/s", message: "empty" },
      ],
      referral: { boundary_axes: ["transport"], evidence: "two requests" },
      durationMs: 2_147_483_647,
      attempt: 2,
      agentVersion: "1",
      model: "m",
      onBehalfOf: "maya",
      sessionId: "ses",
      callId: "toolu_1",
      approvalId: "01890000-0000-7000-8000-000000000000",
      occurredAt: "2026-11-21T12:00:00.123+02:00",
    });
    await record(gateway, [row]);
    const [read] = await stored(gateway);
    const { tenant: _, id: externalId, occurredAt: __, arguments: args, validation, ...same } = row;
    expect(read).toMatchObject({
      ...same,
      externalId,
      tenant: tenant.key,
      gateway: gateway.name,
      class: "boundary",
    });
    expect(read?.arguments?.text).toBe(args?.text);
    expect(read?.validation?.map((violation) => violation.received?.text)).toEqual(["1e999999", undefined]);
    expect(validation).toHaveLength(2);
    expect(read?.occurredAt.toISOString()).toBe("2026-11-21T10:00:00.123Z");
  });

  test("takes rows of any age: they go where no month has a place", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, [aRow(tenant, { occurredAt: "1970-01-01T00:00:00Z" })]);
    expect((await stored(gateway))[0]?.occurredAt.toISOString()).toBe("1970-01-01T00:00:00.000Z");
  });
});

describe("retries", () => {
  test("of equal rows in parallel make one row each", async () => {
    const { tenant, gateway } = await aSetting();
    const at = new Date().toISOString();
    const ids = Array.from({ length: 20 }, () => unique("r"));
    const rows = ids.map((id) => aRow(tenant, { id, occurredAt: at }));
    const batches = Array.from({ length: 10 }, (_, i) => (i % 2 ? rows : rows.toReversed()));
    const done = await Promise.all(batches.map((batch) => record(gateway, batch)));
    expect(await count(tenant)).toBe(20);
    expect(done.reduce((sum, { accepted }) => sum + accepted.length, 0)).toBe(20);
    expect(done.reduce((sum, { duplicates }) => sum + duplicates.length, 0)).toBe(180);
    const made = new Set(
      done.flatMap(({ accepted, duplicates }) => [...accepted, ...duplicates].map(({ id }) => id)),
    );
    expect(made.size).toBe(20);
  });

  test("may differ in occurred_at, in nothing else", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, [aRow(tenant, { id: "a" })]);
    const done = await record(gateway, [
      aRow(tenant, { id: "a", occurredAt: "2026-01-01T00:00:00Z" }),
      aRow(tenant, { id: "a", outcome: "timeout" }),
    ]);
    expect(done.duplicates).toHaveLength(1);
    expect(codes(done)).toEqual([[1, "IDEMPOTENCY_CONFLICT", "/id"]]);
    expect(await stored(gateway)).toMatchObject([{ outcome: "ok" }]);
  });

  test("within one batch count too", async () => {
    const { tenant, gateway } = await aSetting();
    const done = await record(gateway, [
      aRow(tenant, { id: "a" }),
      aRow(tenant, { id: "a" }),
      aRow(tenant, { id: "a", outcome: "denied" }),
      aRow(tenant),
      aRow(tenant),
    ]);
    expect(done.accepted.map(({ index }) => index).sort()).toEqual([0, 3, 4]);
    expect(done.duplicates).toEqual([{ index: 1, id: done.accepted.find(({ index }) => index === 0)?.id }]);
    expect(codes(done)).toEqual([[2, "IDEMPOTENCY_CONFLICT", "/id"]]);
    expect(await count(tenant)).toBe(3);
  });

  test("the same id for another tenant or from another gateway is another row", async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const [gateway, other] = [await aGateway([one, two]), await aGateway([one])];
    await record(gateway, [aRow(one, { id: "a" }), aRow(two, { id: "a", outcome: "denied" })]);
    await record(other, [aRow(one, { id: "a", outcome: "denied" })]);
    expect([await count(one), await count(two)]).toEqual([2, 1]);
  });
});

describe("rows without a rationale", () => {
  const offenders = (tenant: TestTenant) =>
    read(system, (tx) =>
      tx.rationaleOffender.findMany({ where: { tenantId: tenant.id }, orderBy: { agent: "asc" } }),
    );

  test("are taken in the grace period and their callers counted", async () => {
    const { tenant, gateway } = await aSetting();
    const done = await record(gateway, [
      aRow(tenant, { rationale: undefined }),
      aRow(tenant),
      aRow(tenant, { rationale: "too short", agent: undefined }),
      aRow(tenant, { rationale: "" }),
    ]);
    expect(done.withoutRationale).toEqual([0, 2, 3]);
    expect(done.accepted).toHaveLength(4);
    expect(done.grace?.until.getTime()).toBeGreaterThan(Date.now() + 13 * 86_400_000);
    expect(await offenders(tenant)).toMatchObject([
      { agent: "", calls: 1 },
      { agent: "tester", calls: 2 },
    ]);
    await record(gateway, [aRow(tenant, { rationale: undefined })]);
    expect((await offenders(tenant))[1]).toMatchObject({ agent: "tester", calls: 3 });
  });

  test("are kept after it where they report that the call was refused for that, and their callers counted", async () => {
    const { tenant, gateway } = await aSetting({ rationaleGraceDays: 0 });
    await record(gateway, [aRow(tenant)]);
    const refused = { rationale: "", validation: [{ path: "/rationale", message: "it is missing" }] };
    const done = await record(gateway, [
      aRow(tenant, { ...refused, outcome: "validation_error" }),
      aRow(tenant, { ...refused, outcome: "unknown_tool", rationale: undefined }),
      aRow(tenant, { ...refused, outcome: "ok" }),
      aRow(tenant, { outcome: "validation_error", rationale: "short", validation: [] }),
    ]);
    expect(done.accepted.map(({ index }) => index)).toEqual([0, 1]);
    expect(codes(done)).toEqual([
      [2, "VALIDATION_ERROR", "/rationale"],
      [3, "VALIDATION_ERROR", "/rationale"],
    ]);
    expect(done).toMatchObject({ withoutRationale: [], grace: null });
    expect(await offenders(tenant)).toMatchObject([{ agent: "tester", calls: 4, refused: 4 }]);
    expect(await count(tenant)).toBe(3);
  });

  test("are no failure of the tool where the call was refused for that alone, and stay in the log", async () => {
    const { tenant, gateway } = await aSetting();
    const said = { path: "/rationale", message: "it is missing" };
    const other = { path: "/to", message: "must be string" };
    const refused = { outcome: "validation_error" as const, validation: [said] };
    await record(gateway, [
      aRow(tenant, { ...refused, rationale: "" }),
      aRow(tenant, { ...refused, rationale: undefined }),
      aRow(tenant, { ...refused, rationale: "too short" }),
      aRow(tenant, { ...refused, rationale: "x".repeat(500) }),
      // Refused for the tool's own parameter of that name, for another one as well, and for its
      // name.
      aRow(tenant, refused),
      aRow(tenant, { ...refused, rationale: "", validation: [said, other] }),
      aRow(tenant, { ...refused, rationale: "", outcome: "unknown_tool" }),
    ]);
    const rows = await read(system, (tx) =>
      tx.toolCall.findMany({ where: { tenantId: tenant.id }, orderBy: { id: "asc" } }),
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      ...Array(4).fill("blocked"),
      ...["validation_error", "validation_error", "unknown_tool"],
    ]);
    expect(rows[0]?.validation).toMatchObject([said]);
    expect((await offenders(tenant))[0]).toMatchObject({ calls: 5 });
  });

  test("open the grace period when they are the first, once", async () => {
    const { tenant, gateway } = await aSetting();
    await record(gateway, [aRow(await aTenant())]);
    const firstRowAt = async () =>
      (await read(system, (tx) => tx.tenant.findUniqueOrThrow({ where: { id: tenant.id } }))).firstRowAt;
    expect(await firstRowAt()).toBeNull();
    await record(gateway, [aRow(tenant)]);
    const opened = await firstRowAt();
    expect(opened).not.toBeNull();
    await record(gateway, [aRow(tenant)]);
    expect(await firstRowAt()).toEqual(opened);
  });

  test("are refused after it, row by row, and their ids are free again", async () => {
    const { tenant, gateway } = await aSetting({ rationaleGraceDays: 0 });
    await record(gateway, [aRow(tenant, { id: "early", rationale: undefined })]);
    const done = await record(gateway, [
      aRow(tenant, { id: "a", rationale: undefined }),
      aRow(tenant),
      aRow(tenant, { id: "a", rationale: undefined }),
      // Taken in time, so its retry is not refused now.
      aRow(tenant, { id: "early", rationale: undefined }),
    ]);
    expect(codes(done)).toEqual([
      [0, "VALIDATION_ERROR", "/rationale"],
      [2, "VALIDATION_ERROR", "/rationale"],
    ]);
    expect(done.accepted.map(({ index }) => index)).toEqual([1]);
    expect(done.duplicates.map(({ index }) => index)).toEqual([3]);
    expect((await record(gateway, [aRow(tenant, { id: "a" })])).accepted).toHaveLength(1);
    expect(await count(tenant)).toBe(3);
    expect(await offenders(tenant)).toMatchObject([{ calls: 2, refused: 1 }]);
  });
});

describe("single rows at the same time", () => {
  test("share a transaction, and each is told what became of its own", async () => {
    const { tenant, gateway } = await aSetting();
    const foreign = await aTenant();
    const one = unique("row");
    const done = await Promise.all(
      [
        aRow(tenant, { id: one }),
        aRow(tenant, { id: one }),
        aRow(tenant, { id: one, tool: "another" }),
        aRow(foreign),
        aRow(tenant, { rationale: undefined }),
        aRow(tenant),
      ].map((input) => record(gateway, [input])),
    );
    const [first, equal, other, refused, silent, last] = done;
    expect(first?.accepted).toEqual([{ index: 0, id: expect.any(String) }]);
    expect(equal).toMatchObject({ accepted: [], duplicates: [{ index: 0, id: first?.accepted[0]?.id }] });
    expect(other && codes(other)).toEqual([[0, "IDEMPOTENCY_CONFLICT", "/id"]]);
    expect(refused && codes(refused)).toEqual([[0, "FORBIDDEN", "/tenant"]]);
    expect(silent).toMatchObject({ withoutRationale: [0], grace: { until: expect.any(Date) } });
    expect(last).toMatchObject({ withoutRationale: [], grace: null, accepted: [{ index: 0 }] });
    expect(await count(tenant)).toBe(3);
    const transactions = await read(
      system,
      (tx) => tx.$queryRaw`select distinct xmin::text from tool_calls where tenant_id = ${tenant.id}::uuid`,
    );
    expect(transactions).toHaveLength(1);
  });

  test("400 of them, some equal, are one row for each id", async () => {
    const { tenant, gateway } = await aSetting();
    const rows = Array.from({ length: 400 }, (_, n) => aRow(tenant, { id: `${gateway.name} ${n % 40}` }));
    const done = await Promise.all(rows.map((input) => record(gateway, [input])));
    expect(done.flatMap(({ accepted }) => accepted)).toHaveLength(40);
    const ids = done.map(({ accepted, duplicates }) => [...accepted, ...duplicates][0]?.id);
    expect(new Set(ids).size).toBe(40);
    expect(await count(tenant)).toBe(40);
  });

  test("a row that is sent again as it should have been is taken, also while the first is being refused", async () => {
    const tenant = await aTenant({ rationaleGraceDays: 0 });
    const gateway = await aGateway([tenant]);
    await record(gateway, [aRow(tenant)]);
    const [refused, mended] = await Promise.all([
      record(gateway, [aRow(tenant, { id: "again", rationale: undefined })]),
      record(gateway, [aRow(tenant, { id: "again" })]),
    ]);
    expect(refused && codes(refused)).toEqual([[0, "VALIDATION_ERROR", "/rationale"]]);
    expect(mended?.accepted).toHaveLength(1);
  });

  test("one whose values the database refuses takes no other along", async () => {
    const { tenant, gateway } = await aSetting();
    const rows = [aRow(tenant), aRow(tenant, { durationMs: 2 ** 40 }), aRow(tenant)];
    const done = await Promise.allSettled(rows.map((input) => record(gateway, [input])));
    expect(done.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await count(tenant)).toBe(2);
  });
});
