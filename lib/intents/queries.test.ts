import { afterAll, beforeAll, expect, test } from "vitest";
import { listCalls } from "@/lib/calls/queries";
import type { CallFilter } from "@/lib/calls/types";
import { closeDatabase } from "@/lib/core/db";
import { toBase64url } from "@/lib/core/list/base64url";
import type { UserScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { countIntents, listIntents } from "./browser/queries";
import { INTENT_KINDS, INTENT_STATES } from "./browser/types";
import { groupAnew } from "./commands";
import { findIntent, matrixOf, neighboursOf, trendOf, whoMeans } from "./detail/queries";
import { relatedOf } from "./detail/relations";
import type { IntentFilter } from "./list";
import { pageOfIntents } from "./list-pages";
import {
  coverageOf,
  intentsOfCalls,
  longTail,
  meaningShares,
  newestRun,
  representativesOf,
  templatesOfIntent,
  withIntent,
} from "./queries";
import { runOnce } from "./runs/worker";
import { errands, say, tellAll, WORDS } from "./testing/rationales";

let tenant: TestTenant;
let gateway: TestGateway;
let person: UserScope;
let stranger: UserScope;

beforeAll(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  person = await aPerson([tenant], "admin");
  stranger = await aPerson([await aTenant()], "admin");
  const calls = errands(200).map((call, at) => ({
    ...call,
    ...(at % 10 === 0 ? { outcome: "timeout" as const } : {}),
    ...{ agent: at % 2 ? "claude" : "codex", model: "m1" },
  }));
  await say(gateway, tenant, [
    ...calls,
    ...Array.from({ length: 50 }, () => ({
      rationale: "User requested this action",
      agent: "lazy",
      model: "m2",
    })),
    ...Array.from({ length: 10 }, (_, at) => ({
      rationale: `Scheduled sync of orders, run ${at}`,
      agent: "cron",
    })),
    {
      tool: "maps",
      rationale: "Vegetarian restaurants near the hotel for password=hunter2secret dinner",
      agent: "codex",
    },
  ]);
  await tellAll(tenant);
  await groupAnew(person, { tenantId: tenant.id });
  await runOnce(WORDS, undefined, tenant.id);
});
afterAll(closeDatabase);

const listed = (scope: UserScope, filter: IntentFilter = {}, tenantId?: string) =>
  listIntents(scope, filter, { limit: 50, tenantId }).then(({ rows }) => rows);

test("intents are listed by calls, with their tools, failures and state", async () => {
  const intents = await listed(person);
  expect(intents).toHaveLength(4);
  for (const one of intents)
    expect(one).toMatchObject({ tenantId: tenant.id, calls: 50, templates: 3, state: "new" });
  expect(intents.reduce((sum, { failed }) => sum + failed, 0)).toBe(20);
  expect(intents.map(({ tools }) => tools.join()).toSorted()).toEqual([
    "create_refund",
    "kubectl_logs",
    "list_issues",
    "send_email",
  ]);
  for (const one of intents) expect(one.weeks).toEqual([0, 0, 0, 0, 0, 0, 0, 50]);
  expect(await listed(person, {}, tenant.id)).toEqual(intents);
});

test("coverage says where every call is", async () => {
  const found = await coverageOf(person);
  expect(found).toEqual({
    calls: 261,
    inIntents: 200,
    longTail: 1,
    longTailTemplates: 1,
    recurring: 10,
    empty: 50,
    intents: 4,
    weak: 0,
    ignored: 0,
    without: 0,
  });
  const { calls, inIntents, longTail: tail, recurring, empty } = found;
  expect(inIntents + tail + recurring + empty).toBe(calls);
});

test.each([
  [
    "agent",
    [
      ["claude", 100, 100],
      ["codex", 101, 101],
      ["cron", 10, 10],
      ["lazy", 50, 0],
    ],
  ],
  [
    "model",
    [
      ["", 11, 11],
      ["m1", 200, 200],
      ["m2", 50, 0],
    ],
  ],
  [
    "tool",
    [
      ["create_refund", 110, 60],
      ["kubectl_logs", 50, 50],
      ["list_issues", 50, 50],
      ["maps", 1, 1],
      ["send_email", 50, 50],
    ],
  ],
] as const)("by %s it is told of how many calls the rationale means something", async (by, expected) => {
  const shares = await meaningShares(person, { by, days: 7 });
  expect(shares.map(({ name, calls, meaningful }) => [name, calls, meaningful]).toSorted()).toEqual(expected);
});

test("the same by gateway and over time", async () => {
  expect(await meaningShares(person, { by: "gateway", days: 7 })).toEqual([
    { name: gateway.name, calls: 261, meaningful: 211 },
  ]);
  const days = await meaningShares(person, { by: "day", days: 7 });
  expect(days.reduce((sum, { calls }) => sum + calls, 0)).toBe(261);
  expect(days.every(({ name }) => /^\d{4}-\d{2}-\d{2}$/u.test(name))).toBe(true);
});

