import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { findReportLinks } from "@/lib/signals/evidence/report-links";
import {
  aGateway,
  aPerson,
  aTenant,
  aTool,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { submitFeedback } from "../commands";
import { getFeedbackFigures } from "../figures";
import { exportFeedback, getFeedback } from "../queries";
import type { SubmitFeedback } from "../schema";
import { triageIssues } from "../triage/commands";
import { bringTo, itemOf } from "../triage/testing/issues";
import { openIssues } from "./kept-counts";
import { inboxList } from "./list";
import { getIssueView, listInbox } from "./queries";
import { listReports } from "./reports";

const system = systemScope("tests");

type Setting = { tenant: TestTenant; gateway: TestGateway; person: UserScope };

async function aSetting(): Promise<Setting> {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant]), person: await aPerson([tenant], "viewer") };
}

async function report({ gateway, tenant }: Setting, over: Partial<SubmitFeedback> = {}) {
  const input: SubmitFeedback = {
    tenant: tenant.key,
    attemptedAction: "Create a deal",
    expectedOutcome: "The deal exists",
    actualOutcome: "It failed",
    severity: "low",
    rationale: "Because the tests need it.",
    ...over,
  };
  return submitFeedback(gateway.scope, input, { tenantId: tenant.id, key: null, bodySha256: "" });
}

const inbox = (person: UserScope, search: Record<string, string> = {}) =>
  listInbox(person, inboxList.parse(search).filter);
const refs = async (person: UserScope, search: Record<string, string> = {}) =>
  (await inbox(person, search)).rows.map((row) => row.ref);
