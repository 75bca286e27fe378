import { randomUUID } from "node:crypto";
import { Lexer, type Token } from "marked";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, ingest } from "@/lib/core/db";
import { DAY_MS, HOUR_MS } from "@/lib/core/durations";
import { ndjsonLine } from "@/lib/core/export";
import { mondayOf, WEEK_MS, weekOf, weeksAfter } from "@/lib/core/list/weeks";
import { type Scope, systemScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { countIntents } from "../figures";
import { getListedIntent, pageOfIntents } from "../list-pages";
import { say, tellAll } from "../testing/rationales";
import { intentPageWire, wholeIntentWire, wireIntent, wireWholeIntent } from "../wire";
import { weeklyMarkdown } from "./markdown";
import { getWeekly } from "./queries";
import { WEEKLY_SECTIONS, type Weekly } from "./types";
import { weeklyLineWire, weeklyWire, wireWeekly, wireWeeklyLines } from "./wire";

const system = systemScope("tests");

// A past week; the Wednesday in it, and that of the week before.
const week = weeksAfter(weekOf(new Date()), -1);
const at = new Date(mondayOf(week).getTime() + 2 * DAY_MS);
const before = new Date(at.getTime() - WEEK_MS);
const now = new Date(mondayOf(week).getTime() + WEEK_MS + DAY_MS);

const WORDS = "abcdefghijklmnopqrstuvwxyz".split("").map((letter) => `${letter}ak${letter}o`);

/** Calls with distinct wordings, unless a text is given. */
function calls(count: number, when: Date, tool: string, errand: string, over: object = {}, alike = false) {
  return Array.from({ length: count }, (_, index) => ({
    ...{ tool, occurredAt: when.toISOString() },
    rationale: `${errand} for the client ${alike ? "Kestrel" : WORDS[index % WORDS.length]}`,
    ...over,
  }));
}

const REFERRAL = {
  boundary_axes: ["http", "Parsing"],
  observed_task_shape: "fetch a page, then <b>list</b> its prices with password=hunter2secret",
  evidence: "It only fetches pages.",
};

let tenant: TestTenant;
let person: Scope;
let stranger: Scope;
let gateway: TestGateway;

async function intentOf(name: string, words: string, { id: tenantId } = tenant): Promise<void> {
  const id = randomUUID();
  const made = { keywords: [], medoidId: randomUUID(), middle: Buffer.alloc(4), model: "words 1" };
  await ingest(system, async (tx) => {
    await tx.intent.create({ data: { tenantId, id, name, ...made } });
    await tx.rationaleTemplate.updateMany({
      where: { tenantId, text: { contains: words } },
      data: { intentId: id },
    });
    await countIntents(tx, tenantId, { intents: [id] });
  });
}

beforeAll(async () => {
  tenant = await aTenant();
  person = await aPerson([tenant], "viewer");
  stranger = await aPerson([await aTenant()], "admin");
  gateway = await aGateway([tenant]);
  await say(gateway, tenant, [
    ...calls(10, before, "create_refund", "Refund the duplicate charge"),
    ...calls(14, at, "create_refund", "Refund the duplicate charge"),
    ...calls(8, at, "update_dispute", "Refund the duplicate charge", { outcome: "timeout" }),
    ...calls(20, before, "kubectl_logs", "Find out why the pod crashes"),
    ...calls(20, at, "kubectl_logs", "Find out why the pod crashes", { outcome: "execution_error" }).slice(
      0,
      4,
    ),
    ...calls(16, at, "kubectl_logs", "Find out why the pod crashes"),
    ...calls(6, before, "send_email", "Remind the debtor of the unpaid bill"),
    ...calls(12, at, "list_issues", "Collect closed tickets of the release"),
    ...calls(4, at, "export_sheet", "Write the price list into a spreadsheet", { outcome: "unknown_tool" }),
    ...calls(2, at, "fetch_page", "Write the price list into a spreadsheet", {
      ...{ outcome: "wrong_tool_boundary", referral: REFERRAL },
    }),
    // A tool that mostly succeeds counts as fitting.
    ...calls(9, at, "fetch_page", "Write the price list into a spreadsheet", {}, true),
    ...calls(
      1,
      at,
      "fetch_page",
      "Write the price list into a spreadsheet",
      { outcome: "low_utility" },
      true,
    ),
    ...calls(3, at, "fax", "Send the contract by telefax machine", { outcome: "unknown_tool" }),
    ...Array.from({ length: 5 }, () => ({
      ...{ tool: "fetch_page", occurredAt: at.toISOString() },
      rationale: "User requested this action",
    })),
  ]);
  await tellAll(tenant);
  await intentOf("refund duplicate charge", "duplicate charge");
  await intentOf("pod crashes", "pod crashes");
  await intentOf("remind debtor", "unpaid bill");
  await intentOf("closed tickets `](https://evil.example)", "closed tickets");
  await intentOf("price list spreadsheet", "price list");
});
afterAll(closeDatabase);

const namesOf = ({ sections }: Weekly) =>
  Object.fromEntries(
    WEEKLY_SECTIONS.map((name) => [
      name,
      sections[name].intents.map(({ name: intent }) => intent.split(" ").slice(0, 2).join(" ")),
    ]),
  );

test("a week tells what is new, vanished, growing, failing, without a tool and with several", async () => {
  const weekly = await getWeekly(person, {}, now);
  expect(weekly).toMatchObject({ week, isWhole: true, isFirst: false, isGrouped: true, tenant: null });
  expect(namesOf(weekly)).toEqual({
    new: ["price list", "closed tickets"],
    vanished: ["remind debtor"],
    growing: ["refund duplicate"],
    failing: ["price list", "refund duplicate", "pod crashes"],
    unmet: ["price list"],
    several: ["refund duplicate"],
  });
  expect(weekly.counts.period).toEqual({
    ...{ calls: 78, failed: 22, inIntents: 70, longTail: 3, recurring: 0, empty: 5 },
    ...{ intents: 4, unmet: 9, unmetOutside: 3 },
  });
  expect(weekly.counts.before).toMatchObject({ calls: 36, failed: 0, intents: 3, unmet: 0 });
  expect(weekly.sections.several.intents[0]).toMatchObject({
    ...{ calls: 22, before: 10, failed: 8, toolCount: 2 },
    tools: [
      { provider: "", tool: "create_refund", calls: 14, failed: 0 },
      { provider: "", tool: "update_dispute", calls: 8, failed: 8 },
    ],
  });
});

test("calls without a fitting tool are those of rationales for which mostly none fitted, with what tools said", async () => {
  const { sections } = await getWeekly(person, { week, tenant: tenant.key }, now);
  expect(sections.unmet.intents[0]).toMatchObject({
    ...{ calls: 16, failed: 7, unmet: { calls: 6, unknownTool: 4, wrongTool: 2, lowUse: 0 } },
    referred: { calls: 2, axes: ["extraction", "transport"], suggestedSplit: null },
  });
  expect(sections.unmet.intents[0]?.referred?.taskShape).not.toContain("hunter2");
});

test("a week that is not over is compared by its whole days, and the first one has nothing before", async () => {
  const tuesday = new Date(mondayOf(week).getTime() + DAY_MS + 1);
  const early = await getWeekly(person, { week }, tuesday);
  expect(early).toMatchObject({ isWhole: false, until: new Date(mondayOf(week).getTime() + 2 * DAY_MS) });
  expect([early.counts.period.calls, early.counts.before.calls]).toEqual([0, 0]);
  expect(early.sections.vanished.total).toBe(0);
  // Rationales of a Wednesday have not vanished on the next one at nine.
  const wednesday = await getWeekly(person, { week }, new Date(at.getTime() + 9 * HOUR_MS));
  expect(wednesday).toMatchObject({ until: new Date(at.getTime() + DAY_MS), hasToday: true });
  expect([wednesday.counts.period.calls, wednesday.counts.before.calls]).toEqual([78, 0]);
  expect(wednesday.sections.vanished.total).toBe(0);
  const thursday = await getWeekly(person, { week }, new Date(at.getTime() + DAY_MS + 9 * HOUR_MS));
  expect(thursday).toMatchObject({ until: new Date(at.getTime() + DAY_MS), hasToday: false });
  expect([thursday.counts.period.calls, thursday.counts.before.calls]).toEqual([78, 36]);
  expect(thursday.sections.vanished.total).toBe(1);
  expect(weeklyMarkdown(thursday)).toContain("so far, without today");
  const first = await getWeekly(person, { week: weeksAfter(week, -1) }, now);
  expect(first).toMatchObject({ isFirst: true, sections: { new: { total: 3 } } });
  expect((await getWeekly(stranger, {}, now)).week).toBe(weekOf(now));
});

test("what goes out fits its schema, line by line as well", async () => {
  const weekly = await getWeekly(person, {}, now);
  const told = JSON.parse(JSON.stringify(wireWeekly(weekly)));
  expect(() => weeklyWire.parse(told)).not.toThrow();
  const lines = wireWeeklyLines(weekly).map((line) => weeklyLineWire.parse(JSON.parse(JSON.stringify(line))));
  expect(lines.map(({ section }) => section)).toEqual([
    ...["new", "new", "vanished", "growing", "failing", "failing", "failing", "unmet", "several"],
  ]);
});

const linksOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => [
    ...(["link", "image", "html"].includes(token.type)
      ? [String("href" in token ? token.href : token.raw)]
      : []),
    ...linksOf("tokens" in token ? (token.tokens ?? []) : []),
    ...("items" in token ? token.items.flatMap((item: { tokens: Token[] }) => linksOf(item.tokens)) : []),
  ]);