test("an intent has its templates and the newest words of its calls, the long tail what belongs to none", async () => {
  const [first] = await listed(person);
  const id = first?.id ?? "";
  const { rows } = await templatesOfIntent(person, id, { limit: 2 });
  expect(rows).toHaveLength(2);
  const quotes = await representativesOf(person, id);
  expect(quotes).toHaveLength(3);
  expect(quotes.map(({ text }) => text).join(" ")).toMatch(/\d{4}/u);
  const [left, ...others] = await longTail(person, 10);
  expect(others).toEqual([]);
  expect(left).toMatchObject({ tool: "maps", verdict: "meaningful" });
  expect(JSON.stringify(left)).not.toContain("hunter2");
});

test("a call's words lead to its intent, and an intent to its calls", async () => {
  const [first] = await listed(person, { tool: "create_refund" });
  const said = { tenant: tenant.key, provider: null, tool: "create_refund" };
  const found = await intentsOfCalls(person, [
    { ...said, id: "a", rationale: "Refund the duplicate charge of order 9999" },
    { ...said, id: "b", rationale: "Something else altogether" },
    { ...said, id: "c", rationale: null },
  ]);
  expect([...found]).toEqual([["a", { id: first?.id, name: first?.name }]]);
  const calls = (filter: CallFilter) => listCalls(person, filter, { limit: 100 }).then(({ rows }) => rows);
  const own = await calls(await withIntent(person, {}, first?.id));
  expect(own).toHaveLength(50);
  expect(new Set(own.map(({ tool }) => tool))).toEqual(new Set(["create_refund"]));
  const failed = await calls(await withIntent(person, { class: "failed" }, first?.id));
  expect(failed).toHaveLength(first?.failed ?? -1);
  const page = await listCalls(person, await withIntent(person, {}, first?.id), { limit: 20 });
  const next = await listCalls(person, await withIntent(person, {}, first?.id), {
    limit: 20,
    cursor: page.nextCursor ?? "",
  });
  expect([...page.rows, ...next.rows].map(({ id }) => id)).toEqual(own.slice(0, 40).map(({ id }) => id));
});

test("an intent leads to calls of its own tenant only, also where another says the same", async () => {
  const twin = await aTenant();
  const both = await aPerson([tenant, twin], "triager");
  await say(await aGateway([twin]), twin, errands(40));
  await tellAll(twin);
  const [first] = await listed(person, { tool: "create_refund" });
  const calls = async (filter: CallFilter) =>
    (await listCalls(both, await withIntent(both, filter, first?.id), { limit: 100 })).rows;
  const own = await calls({});
  expect(new Set(own.map((call) => call.tenant))).toEqual(new Set([tenant.key]));
  expect(own).toHaveLength(first?.calls ?? -1);
  expect(await calls({ tenant: tenant.key })).toHaveLength(50);
  expect(await calls({ tenant: twin.key })).toEqual([]);
});