describe("the inbox", () => {
  test("shows the reports of 14 days, day by day, and none where there were none", async () => {
    const setting = await aSetting();
    const daysAgo = async (issueId: string, days: number) =>
      ingest(system, (tx) =>
        tx.feedbackSubmission.updateMany({
          where: { issueId },
          data: { createdAt: new Date(Date.now() - days * DAY_MS) },
        }),
      );
    const old = await report(setting, { toolCalled: "old", errorSeen: "y" });
    await daysAgo(old.issue.id, 14);
    const recent = await report(setting, { toolCalled: "recent", errorSeen: "x" });
    await daysAgo(recent.issue.id, 5);
    await report(setting, { toolCalled: "recent", errorSeen: "x" });
    const { rows } = await inbox(setting.person);
    const of = new Map(rows.map(({ id, course }) => [id, course]));
    expect(of.get(old.issue.id)).toEqual([]);
    expect(of.get(recent.issue.id)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
  });

  test("counts what its reports say together: the worst severity, sessions and agents once each", async () => {
    const setting = await aSetting();
    const { issue } = await report(setting, {
      severity: "med",
      sessionId: "s1",
      agent: "cursor",
      errorSeen: "x 1",
    });
    await report(setting, { severity: "high", sessionId: "s1", agent: "cursor", errorSeen: "x 2" });
    await report(setting, { severity: "low", sessionId: "s2", errorSeen: "x 3" });
    const { rows, counts } = await inbox(setting.person);
    expect(rows).toMatchObject([
      { id: issue.id, severity: "high", reports: 3, sessions: 2, agents: 1, state: "new", answered: false },
    ]);
    expect(rows[0]?.course).toEqual([...Array(13).fill(0), 3]);
    expect(rows[0]?.lastSeenAt.getTime()).toBeGreaterThanOrEqual(rows[0]?.firstSeenAt.getTime() ?? 0);
    expect(counts).toMatchObject({ open: 1, new: 1, mine: 0, closed: 0, all: 1 });
    const asked = read(setting.person, (tx) => tx.$queryRaw`select ${openIssues(setting.person)} as issues`);
    expect(await asked).toEqual([{ issues: 1 }]);
  });

  test("has what was seen last on top, once each, whatever the page", async () => {
    const setting = await aSetting();
    const issues: string[] = [];
    for (let i = 0; i < 55; i += 1) issues.push((await report(setting, { toolCalled: `t${i}` })).issue.ref);
    await report(setting, { toolCalled: "t3" });
    const first = await inbox(setting.person);
    expect(first.rows).toHaveLength(50);
    const rest = await inbox(setting.person, { cursor: first.nextCursor ?? "" });
    expect(rest.nextCursor).toBeNull();
    const fourth = `FB-4@${setting.tenant.key}`;
    const expected = [fourth, ...issues.filter((ref) => ref !== fourth).toReversed()];
    expect([...first.rows, ...rest.rows].map((row) => row.ref)).toEqual(expected);
  });

  test("tells the issues of two tenants apart, by name and by link", async () => {
    const [one, other] = [await aSetting(), await aSetting()];
    const both = await aPerson([one.tenant, other.tenant], "viewer");
    const first = await report(one, { toolCalled: "crm" });
    const second = await report(other, { toolCalled: "crm" });
    expect(first.issue.ref).not.toBe(second.issue.ref);
    expect(await refs(both, { q: "FB-1" })).toEqual([second.issue.ref, first.issue.ref]);
    for (const { issue } of [first, second]) {
      const { rows } = await inbox(both, { q: issue.ref.replace("FB", "fb") });
      expect(rows.map(({ id, ref }) => [id, ref])).toEqual([[issue.id, issue.ref]]);
    }
    expect(await refs(one.person, { q: second.issue.ref })).toEqual([]);
    expect(await refs(one.person, { q: "FB-1" })).toEqual([first.issue.ref]);
    const tools = [await aTool(one.gateway, { name: "crm" }), await aTool(other.gateway, { name: "crm" })];
    expect((await getIssueView(both, first.issue.id)).toolId).toBe(tools[0]?.id);
    expect((await getIssueView(both, second.issue.id)).toolId).toBe(tools[1]?.id);
    for (const [index, { id }] of [first, second].entries()) {
      const links = await findReportLinks(both, await getFeedback(both, id));
      expect(links.toolId).toBe(tools[index]?.id);
    }
  });

  test("filters by view, tool, severity, state, agent, label, tenant and time", async () => {
    const setting = await aSetting();
    const mail = await report(setting, { toolCalled: "mail", severity: "high", agent: "cursor" });
    const crm = await report(setting, { toolCalled: "crm", severity: "med" });
    const gone = await report(setting, { toolCalled: "old", severity: "high" });
    await bringTo(await aPerson([setting.tenant], "triager"), gone.issue.id, ["decline"]);
    const { person, tenant } = setting;
    expect(await refs(person)).toEqual([crm.issue.ref, mail.issue.ref]);
    expect(await refs(person, { view: "closed" })).toEqual([gone.issue.ref]);
    expect(await refs(person, { view: "all" })).toHaveLength(3);
    expect(await refs(person, { tool: "crm" })).toEqual([crm.issue.ref]);
    expect(await refs(person, { severity: "high" })).toEqual([gone.issue.ref, mail.issue.ref]);
    expect(await refs(person, { state: "declined" })).toEqual([gone.issue.ref]);
    expect(await refs(person, { agent: "cursor" })).toEqual([mail.issue.ref]);
    const triager = await aPerson([tenant], "triager");
    const items = [await itemOf(triager, crm.issue.id)];
    await triageIssues(triager, { verb: "label", items, labels: ["billing", "schema"] });
    expect(await refs(person, { label: "schema" })).toEqual([crm.issue.ref]);
    expect(await refs(person, { label: "sche" })).toEqual([]);
    expect(await refs(person, { tenant: tenant.key })).toHaveLength(2);
    expect(await refs(person, { tenant: "none" })).toEqual([]);
    expect(await refs(person, { since: "2999-01-01" })).toEqual([]);
    expect(await refs(person, { until: "2020-01-01" })).toEqual([]);
    expect(await refs(person, { since: "2020-01-01", until: "2999-01-01" })).toHaveLength(2);
  });

  test("finds words of every text, parts of errors and titles, and references", async () => {
    const setting = await aSetting();
    const { person } = setting;
    const texts: Partial<SubmitFeedback>[] = [
      { attemptedAction: "Alpha words" },
      { expectedOutcome: "Bravo words" },
      { actualOutcome: "Charlie words" },
      { errorSeen: "hubspot_lead_score_delta is unknown" },
      { suggestedImprovement: "Echo words" },
      { rationale: "Foxtrot words of the reason." },
      { toolCalled: "golf" },
    ];
    const made: string[] = [];
    for (const [i, text] of texts.entries())
      made.push((await report(setting, { toolCalled: `t${i}`, ...text })).issue.ref);
    const words = ["alpha", "BRAVO", "charlie", "lead_score", "echo", "foxtrot reason", "golf"];
    for (const [i, q] of words.entries()) expect(await refs(person, { q })).toEqual([made[i]]);
    expect(await refs(person, { q: "t2: cHarl" })).toEqual([made[2]]);
    expect(await refs(person, { q: "fb-3" })).toEqual([`FB-3@${setting.tenant.key}`]);
    expect(await refs(person, { q: "%" })).toEqual([]);
    expect(await refs(person, { q: "alpha -words" })).toEqual([]);
  });

  test("shows nobody another tenant's issues, nor finds their words", async () => {
    const [ours, theirs] = [await aSetting(), await aSetting()];
    const { issue, id } = await report(theirs, {
      actualOutcome: "canarious",
      toolCalled: "canary",
      agent: "canary",
    });
    const { person } = ours;
    expect(await inbox(person, { q: "canarious" })).toMatchObject({
      rows: [],
      choices: { tools: [], agents: [] },
    });
    expect(await refs(person, { q: issue.id })).toEqual([]);
    for (const unknown of [issue.id, newId(), "x"])
      await expect(getIssueView(person, unknown)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await listReports(person, issue.id)).rows).toEqual([]);
    await expect(getFeedback(person, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await getFeedbackFigures(person, undefined, new Date())).reports).toBe(0);
  });
});

