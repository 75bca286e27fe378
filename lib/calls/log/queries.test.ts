import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { recordCalls } from "../commands";
import { submitCorrection } from "../corrections";
import { countCalls, getCall, listCalls } from "../queries";
import type { ToolCallInput } from "../schema";
import type { CallFilter } from "../types";
import { findSession, getCallView, listSessionLinks, readLogAround } from "./queries";

const NOON = Date.parse("2025-11-22T12:00:00Z");

async function record(
  gateway: TestGateway,
  tenant: TestTenant,
  rows: readonly Partial<ToolCallInput>[],
): Promise<string[]> {
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
        occurredAt: new Date(NOON + index * 1_000).toISOString(),
        ...over,
      },
    })),
  );
  return done.accepted.map(({ id }) => id);
}

async function aSetting() {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant], "viewer") };
}

const correct = (
  gateway: TestGateway,
  tenant: TestTenant,
  over: { callId?: string; sessionId?: string; utterance: string },
) =>
  submitCorrection(
    gateway.scope,
    { tenant: tenant.key, tool: "t", ...over },
    { tenantId: tenant.id, key: null, bodySha256: "" },
  );

describe("the log's filters", () => {
  test("find by provider, gateway, approval, class of outcome and missing rationale", async () => {
    const { tenant, gateway, person } = await aSetting();
    const other = await aGateway([tenant]);
    const approvalId = newId();
    const ids = await record(gateway, tenant, [
      { provider: "resend" },
      { approvalId },
      { outcome: "timeout" },
      { outcome: "execution_error" },
      { outcome: "denied" },
      { rationale: "short" },
      { rationale: undefined },
    ]);
    const [foreign] = await record(other, tenant, [{}]);
    const found = async (filter: CallFilter) =>
      (await listCalls(person, filter, { limit: 50 })).rows.map((row) => row.id).toSorted();
    expect(await found({ provider: "resend" })).toEqual([ids[0]]);
    expect(await found({ approvalId })).toEqual([ids[1]]);
    expect(await found({ gateway: other.name })).toEqual([foreign]);
    expect(await found({ class: "extrinsic" })).toEqual([ids[2]]);
    expect(await found({ class: "failed" })).toEqual([ids[2], ids[3]].toSorted());
    expect(await found({ class: "governance" })).toEqual([ids[4]]);
    expect(await found({ class: "boundary" })).toEqual([]);
    expect(await found({ rationale: "missing" })).toEqual([ids[5], ids[6]].toSorted());
    expect(await found({ q: "tests need", class: "failed" })).toEqual([ids[2], ids[3]].toSorted());
    expect(await countCalls(person, {})).toBe(8);
  });

  test("keep the order of a class under paging, whatever the page size", async () => {
    const { tenant, gateway, person } = await aSetting();
    const outcomes = [
      "timeout",
      "ok",
      "not_found",
      "timeout",
      "low_utility",
      "ok",
      "execution_error",
    ] as const;
    const ids = await record(
      gateway,
      tenant,
      outcomes.map((outcome) => ({ outcome })),
    );
    const expected = [ids[6], ids[4], ids[3], ids[2], ids[0]];
    for (const limit of [1, 2, 5]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await listCalls(person, { class: "failed" }, { limit, cursor });
        seen.push(...page.rows.map((row) => row.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen).toEqual(expected);
    }
  });

  test("offer what was seen, and nothing of other tenants", async () => {
    const { tenant, gateway, person } = await aSetting();
    const foreign = await aSetting();
    const at = new Date().toISOString();
    await record(gateway, tenant, [{ tool: "send", agent: "cursor", provider: "resend", occurredAt: at }]);
    await record(foreign.gateway, foreign.tenant, [
      { tool: "canary", agent: "canary", provider: "canary", occurredAt: at },
    ]);
    expect((await readLogAround(person, {}, new Date())).choices).toMatchObject({
      tools: [{ name: "send", calls: 1 }],
      agents: [{ name: "cursor", calls: 1 }],
      providers: ["resend"],
      // The worker counts gateways and models.
      gateways: [{ name: gateway.name, calls: 0 }],
      models: [],
      tenants: [{ name: tenant.key, calls: 1 }],
      outcomes: { ok: 1 },
      missing: 0,
    });
  });
});

describe("searching words", () => {
  test("finds rare and common ones, newest first, under every filter and page size", async () => {
    const { tenant, gateway } = await aSetting();
    const person = await aPerson([
      tenant,
      ...(await Promise.all(Array.from({ length: 9 }, () => aTenant()))),
    ]);
    const rows = Array.from({ length: 2_300 }, (_, i) => ({
      tool: i % 2 ? "odd" : "even",
      rationale: `Common words of row number${i} ${i % 1_000 === 7 ? "rare" : ""}`,
    }));
    const ids: string[] = [];
    for (let at = 0; at < rows.length; at += 1_000)
      ids.push(
        ...(await record(
          gateway,
          tenant,
          rows.slice(at, at + 1_000).map((row, i) => ({
            ...row,
            occurredAt: new Date(NOON + (at + i) * 1_000).toISOString(),
          })),
        )),
      );
    const found = async (filter: CallFilter, limit = 50) =>
      (await listCalls(person, filter, { limit })).rows.map((row) => row.id);
    expect(await found({ q: "rare" })).toEqual([ids[2_007], ids[1_007], ids[7]]);
    expect(await found({ q: "RARE common", tool: "odd" })).toEqual([ids[2_007], ids[1_007], ids[7]]);
    expect(await found({ q: "rare", tool: "even" })).toEqual([]);
    expect(await found({ q: "common" }, 3)).toEqual([ids[2_299], ids[2_298], ids[2_297]]);
    expect(await found({ q: "common", tool: "even" }, 2)).toEqual([ids[2_298], ids[2_296]]);
    expect(await found({ q: "common -number2299" }, 1)).toEqual([ids[2_298]]);
    expect(await countCalls(person, { q: "common" })).toBe(1_000);
    expect(await countCalls(person, { q: "rare" })).toBe(3);
  });

  test("that one tenant says often and another hardly ever are found in both, in order", async () => {
    const often = await aSetting();
    const [seldom, never] = [await aTenant(), await aTenant()];
    // With more tenants, fewer are looked up of each.
    const more = await Promise.all(Array.from({ length: 17 }, () => aTenant()));
    const tenants = [often.tenant, seldom, never, ...more];
    const person = await aPerson(tenants);
    const gateway = await aGateway(tenants);
    const of = (tenant: typeof seldom, count: number, first: number) =>
      record(
        gateway,
        tenant,
        Array.from({ length: count }, (_, i) => ({
          rationale: "The seasonal errand.",
          occurredAt: new Date(NOON + (first + i) * 1_000).toISOString(),
        })),
      );
    const many = await of(often.tenant, 700, 0);
    const [early, late] = [await of(seldom, 1, -5), await of(seldom, 1, 698.5)];
    await record(gateway, never, [{ rationale: "Something else." }]);
    const found = async (filter: CallFilter) =>
      (await listCalls(person, { q: "seasonal", ...filter }, { limit: 3 })).rows.map((row) => row.id);
    expect(await found({})).toEqual([many[699], ...late, many[698]]);
    expect(await found({ until: new Date(NOON) })).toEqual(early);
    expect(await found({ agent: "nobody" })).toEqual([]);
    expect(await found({ tenant: seldom.key })).toEqual([...late, ...early]);
    expect(await found({ tenant: never.key })).toEqual([]);
    expect(await countCalls(person, { q: "seasonal" })).toBe(702);
  });

  test("never finds another tenant's calls, not even by asking the database's function for them", async () => {
    const [ours, theirs] = [await aSetting(), await aSetting()];
    await record(theirs.gateway, theirs.tenant, [{ rationale: "A canarious sentence for nobody else." }]);
    const ask = (tenants: string[]) =>
      ingest(
        ours.person,
        (tx) =>
          tx.$queryRaw<
            unknown[]
          >`select * from find_call_words('canarious', ${tenants}::uuid[], 10, null, null)`,
      );
    expect(await ask([ours.tenant.id, theirs.tenant.id])).toEqual([]);
    const all = await ingest(
      systemScope("tests"),
      (tx) =>
        tx.$queryRaw<
          unknown[]
        >`select * from find_call_words('canarious', ${[theirs.tenant.id]}::uuid[], 10, null, null)`,
    );
    expect(all).toHaveLength(1);
  });
});

describe("one call", () => {
  test("is found by its id, long after it happened too, and only within the scope", async () => {
    const { tenant, gateway, person } = await aSetting();
    const [fresh, old] = await record(gateway, tenant, [
      { occurredAt: new Date().toISOString() },
      { occurredAt: "2019-05-01T00:00:00Z" },
    ]);
    for (const id of [fresh, old]) expect((await getCall(person, id ?? "")).id).toBe(id);
    const stranger = await aPerson([await aTenant()]);
    const sibling = await aGateway([tenant]);
    for (const [scope, id] of [
      [stranger, fresh],
      [sibling.scope, fresh],
      [person, newId()],
      [person, "no id"],
      // Its timestamp would be after the year 9999.
      [person, "ffffffff-ffff-7fff-bfff-ffffffffffff"],
    ] as const)
      await expect(getCall(scope, id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("stands among the calls of its session, with what else belongs to it", async () => {
    const { tenant, gateway, person } = await aSetting();
    const tool = await aTool(gateway, { name: "send", provider: "resend" });
    const ids = await record(
      gateway,
      tenant,
      Array.from({ length: 30 }, (_, i) => ({
        sessionId: "s",
        tool: "send",
        provider: i % 2 ? "resend" : undefined,
      })),
    );
    await record(gateway, tenant, [{ sessionId: "other" }]);
    await correct(gateway, tenant, { sessionId: "s", utterance: "No, the other one." });
    await correct(gateway, tenant, { sessionId: "other", utterance: "Not this." });
    const view = await getCallView(person, ids[20] ?? "");
    expect(view.around.map((call) => call.id)).toEqual(ids.slice(8, 30));
    expect(view.toolId).toBe(tool.id);
    expect(view.links.corrections.map((one) => one.utterance)).toEqual(["No, the other one."]);
  });

  test("without a session stands alone; a correction finds it by its call id", async () => {
    const { tenant, gateway, person } = await aSetting();
    const [id] = await record(gateway, tenant, [{ callId: "toolu_1" }]);
    await correct(gateway, tenant, { callId: "toolu_1", utterance: "Wrong." });
    const view = await getCallView(person, id ?? "");
    expect(view.around).toEqual([]);
    expect(view.toolId).toBeNull();
    expect(view.links.corrections).toMatchObject([{ utterance: "Wrong." }]);
  });
});

describe("a session", () => {
  test("adds up its calls", async () => {
    const { tenant, gateway, person } = await aSetting();
    await record(gateway, tenant, [
      { sessionId: "s", agent: "cursor" },
      { sessionId: "s", agent: "cursor", outcome: "timeout" },
      { sessionId: "s", outcome: "denied" },
      { sessionId: "t" },
    ]);
    expect(await findSession(person, "s")).toMatchObject({
      calls: 3,
      more: false,
      failed: 1,
      agents: ["cursor"],
      tenants: [tenant.key],
      from: new Date(NOON),
      to: new Date(NOON + 2_000),
    });
    expect(await findSession(person, "none")).toBeNull();
    expect(await findSession(await aPerson([await aTenant()]), "s")).toBeNull();
    expect(await listSessionLinks(await aPerson([await aTenant()]), "s")).toEqual({
      approvals: [],
      reports: [],
      corrections: [],
    });
  });
});