test.each(["calls", "growth", "failed", "held", "last"] as const)(
  "pages by %s have each intent once",
  async (sort) => {
    const ids: string[] = [];
    for (let cursor: string | undefined, at = 0; at < 5; at += 1) {
      const page = await listIntents(person, { sort, cursor }, { limit: 1 });
      ids.push(...page.rows.map(({ id }) => id));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
  },
);

test.each([2_147_483_648, Number.MAX_SAFE_INTEGER])(
  "a cursor made up with more calls than can be counted is refused: %s",
  async (count) => {
    const [first] = await listed(person);
    const id = first?.id ?? "";
    const madeUp = (list: string) => toBase64url(JSON.stringify([list, String(count), id]));
    const refused = { code: "VALIDATION_ERROR" };
    await expect(pageOfIntents(person, { limit: 5, cursor: madeUp("listed intents") })).rejects.toMatchObject(
      refused,
    );
    const cursor = madeUp("intent-rationales");
    await expect(templatesOfIntent(person, id, { limit: 5, cursor })).rejects.toMatchObject(refused);
  },
);

test("coarser levels hold several intents, finer ones parts; the calls stay the same", async () => {
  const sums = async (level: IntentFilter["level"]) => {
    const rows = await listed(person, { level });
    return { rows: rows.length, calls: rows.reduce((sum, { calls }) => sum + calls, 0) };
  };
  const all = await sums(undefined);
  for (const level of ["coarsest", "coarse", "fine", "finest"] as const) {
    const { rows, calls } = await sums(level);
    expect(calls).toBe(all.calls);
    if (level.startsWith("coars")) expect(rows).toBeLessThanOrEqual(all.rows);
    else expect(rows).toBeGreaterThanOrEqual(all.rows);
  }
  const [part] = await listed(person, { level: "finest" });
  expect(part?.weeks.reduce((sum, one) => sum + one, 0)).toBe(part?.calls);
});

test("search and filters narrow the list", async () => {
  const tools = async (filter: IntentFilter) => (await listed(person, filter)).map((one) => one.tools[0]);
  expect(await tools({ q: "DUPLICATE" })).toEqual(["create_refund"]);
  expect(await tools({ q: "taken twice" })).toEqual(["create_refund"]);
  expect(await tools({ tool: "send_email" })).toEqual(["send_email"]);
  expect(await tools({ state: "fading" })).toEqual([]);
  expect(await tools({ only: "pinned" })).toEqual([]);
  expect(await tools({ review: "open" })).toHaveLength(4);
});

test("an intent's page has its tools, course, people, sessions and what is near", async () => {
  const [first] = await listed(person, { tool: "create_refund" });
  const id = first?.id ?? "";
  const [row, ...others] = await matrixOf(person, id);
  expect(others).toEqual([]);
  expect(row).toMatchObject({ tool: "create_refund", calls: 50, held: 0, extrinsic: first?.failed });
  const trend = await trendOf(person, id);
  expect(trend).toHaveLength(12);
  expect(trend.at(-1)).toMatchObject({ calls: 50, failed: first?.failed });
  expect((await whoMeans(person, id, "agent")).reduce((sum, { calls }) => sum + calls, 0)).toBe(50);
  expect(await whoMeans(person, id, "model")).toMatchObject([{ name: "m1", calls: 50 }]);
  const { sessions, approvals, issues } = await relatedOf(person, id);
  expect(sessions).toHaveLength(8);
  expect([approvals, issues]).toEqual([[], []]);
  expect(await neighboursOf(person, id)).toHaveLength(3);
  expect(await findIntent(stranger, id)).toBeNull();
  expect(await matrixOf(stranger, id)).toEqual([]);
  expect(await neighboursOf(stranger, id)).toEqual([]);
  expect((await trendOf(stranger, id)).every(({ calls }) => calls === 0)).toBe(true);
  expect(await relatedOf(stranger, id)).toEqual({ sessions: [], approvals: [], issues: [] });
});

test("the newest run is told, and people of other tenants see nothing of all this", async () => {
  expect(await newestRun(person, tenant.id)).toMatchObject({ state: "done", grouped: 13, assigned: 0 });
  expect(await newestRun(stranger, tenant.id)).toBeNull();
  expect(await listed(stranger)).toEqual([]);
  expect(await listed(stranger, {}, tenant.id)).toEqual([]);
  expect(await coverageOf(stranger, tenant.id)).toMatchObject({ calls: 0 });
  expect(await meaningShares(stranger, { by: "agent", days: 7, tenantId: tenant.id })).toEqual([]);
  const [first] = await listed(person);
  const id = first?.id ?? "";
  expect((await templatesOfIntent(stranger, id, { limit: 10 })).rows).toEqual([]);
  expect(await withIntent(stranger, {}, id)).toEqual({ templates: [] });
  expect(await longTail(stranger, 10)).toEqual([]);
});

test("the choices of the list say how many intents each would show", async () => {
  const intents = await listed(person);
  const counts = await countIntents(person, {}, tenant.id);
  expect(counts).toMatchObject({
    matching: intents.length,
    listed: intents.length,
    reviews: { open: intents.length },
  });
  const filters: IntentFilter[] = [
    { tool: "create_refund" },
    { q: "refund", review: "open" },
    { state: "steady", only: "weak" },
    { level: "coarsest" },
    { level: "finest", tool: "create_refund" },
  ];
  for (const filter of filters) {
    const { matching, listed: all, tools, states, only } = await countIntents(person, filter, tenant.id);
    const said = JSON.stringify(filter);
    expect(matching, said).toBe((await listed(person, filter)).length);
    expect(all, said).toBe((await listed(person, { level: filter.level })).length);
    // A choice's own value does not narrow its counts.
    const others = await listed(person, { ...filter, tool: undefined });
    expect(Object.keys(tools).toSorted(), said).toEqual(
      [...new Set(others.flatMap((one) => one.tools))].toSorted(),
    );
    for (const [tool, many] of Object.entries(tools))
      expect(many, said).toBe((await listed(person, { ...filter, tool })).length);
    for (const state of INTENT_STATES)
      expect(states[state] ?? 0, said).toBe((await listed(person, { ...filter, state })).length);
    for (const kind of INTENT_KINDS)
      expect(only[kind] ?? 0, said).toBe((await listed(person, { ...filter, only: kind })).length);
  }
  expect(await countIntents(stranger, {}, tenant.id)).toMatchObject({ matching: 0, listed: 0, tools: {} });
});

test("other intents are found by words, the most alike first, never the intent itself", async () => {
  const [one, ...others] = await listed(person);
  if (!one) throw new Error("no intents");
  const ids = async (words: string, of = person) =>
    (await neighboursOf(of, one.id, words)).map(({ id }) => id).toSorted();
  expect(await ids("")).toEqual(others.map(({ id }) => id).toSorted());
  for (const { id, tools, name } of others) {
    expect(await ids(tools[0] ?? "")).toContain(id);
    expect(await ids(name.toUpperCase())).toEqual([id]);
  }
  expect(await ids("no intent has these words")).toEqual([]);
  expect(await ids("", stranger)).toEqual([]);
});
