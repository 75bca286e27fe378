import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { aTool } from "@/lib/testing/factories";
import { inboxList } from "../inbox/list";
import { getIssueView, listInbox } from "../inbox/queries";
import { listIssues } from "../issue-list";
import { listKnownIssues } from "../known-issues";
import { issuesQuery } from "../schema";
import { triageIssues } from "./commands";
import { patchIssue } from "./patch";
import type { SnoozeConditions } from "./schema";
import { aReported, bringTo, itemOf } from "./testing/issues";
import { undoTriage } from "./undo";
import { growing, noteCorrection, snoozes } from "./worker";

const system = systemScope("tests");
const pass = () => snoozes.runOnce(new AbortController().signal);

const deeds = (tenantId: string) =>
  read(system, (tx) =>
    tx.activity.findMany({
      where: { tenantId },
      orderBy: { seq: "asc" },
      select: { action: true, actorKind: true },
    }),
  );

describe("a snooze", () => {
  async function snoozed(conditions: SnoozeConditions) {
    const setting = await aReported();
    const { person, report } = setting;
    // High severity, but before the snooze.
    const { issue } = await report("crm", { severity: "high" });
    await bringTo(person, issue.id, ["start"]);
    await triageIssues(person, { verb: "snooze", items: [await itemOf(person, issue.id)], conditions });
    const state = async () => {
      await pass();
      return (await getIssueView(person, issue.id)).state;
    };
    expect(await state()).toBe("snoozed");
    return { ...setting, id: issue.id, state };
  }

  test("ends with more reports, in the state it began in, once and in the trail", async () => {
    const { tenant, report, state } = await snoozed({ more_reports: 2 });
    await report("crm");
    expect(await state()).toBe("snoozed");
    await report("crm");
    await Promise.all([pass(), pass()]);
    expect(await state()).toBe("in_progress");
    const woken = (await deeds(tenant.id)).filter(({ action }) => action === "issue.woken");
    expect(woken).toEqual([{ action: "issue.woken", actorKind: "system" }]);
  });

  test("ends with a report that is severe enough", async () => {
    const { report, state } = await snoozed({ severity: "high" });
    await report("crm", { severity: "med" });
    expect(await state()).toBe("snoozed");
    await report("crm", { severity: "high" });
    expect(await state()).toBe("in_progress");
  });

  test("ends when its time has come", async () => {
    const { id, state } = await snoozed({ until: new Date(Date.now() + 60_000).toISOString() });
    await ingest(system, (tx) =>
      tx.feedbackIssue.updateMany({ where: { id }, data: { snoozedUntil: new Date(Date.now() - 1) } }),
    );
    expect(await state()).toBe("in_progress");
  });

  test("ends when somebody corrects what the tool did", async () => {
    const { tenant, person, id, state } = await snoozed({ correction: true });
    const correct = (tool: string) => ingest(system, (tx) => noteCorrection(tx, tenant.id, tool));
    await correct("other");
    expect(await state()).toBe("snoozed");
    const items = [await itemOf(person, id)];
    const { actId } = await triageIssues(person, { verb: "prioritize", priority: "high", items });
    await correct("crm");
    expect((await undoTriage(person, actId ?? "")).left).toMatchObject([{ why: "changed" }]);
    expect(await state()).toBe("in_progress");
  });

  test("ends when the tool's definition changes", async () => {
    const { gateway, state } = await snoozed({ new_version: true });
    const tool = await aTool(gateway, { name: "crm" });
    expect(await state()).toBe("snoozed");
    await ingest(system, async (tx) => {
      const first = await tx.toolVersion.findFirstOrThrow({ where: { toolId: tool.id } });
      await tx.toolVersion.create({
        data: { ...first, version: 2, createdAt: new Date(), definitionSha256: "f".repeat(64) },
      });
    });
    expect(await state()).toBe("in_progress");
  });
});