describe("one issue", () => {
  test("comes whole, its reports in pages", async () => {
    const setting = await aSetting();
    const tool = await aTool(setting.gateway, { name: "crm", provider: "hubspot" });
    const made: string[] = [];
    for (let i = 0; i < 23; i += 1)
      made.push((await report(setting, { toolCalled: "crm", provider: "hubspot", agent: `a${i % 3}` })).id);
    const { rows } = await inbox(setting.person);
    const id = rows[0]?.id ?? "";
    expect(await getIssueView(setting.person, id)).toMatchObject({
      reports: 23,
      agents: ["a0", "a1", "a2"],
      toolId: tool.id,
      tenant: setting.tenant.key,
      answer: { state: "new", message: null },
    });
    const first = await listReports(setting.person, id);
    const second = await listReports(setting.person, id, first.nextCursor ?? "");
    expect([...first.rows, ...second.rows].map((row) => row.id)).toEqual(made.toReversed());
    expect(second.nextCursor).toBeNull();
  });

  test("leads to the call before it and the approvals of its session", async () => {
    const setting = await aSetting();
    const { tenant, gateway, person } = setting;
    const call = (over: object) =>
      ingest(system, (tx) =>
        tx.toolCall.create({
          data: {
            id: newId(),
            tenantId: tenant.id,
            gatewayId: gateway.id,
            tool: "crm",
            outcome: "timeout",
            sessionId: "s",
            occurredAt: new Date("2025-11-22T10:00:00Z"),
            ...over,
          },
        }),
      );
    const before = await call({});
    await call({ tool: "other", occurredAt: new Date("2025-11-22T10:01:00Z") });
    await call({ occurredAt: new Date("2025-11-22T12:00:00Z") });
    const { id } = await report(setting, {
      toolCalled: "crm",
      sessionId: "s",
      occurredAt: "2025-11-22T11:00:00Z",
    });
    const links = await findReportLinks(person, await getFeedback(person, id));
    expect(links).toMatchObject({ call: { id: before.id, outcome: "timeout" }, approvals: [], toolId: null });
    const unnamed = await report(setting, { sessionId: "s", errorSeen: "no tool is named" });
    expect(await findReportLinks(person, await getFeedback(person, unnamed.id))).toMatchObject({
      call: null,
    });
    const alone = await report(setting, { toolCalled: "crm", errorSeen: "alone" });
    expect(await findReportLinks(person, await getFeedback(person, alone.id))).toMatchObject({ call: null });
  });
});

describe("figures", () => {
  test("count reports of eight weeks by week and severity, tool and agent", async () => {
    const setting = await aSetting();
    const now = new Date("2025-11-22T12:00:00Z");
    const at = async (createdAt: string, over: Partial<SubmitFeedback>) => {
      const { id } = await report(setting, over);
      await ingest(system, (tx) =>
        tx.feedbackSubmission.updateMany({ where: { id }, data: { createdAt: new Date(createdAt) } }),
      );
    };
    await at("2025-11-17T00:00:00Z", { severity: "high", toolCalled: "a", agent: "x" });
    await at("2025-11-16T23:59:59Z", { severity: "high", toolCalled: "a" });
    await at("2025-10-02T00:00:00Z", { severity: "low", toolCalled: "b", agent: "x" });
    await at("2025-09-02T00:00:00Z", { severity: "low", toolCalled: "b" });
    const figures = await getFeedbackFigures(setting.person, undefined, now);
    expect(figures).toMatchObject({
      reports: 3,
      severities: { low: 1, med: 0, high: 2 },
      tools: [
        { name: "a", reports: 2 },
        { name: "b", reports: 1 },
      ],
      agents: [{ name: "x", reports: 2 }],
    });
    expect(figures.weeks).toHaveLength(8);
    expect(figures.weeks.at(-1)).toEqual({
      from: "2025-11-17",
      to: "2025-11-23",
      severities: { low: 0, med: 0, high: 1 },
    });
    expect(figures.weeks.at(-2)?.severities.high).toBe(1);
  });
});

test("an export has every report of its filter once, over many steps", async () => {
  const setting = await aSetting();
  const made: string[] = [];
  for (let i = 0; i < 130; i += 1) made.push((await report(setting, { toolCalled: i % 2 ? "a" : "b" })).id);
  const read = async (filter: { tool?: string; q?: string; open?: "true" }) => {
    const ids: string[] = [];
    for await (const step of exportFeedback(setting.person, filter)) ids.push(...step.map((row) => row.id));
    return ids;
  };
  expect(await read({ open: "true" })).toEqual(made.toReversed());
  expect(await read({ tool: "a" })).toHaveLength(65);
  expect(await read({ q: "nothing" })).toEqual([]);
});
