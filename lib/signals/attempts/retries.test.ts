import { expect, test } from "vitest";
import { recordCalls } from "@/lib/calls/commands";
import { listCalls, pickedCalls } from "@/lib/calls/queries";
import { ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { walked } from "../findings/testing/worker-pass";

// How the query finds the later calls of an attempt: by attempt for a few, among all calls for
// many.

type Node = { "Relation Name"?: string; "Actual Loops": number; "Actual Rows": number; Plans?: Node[] } & {
  [removed in "Rows Removed by Filter" | "Rows Removed by Index Recheck"]?: number;
};

function callsLookedAt(node: Node): number {
  const rows =
    node["Actual Rows"] +
    (node["Rows Removed by Filter"] ?? 0) +
    (node["Rows Removed by Index Recheck"] ?? 0);
  const own = node["Relation Name"]?.startsWith("tool_calls") ? rows * node["Actual Loops"] : 0;
  return own + (node.Plans ?? []).reduce((sum, inner) => sum + callsLookedAt(inner), 0);
}

type Given = [outcome: "ok" | "execution_error", session: string, tool?: string];

async function record(gateway: TestGateway, tenant: TestTenant, given: readonly Given[]): Promise<void> {
  const start = Date.UTC(2026, 5, 1, 12);
  await recordCalls(
    gateway.scope,
    given.map(([outcome, sessionId, tool = "t"], index) => ({
      ...{ index, key: null, bodySha256: "" },
      input: {
        ...{ tenant: tenant.key, tool, outcome, sessionId },
        rationale: "The tests need this row.",
        occurredAt: new Date(start + index * 1_000).toISOString(),
      },
    })),
  );
  await walked(tenant);
}

const FAILED_ONCE = Array.from({ length: 40 }, (_, i): Given[] => [
  ["execution_error", `s${i}`],
  ["ok", `s${i}`, "other"],
  ["ok", `s${i}`, "other"],
]).flat();

async function aSetting() {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant], "viewer") };
}

test("where no attempt has a second call, no call is looked at", async () => {
  const { tenant, gateway, person } = await aSetting();
  await record(gateway, tenant, FAILED_ONCE);
  expect((await listCalls(person, { attempt: "failed" }, { limit: 50 })).rows).toHaveLength(40);
  expect((await listCalls(person, { attempt: "retried" }, { limit: 50 })).rows).toEqual([]);
  const looked = await read(systemScope("tests"), async (tx) => {
    const picked = await pickedCalls(tx, person, { attempt: "retried" }, null, 51);
    const explained = Prisma.sql`explain (analyze, format json) ${picked}`;
    const [row] = await tx.$queryRaw<{ "QUERY PLAN": [{ Plan: Node }] }[]>(explained);
    return row ? callsLookedAt(row["QUERY PLAN"][0].Plan) : -1;
  });
  expect(looked).toBe(0);
});

test("they are found newest first, page by page, of the tools, times and tenants that are asked for", async () => {
  const [one, other] = [await aSetting(), await aSetting()];
  await record(one.gateway, one.tenant, [
    ...FAILED_ONCE,
    ["execution_error", "x"],
    ["execution_error", "y", "u"],
    ["execution_error", "x"],
    ["ok", "y", "u"],
    ["ok", "x"],
    ["ok", "x"],
  ]);
  await record(other.gateway, other.tenant, [
    ["execution_error", "z"],
    ["ok", "z"],
  ]);
  const sessions = async (filter: object) => {
    const found: (string | null)[] = [];
    let cursor: string | undefined;
    do {
      const page = await listCalls(one.person, { attempt: "retried", ...filter }, { limit: 1, cursor });
      found.push(...page.rows.map(({ sessionId }) => sessionId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return found;
  };
  const expectAll = async () => {
    expect(await sessions({})).toEqual(["x", "y", "x"]);
    expect(await sessions({ tool: "u" })).toEqual(["y"]);
    expect(await sessions({ q: "need", tool: "t" })).toEqual(["x", "x"]);
    expect(await sessions({ outcome: "execution_error" })).toEqual(["x"]);
    expect(await sessions({ until: new Date(Date.UTC(2026, 5, 1, 12, 2, 3)) })).toEqual(["x"]);
    expect(await sessions({ since: new Date(Date.UTC(2026, 5, 1, 13)) })).toEqual([]);
  };
  await expectAll();
  // Simulates a tenant with more attempts than the query looks up one by one.
  const { count } = await ingest(systemScope("tests"), (tx) =>
    tx.attemptGroup.updateMany({
      where: { tenantId: one.tenant.id, calls: { gt: 1 } },
      data: { calls: { increment: 20_000 } },
    }),
  );
  expect(count).toBe(2);
  await expectAll();
});
