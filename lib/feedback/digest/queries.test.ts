import { Lexer, type Token } from "marked";
import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { DAY_MS, SECOND_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { digestWire } from "@/lib/feedback/digest/wire";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { answerIssue } from "../commands";
import { getIssueView } from "../inbox/queries";
import { mergeIssues } from "../triage/merge";
import { aReported, bringTo, itemOf } from "../triage/testing/issues";
import { digestMarkdown } from "./markdown";
import { getDigest, getDigestCourse } from "./queries";
import { DIGEST_BARS, DIGEST_SECTIONS } from "./types";
import { wireDigest } from "./wire";

const system = systemScope("tests");

// A second ahead, so that a clock correction hides no recent change.
const now = () => new Date(Date.now() + SECOND_MS);

async function age(issue: string, days: number): Promise<void> {
  const at = new Date(Date.now() - days * DAY_MS);
  await ingest(system, async (tx) => {
    await tx.feedbackSubmission.updateMany({ where: { issueId: issue }, data: { createdAt: at } });
    await tx.feedbackIssue.updateMany({ where: { id: issue }, data: { firstSeenAt: at, lastSeenAt: at } });
  });
}

type Scene = Awaited<ReturnType<typeof aReported>>;

async function refsOf({ person }: Scene, since?: string) {
  const { sections } = await getDigest(person, { since }, now());
  return Object.fromEntries(
    DIGEST_SECTIONS.map((name) => [name, sections[name].issues.map(({ ref }) => ref)]),
  );
}

describe("the digest", () => {
  test("names what is new, came back, was resolved, waits and is unanswered, with the figures of both periods", async () => {
    const scene = await aReported();
    const { person, report } = scene;
    const old = await report("old", { sessionId: "s0", agent: "cursor" });
    await age(old.issue.id, 9);
    await report("old", { sessionId: "s1", agent: "cursor" });
    await report("old", { sessionId: "s2", agent: "claude" });
    const fresh = await report("fresh", { sessionId: "s1" });
    const fixed = await report("fixed");
    await bringTo(person, fixed.issue.id, ["resolve"]);
    const back = await report("back");
    await bringTo(person, back.issue.id, ["resolve"]);
    await report("back");
    const digest = await getDigest(person, {}, now());
    expect(digest.counts).toEqual({
      period: { reports: 6, sessions: 2, agents: 2, opened: 3, regressed: 1, resolved: 1 },
      before: { reports: 1, sessions: 1, agents: 1, opened: 1, regressed: 0, resolved: 0 },
    });
    expect(await refsOf(scene)).toEqual({
      new: [fresh.issue.ref, back.issue.ref, fixed.issue.ref],
      growing: [],
      regressed: [back.issue.ref],
      resolved: [fixed.issue.ref],
      waiting: [old.issue.ref],
      // A regressed issue has lost its version, so agents read nothing about it.
      unanswered: [old.issue.ref, fresh.issue.ref, back.issue.ref],
    });
    expect(digest.sections.unanswered.issues[0]).toMatchObject({
      ref: old.issue.ref,
      tool: "old",
      state: "new",
      reports: 2,
      sessions: 2,
      agents: 2,
      url: expect.stringMatching(/\/feedback\/[0-9a-f-]{36}$/),
    });
    expect(() => digestWire.parse(JSON.parse(JSON.stringify(wireDigest(digest))))).not.toThrow();
  });

  test("leaves out what is answered, in progress or before the period, and counts a merged issue where it leads", async () => {
    const scene = await aReported();
    const { person, report } = scene;
    const [lead, merged, worked] = [await report("a"), await report("b"), await report("c")];
    await answerIssue(person, {
      id: lead.issue.id,
      seen: { answer: "", workaround: "", fixedIn: "" },
      answer: "Use y.",
      workaround: "",
      fixedIn: "",
    });
    await mergeIssues(person, { into: lead.issue.id, items: [await itemOf(person, merged.issue.id)] });
    await bringTo(person, worked.issue.id, ["start"]);
    await age(worked.issue.id, 20);
    const { sections } = await getDigest(
      person,
      { since: new Date(Date.now() - DAY_MS).toISOString() },
      now(),
    );
    expect(sections.new.issues).toMatchObject([{ ref: lead.issue.ref, reports: 2 }]);
    expect(sections.waiting.total).toBe(0);
    expect(sections.unanswered.total).toBe(0);
  });

  test("takes a duplicate's age for that of the issue it leads to", async () => {
    const scene = await aReported();
    const { person, report } = scene;
    const old = await report("old");
    await age(old.issue.id, 60);
    const lead = await report("today");
    await mergeIssues(person, { into: lead.issue.id, items: [await itemOf(person, old.issue.id)] });
    const { counts, sections } = await getDigest(person, {}, now());
    expect(counts.period.opened).toBe(0);
    expect(sections.new).toEqual({ total: 0, issues: [] });
    const { firstSeenAt } = await getIssueView(person, lead.issue.id);
    expect(firstSeenAt.getTime()).toBeLessThan(Date.now() - 59 * DAY_MS);
    expect(sections.waiting).toMatchObject({ total: 1, issues: [{ ref: lead.issue.ref, firstSeenAt }] });
    const month = await getDigest(person, { since: new Date(Date.now() - 61 * DAY_MS).toISOString() }, now());
    expect([month.counts.period.opened, month.sections.new.total]).toEqual([1, 1]);
  });

  test("counts what came back, and was merged since, once and with the issue it leads to", async () => {
    const scene = await aReported();
    const { person, report } = scene;
    const [first, second] = [await report("a"), await report("b")];
    for (const [tool, { issue }] of [["a", first] as const, ["b", second] as const]) {
      await bringTo(person, issue.id, ["resolve"]);
      await report(tool);
    }
    const lead = await report("lead");
    const items = [await itemOf(person, first.issue.id), await itemOf(person, second.issue.id)];
    await mergeIssues(person, { into: lead.issue.id, items });
    const digest = await getDigest(person, {}, now());
    expect(digest.counts.period.regressed).toBe(1);
    expect((await refsOf(scene)).regressed).toEqual([lead.issue.ref]);
    expect(digestMarkdown(digest)).toContain("## Came back (1)");
  });

  test("says how many there are of which it names ten", async () => {
    const { person, report } = await aReported();
    for (let at = 0; at < 12; at += 1) await report(`tool-${"abcdefghijkl"[at]}`);
    const digest = await getDigest(person, {}, now());
    expect(digest.sections.new).toMatchObject({ total: 12, issues: { length: 10 } });
    expect(digestMarkdown(digest)).toContain("## New (12)");
    expect(digestMarkdown(digest)).toContain("And 2 more.");
  });

  test("shows a gateway what its tenants' issues are, and nobody those of others", async () => {
    const { gateway, report, tenant } = await aReported();
    const { issue } = await report("mine");
    expect((await getDigest(gateway.scope, {}, now())).sections.new.issues).toMatchObject([
      { ref: issue.ref },
    ]);
    const stranger = await aPerson([await aTenant()], "admin");
    const other = await getDigest(stranger, { tenant: tenant.key }, now());
    expect(other.counts.period.reports).toBe(0);
    expect(other.sections.new.issues).toEqual([]);
  });
});

const linksOf = (tokens: readonly Token[]): string[] =>
  tokens.flatMap((token) => [
    ...(["link", "image", "html"].includes(token.type)
      ? [String("href" in token ? token.href : token.raw)]
      : []),
    ...linksOf("tokens" in token ? (token.tokens ?? []) : []),
    ...("items" in token ? token.items.flatMap((item: { tokens: Token[] }) => linksOf(item.tokens)) : []),
  ]);

test("in Markdown the words of agents are no markup, and carry no credentials", async () => {
  const { person, report } = await aReported();
  const { issue } = await report("x`](https://evil.example)", {
    provider: "<b>p</b>",
    errorSeen: "![a](https://evil.example/p.png) `` <img src=x> www.evil.example csk_0123456789abcdef",
  });
  const digest = await getDigest(person, {}, now());
  const markdown = digestMarkdown(digest);
  const tokens = Lexer.lex(markdown);
  expect(new Set(linksOf(tokens))).toEqual(new Set([digest.url, issue.url]));
  expect(tokens.filter(({ type }) => type === "heading")).toHaveLength(1 + DIGEST_SECTIONS.length);
  expect(markdown).not.toContain("csk_0123456789abcdef");
});

test("its course covers the period and the one before in equal parts, of the tenants in scope", async () => {
  const scene = await aReported();
  const { person, report } = scene;
  await age((await report("crm", { severity: "high" })).issue.id, 13.9);
  await age((await report("mail", { severity: "low" })).issue.id, 6.9);
  await report("files", { severity: "low" });
  await age((await report("old", { severity: "high" })).issue.id, 15);
  const digest = await getDigest(person, {}, now());
  const bars = await getDigestCourse(person, digest);
  expect(bars).toHaveLength(2 * DIGEST_BARS);
  expect(bars[DIGEST_BARS]?.from).toEqual(digest.since);
  expect(bars.at(-1)?.to).toEqual(digest.until);
  const at = bars.flatMap(({ severities }, index) =>
    Object.entries(severities).flatMap(([severity, reports]) =>
      reports ? [[index, severity, reports]] : [],
    ),
  );
  expect(at).toEqual([
    [0, "high", 1],
    [DIGEST_BARS, "low", 1],
    [2 * DIGEST_BARS - 1, "low", 1],
  ]);
  const stranger = await aPerson([await aTenant()], "viewer");
  const none = await getDigestCourse(stranger, await getDigest(stranger, {}, now()));
  expect(none.every(({ severities: { low, med, high } }) => low + med + high === 0)).toBe(true);
});