test("in Markdown the words of agents and tools are no markup, and carry no credentials", async () => {
  const weekly = await getWeekly(person, {}, now);
  const markdown = weeklyMarkdown(weekly);
  const tokens = Lexer.lex(markdown);
  const own = WEEKLY_SECTIONS.flatMap((name) => weekly.sections[name].intents.map(({ url }) => url));
  expect(new Set(linksOf(tokens))).toEqual(new Set([weekly.url, ...own]));
  expect(tokens.filter(({ type }) => type === "heading")).toHaveLength(1 + WEEKLY_SECTIONS.length);
  expect(markdown).toContain("4 asked for a tool that does not exist, 2 were sent elsewhere");
  expect(markdown).not.toContain("hunter2");
});

test("no name of an intent adds a line, link, image, mention or hidden character to the Markdown", async () => {
  const plain = weeklyMarkdown(await getWeekly(person, {}, now));
  const hostile =
    "# Top\n## New (1)\r\n- [x](https://evil.example) ![i](https://evil.example/i.png) <img src=x> | a | @everyone ``` \u202egnp\u200b\u0007 [r]: https://evil.example";
  const set = (from: string, name: string) =>
    ingest(system, (tx) =>
      tx.intent.updateMany({ where: { tenantId: tenant.id, name: from }, data: { name } }),
    );
  await set("pod crashes", hostile);
  const weekly = await getWeekly(person, {}, now);
  const [markdown, lines] = [weeklyMarkdown(weekly), wireWeeklyLines(weekly).map(ndjsonLine)];
  await set(hostile, "pod crashes");
  expect(markdown.split("\n")).toHaveLength(plain.split("\n").length);
  const tokens = Lexer.lex(markdown);
  expect(new Set(linksOf(tokens))).toEqual(new Set(linksOf(Lexer.lex(plain))));
  expect(tokens.filter(({ type }) => type === "heading")).toHaveLength(1 + WEEKLY_SECTIONS.length);
  expect(markdown.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(markdown.replaceAll(/(`+)[^\n]*?[^`]\1(?!`)/gu, "")).not.toContain("@");
  // A line is one record with any name.
  expect(lines.every((line) => line.indexOf("\n") === line.length - 1)).toBe(true);
  expect(lines.map((line) => JSON.parse(line).name)).toContain(hostile);
});

test("of two tenants whose agents say the same, each intent has what its own tools said", async () => {
  const pair = [await aTenant(), await aTenant()];
  const both = await aPerson(pair, "viewer");
  for (const [index, one] of pair.entries()) {
    const referral = { ...REFERRAL, observed_task_shape: `as tenant ${index} sees it` };
    const over = { outcome: "wrong_tool_boundary", referral };
    await say(await aGateway([one]), one, calls(5, at, "fetch_page", "Write the price list", over));
    await tellAll(one);
    await intentOf(`price list ${index}`, "price list", one);
  }
  const { sections } = await getWeekly(both, { week }, now);
  expect(
    sections.unmet.intents
      .map(({ name, referred }) => [name, referred?.calls, referred?.taskShape])
      .toSorted(),
  ).toEqual([
    ["price list 0", 5, "as tenant 0 sees it"],
    ["price list 1", 5, "as tenant 1 sees it"],
  ]);
});

test("programs read intents page by page, and one with the ways to say it", async () => {
  const first = await pageOfIntents(person, { limit: 2 });
  const second = await pageOfIntents(person, { limit: 2, cursor: first.nextCursor ?? "" });
  const last = await pageOfIntents(person, { limit: 2, cursor: second.nextCursor ?? "" });
  const rows = [...first.rows, ...second.rows, ...last.rows];
  expect(rows.map(({ calls: count }) => count)).toEqual([40, 32, 16, 12, 6]);
  expect([first.nextCursor, last.nextCursor]).toEqual([expect.any(String), null]);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
  const page = { data: first.rows.map(wireIntent), next_cursor: null };
  expect(() => intentPageWire.parse(JSON.parse(JSON.stringify(page)))).not.toThrow();
  const whole = await getListedIntent(person, rows[1]?.id ?? "");
  expect(whole.intent).toMatchObject({ calls: 32, failed: 8, tools: [{ calls: 24 }, { calls: 8 }] });
  expect(whole.weeks).toEqual([
    { week, calls: 22, failed: 8 },
    { week: weeksAfter(week, -1), calls: 10, failed: 0 },
  ]);
  expect(() => wholeIntentWire.parse(JSON.parse(JSON.stringify(wireWholeIntent(whole))))).not.toThrow();
});

test("a gateway reads the words of its own calls only, and what tools said of these", async () => {
  const [first] = (await pageOfIntents(gateway.scope, { limit: 1 })).rows;
  const quotesFor = async ({ scope }: TestGateway) =>
    (await getListedIntent(scope, first?.id ?? "")).templates.map(({ quote }) => typeof quote);
  expect(new Set(await quotesFor(gateway))).toEqual(new Set(["string"]));
  const another = await aGateway([tenant]);
  expect(new Set(await quotesFor(another))).toEqual(new Set(["object"]));
  const told = async ({ scope }: TestGateway) =>
    (await getWeekly(scope, { week }, now)).sections.unmet.intents[0];
  expect(await told(gateway)).toMatchObject({ calls: 16, referred: { calls: 2 } });
  expect(await told(another)).toMatchObject({ calls: 16, referred: null });
});

test("an intent goes by the name that people gave it, and one that they ignore is left out", async () => {
  const told = async () => namesOf(await getWeekly(person, {}, now));
  const set = (name: string, data: { givenName?: string | null; ignoredAt?: Date | null }) =>
    ingest(system, (tx) => tx.intent.updateMany({ where: { tenantId: tenant.id, name }, data }));
  await set("pod crashes", { givenName: "Crashing pods" });
  await set("refund duplicate charge", { ignoredAt: now });
  expect(await told()).toMatchObject({ failing: ["price list", "Crashing pods"], several: [] });
  const { rows } = await pageOfIntents(person, { limit: 10 });
  expect(rows.map(({ name }) => name)).toContain("Crashing pods");
  await set("pod crashes", { givenName: null });
  await set("refund duplicate charge", { ignoredAt: null });
  expect(await told()).toMatchObject({ growing: ["refund duplicate"] });
});

test("people of other tenants see nothing of it", async () => {
  const foreign = await getWeekly(stranger, { week, tenant: tenant.key }, now);
  expect([foreign.counts.period.calls, foreign.counts.before.calls, foreign.isGrouped]).toEqual([
    0,
    0,
    false,
  ]);
  expect(WEEKLY_SECTIONS.map((name) => foreign.sections[name].total)).toEqual([0, 0, 0, 0, 0, 0]);
  expect((await pageOfIntents(stranger, { limit: 10 })).rows).toEqual([]);
  const [own] = (await pageOfIntents(person, { limit: 1 })).rows;
  await expect(getListedIntent(stranger, own?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
});