describe("a resolved issue", () => {
  async function resolved(fixedIn: string | null) {
    const setting = await aReported();
    const { person, report } = setting;
    const { issue } = await report("crm");
    await triageIssues(person, { verb: "resolve", items: [await itemOf(person, issue.id)], fixedIn });
    return { ...setting, id: issue.id };
  }

  type Resolved = Awaited<ReturnType<typeof resolved>>;

  test("comes back with a report of what happened later, for the agent too, and only once", async () => {
    const { tenant, report, person, id } = await resolved(null);
    const old = await report("crm", { occurredAt: "2026-01-01T00:00:00Z" });
    expect(old.issue.state).toBe("resolved");
    const answers = await Promise.all([report("crm"), report("crm"), report("crm")]);
    expect(answers.some(({ issue }) => issue.state === "regressed")).toBe(true);
    expect((await getIssueView(person, id)).state).toBe("regressed");
    const back = (await deeds(tenant.id)).filter(({ action }) => action === "issue.regressed");
    expect(back).toEqual([{ action: "issue.regressed", actorKind: "system" }]);
  });

  test.each(["2025-11-22", "20251122", "1", "v0.9", "1-rc.1", "2.1", "soon"])(
    "comes back when the reporter has what was fixed in %s, or nothing can be compared",
    async (fixedIn) => {
      const { report, gateway } = await resolved(fixedIn);
      await aTool(gateway, { name: "crm" });
      expect((await report("crm")).issue.state).toBe("regressed");
    },
  );

  test.each([
    ["2", {}],
    ["3", {}],
    ["v7", {}],
    ["2-rc.1", {}],
    ["2099-01-01", {}],
    ["v1.10", { toolVersion: "1.9" }],
    ["2.0.0", { toolVersion: "v2.0.0-rc.4" }],
    ["2.0.0-rc.10", { toolVersion: "2.0.0-rc.9" }],
  ])(
    "stays resolved while the reporter is older than %s, and the agent reads where it is fixed",
    async (fixedIn, over) => {
      const { report, gateway } = await resolved(fixedIn);
      await aTool(gateway, { name: "crm" });
      expect((await report("crm", over)).answer).toMatchObject({ state: "resolved", fixedIn });
    },
  );

  test("comes back once the gateway's tool, or the server, has the fix", async () => {
    const one = await resolved("3");
    const tool = await aTool(one.gateway, { name: "crm" });
    await ingest(system, (tx) => tx.tool.update({ where: { id: tool.id }, data: { version: 3 } }));
    expect((await one.report("crm")).issue.state).toBe("regressed");
    const other = await resolved("1.10");
    expect((await other.report("crm", { toolVersion: "1.10.0" })).issue.state).toBe("regressed");
  });

  test.each([
    ["came back", async ({ report }: Resolved) => void (await report("crm"))],
    ["was reopened", ({ person, id }: Resolved) => bringTo(person, id, ["reopen"])],
    ["was declined", ({ person, id }: Resolved) => bringTo(person, id, ["reopen", "decline"])],
    [
      "was declined after it came back",
      async ({ person, id, report }: Resolved) => {
        await report("crm");
        await bringTo(person, id, ["decline"]);
      },
    ],
    [
      "came back and is worked on",
      async ({ person, id, report }: Resolved) => {
        await report("crm");
        await bringTo(person, id, ["start"]);
      },
    ],
  ])("that %s no longer tells agents where it was fixed", async (_, act) => {
    const setting = await resolved("2.5");
    const { tenant, person, report, id } = setting;
    expect((await getIssueView(person, id)).answer.fixedIn).toBe("2.5");
    await act(setting);
    expect((await report("crm")).answer?.fixedIn).toBeNull();
    expect(await listKnownIssues(person, tenant.id, ["crm"])).toEqual([]);
    const [listed] = (await listIssues(person, issuesQuery.parse({}))).rows;
    expect(listed?.answer?.fixedIn).toBeNull();
  });

  test("that was declined has its version again once that is undone", async () => {
    const { person, id } = await resolved("2.5");
    await bringTo(person, id, ["reopen"]);
    await patchIssue(person, id, { answer: { fixed_in: "2.6" } });
    const items = [await itemOf(person, id)];
    const { actId } = await triageIssues(person, { verb: "decline", reason: "by_design", items });
    expect((await getIssueView(person, id)).answer.fixedIn).toBeNull();
    await undoTriage(person, actId ?? "");
    expect((await getIssueView(person, id)).answer.fixedIn).toBe("2.6");
  });
});

test("an issue grows while at least three sessions report it in a week, twice as many as in the week before", async () => {
  const { tenant, person, report } = await aReported();
  const { issue } = await report("crm", { sessionId: "s1" });
  const grows = async () => {
    await growing.runOnce(new AbortController().signal);
    const [row] = await read(system, (tx) => tx.feedbackIssue.findMany({ where: { id: issue.id } }));
    const { rows } = await listInbox(person, inboxList.parse({ view: "growing" }).filter);
    expect(rows.map(({ id, mark }) => [id, mark])).toEqual(row?.growing ? [[issue.id, "growing"]] : []);
    return row?.growing;
  };
  for (let i = 0; i < 5; i += 1) await report("crm", { sessionId: "s2" });
  expect(await grows()).toBe(false);
  // Reports without a session count for none, from any number of agents.
  for (const agent of ["a", "b", undefined, undefined]) await report("crm", { agent });
  expect(await grows()).toBe(false);
  await report("crm", { sessionId: "s3" });
  expect(await grows()).toBe(true);
  const before = new Date(Date.now() - 8 * DAY_MS);
  for (const sessionId of ["s4", "s5"]) await report("crm", { sessionId });
  await ingest(system, (tx) =>
    tx.feedbackSubmission.updateMany({
      where: { tenantId: tenant.id, sessionId: { in: ["s2", "s4", "s5"] } },
      data: { createdAt: before },
    }),
  );
  expect(await grows()).toBe(false);
});
