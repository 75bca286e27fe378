import { describe, expect, test } from "vitest";
import { ndjsonLine } from "@/lib/core/export";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { recordCalls } from "./commands";
import { exportCalls, listCalls } from "./queries";
import type { ToolCallInput } from "./schema";
import type { CallFilter } from "./types";
import { wireCall } from "./wire";

const NOON = "2026-11-21T12:00:00.000Z";

async function record(gateway: TestGateway, tenant: TestTenant, rows: readonly Partial<ToolCallInput>[]) {
  const done = await recordCalls(
    gateway.scope,
    rows.map((over, index) => ({
      index,
      key: null,
      bodySha256: "",
      input: {
        tenant: tenant.key,
        tool: "t",
        outcome: "ok" as const,
        rationale: "The tests need this row.",
        occurredAt: NOON,
        ...over,
      },
    })),
  );
  return done.accepted.map(({ id }) => id);
}

async function pages(scope: Scope, filter: CallFilter, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCalls(scope, filter, { limit, cursor });
    ids.push(...page.rows.map((row) => row.id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return ids;
}

async function exported(scope: Scope, filter: CallFilter, cursor?: string) {
  const rows = [];
  for await (const step of exportCalls(scope, filter, cursor)) rows.push(...step);
  return rows;
}

describe("the list of calls", () => {
  test("has every row once under equal times, whatever the page size", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const same = await record(
      gateway,
      tenant,
      Array.from({ length: 9 }, () => ({})),
    );
    const [later] = await record(gateway, tenant, [{ occurredAt: "2026-11-21T12:00:00.001Z" }]);
    // Another month is another partition.
    const [earlier] = await record(gateway, tenant, [{ occurredAt: "2026-10-01T00:00:00Z" }]);
    const expected = [later, ...same.toSorted().reverse(), earlier];
    for (const limit of [1, 2, 5, 11, 200]) expect(await pages(gateway.scope, {}, limit)).toEqual(expected);
  });

  test("merges tenants in order of time", async () => {
    const [one, two] = [await aTenant(), await aTenant()];
    const gateway = await aGateway([one, two]);
    const ids: string[] = [];
    for (let minute = 0; minute < 6; minute += 1)
      ids.push(
        ...(await record(gateway, minute % 2 ? one : two, [{ occurredAt: `2026-11-21T12:0${minute}:00Z` }])),
      );
    const person = await aPerson([one, two]);
    for (const limit of [1, 4, 10]) expect(await pages(person, {}, limit)).toEqual(ids.toReversed());
    expect(await pages(person, { tenant: one.key }, 10)).toEqual([ids[5], ids[3], ids[1]]);
  });

  test("filters by every facet", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const ids = await record(gateway, tenant, [
      { tool: "send", agent: "cursor", sessionId: "s1" },
      { outcome: "timeout", occurredAt: "2026-11-21T11:00:00Z" },
      { rationale: "Die Rückfrage des Kunden beantworten" },
      { rationale: "Answer the customer before the cut-over" },
    ]);
    const found = (filter: CallFilter) => pages(gateway.scope, filter, 50);
    expect(await found({ tool: "send" })).toEqual([ids[0]]);
    expect(await found({ agent: "cursor" })).toEqual([ids[0]]);
    expect(await found({ sessionId: "s1" })).toEqual([ids[0]]);
    expect(await found({ outcome: "timeout" })).toEqual([ids[1]]);
    expect(await found({ until: new Date(NOON) })).toEqual([ids[1]]);
    expect(await found({ since: new Date(NOON) })).toHaveLength(3);
    expect(await found({ q: "rückfrage KUNDEN" })).toEqual([ids[2]]);
    expect(await found({ q: '"customer before"' })).toEqual([ids[3]]);
    expect(await found({ q: "customer -before" })).toEqual([]);
    expect(await found({ q: "%_'\\ & | !" })).toEqual([]);
    expect(await found({ tool: "none" })).toEqual([]);
  });

  test("shows nobody another tenant's rows, and a gateway only its own", async () => {
    const [ours, theirs] = [await aTenant(), await aTenant()];
    const [gateway, other] = [await aGateway([ours]), await aGateway([ours, theirs])];
    const [mine] = await record(gateway, ours, [{}]);
    const [sibling] = await record(other, ours, [{}]);
    await record(other, theirs, [{ rationale: "canary in the mine" }]);
    const person = await aPerson([ours]);
    expect((await pages(person, {}, 50)).sort()).toEqual([mine, sibling].sort());
    expect(await pages(person, { tenant: theirs.key }, 50)).toEqual([]);
    expect(await pages(person, { q: "canary" }, 50)).toEqual([]);
    expect(await pages(gateway.scope, {}, 50)).toEqual([mine]);
    expect(await exported(gateway.scope, { tenant: theirs.key })).toEqual([]);
  });

  test("refuses what is no cursor", async () => {
    const person = await aPerson([await aTenant()]);
    await expect(listCalls(person, {}, { limit: 1, cursor: newId() })).rejects.toMatchObject({
      details: { errors: [{ pointer: "/cursor" }] },
    });
  });
});

describe("an export", () => {
  test("has exactly the rows of the list, over many steps", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    await record(
      gateway,
      tenant,
      Array.from({ length: 450 }, (_, i) => ({
        outcome: i % 3 ? ("ok" as const) : ("timeout" as const),
        occurredAt: new Date(Date.parse(NOON) - (i % 7) * 1_000).toISOString(),
      })),
    );
    for (const filter of [{}, { outcome: "timeout" as const }, { tool: "none" }]) {
      const listed: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listCalls(gateway.scope, filter, { limit: 200, cursor });
        listed.push(...page.rows.map((row) => ndjsonLine(wireCall(row))));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      const lines = (await exported(gateway.scope, filter)).map((row) => ndjsonLine(wireCall(row)));
      expect(lines).toEqual(listed);
    }
  });

  test("goes on from a cursor", async () => {
    const tenant = await aTenant();
    const gateway = await aGateway([tenant]);
    const ids = (await record(gateway, tenant, [{}, {}, {}])).toSorted().reverse();
    const page = await listCalls(gateway.scope, {}, { limit: 1 });
    const rest = await exported(gateway.scope, {}, page.nextCursor ?? "");
    expect(rest.map((row) => row.id)).toEqual(ids.slice(1));
  });
});
