import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { systemScope } from "@/lib/core/scope";
import { aTool } from "@/lib/testing/factories";
import { inboxList } from "../inbox/list";
import { getIssueView, listInbox } from "../inbox/queries";
import { triageIssues } from "./commands";
import { growing } from "./growing";
import type { SnoozeConditions } from "./schema";
import { aReported, bringTo, itemOf } from "./testing/issues";
import { undoTriage } from "./undo";
import { noteCorrection, snoozes } from "./worker";

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
    // As severe as can be, but before the snooze.
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
    // What came meanwhile is not taken back with it.
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

  test.each(["2026-11-22", "20261122", "7", "2.1"])(
    "comes back when %s is no version of the catalogue",
    async (fixedIn) => {
      const { report, gateway } = await resolved(fixedIn);
      await aTool(gateway, { name: "crm" });
      expect((await report("crm")).issue.state).toBe("regressed");
    },
  );

  test("stays resolved while the gateway's tool is older than the fix, and its agent is told where it is fixed", async () => {
    const { report, gateway } = await resolved("2");
    const tool = await aTool(gateway, { name: "crm" });
    expect((await report("crm")).answer).toMatchObject({ state: "resolved", fixedIn: "2" });
    await ingest(system, (tx) => tx.tool.update({ where: { id: tool.id }, data: { version: 2 } }));
    expect((await report("crm")).answer).toMatchObject({ state: "regressed", fixedIn: "2" });
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
