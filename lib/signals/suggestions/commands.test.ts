import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { getFeedbackInsight } from "@/lib/feedback/insight";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getTaskText } from "../evidence/issue-task";
import { judgeSuggestion, openSuggestionIssue } from "./commands";
import { findSuggestionOfIssue, listOpenOfTool, listSuggestions } from "./queries";
import { judgeInput } from "./schema";
import { aTelling, referred } from "./testing/told";

const system = systemScope("tests");

async function aSuggestion() {
  const telling = await aTelling();
  await telling.tell(referred(40, 10));
  await telling.pass();
  const people = [
    await aPerson([telling.tenant], "triager"),
    await aPerson([telling.tenant], "admin"),
  ] as const;
  const [one] = (await listSuggestions(people[0], { view: "open" })).rows;
  if (!one) throw new Error("there is no suggestion");
  const trail = async () =>
    (
      await read(system, (tx) =>
        tx.activity.findMany({ where: { tenantId: telling.tenant.id }, orderBy: { seq: "asc" } }),
      )
    ).map(({ action }) => action);
  return { ...telling, people, id: one.id, trail };
}

describe("a suggestion", () => {
  test("is accepted, reopened, dismissed with a reason: each says who and when, and is in the trail", async () => {
    const { people, id, trail, toolId } = await aSuggestion();
    const [triager] = people;
    expect(await judgeSuggestion(triager, { id, revision: 1, state: "accepted" })).toEqual({
      ...{ id, revision: 2, state: "accepted" },
    });
    expect(await listOpenOfTool(triager, toolId)).toEqual([]);
    await judgeSuggestion(triager, { id, revision: 2, state: "open" });
    expect(await listOpenOfTool(triager, toolId)).toMatchObject([{ id, judged: null }]);
    await judgeSuggestion(triager, {
      id,
      revision: 3,
      state: "dismissed",
      reason: "other",
      note: "Both are one.",
    });
    const { rows, counts } = await listSuggestions(triager, { view: "dismissed" });
    expect(counts).toEqual({ open: 0, accepted: 0, dismissed: 1 });
    expect(rows).toMatchObject([
      { judged: { by: triager.actor.name, at: expect.any(Date), reason: "other", note: "Both are one." } },
    ]);
    expect(await trail()).toEqual([
      "tool.suggestion_accepted",
      "tool.suggestion_reopened",
      "tool.suggestion_dismissed",
    ]);
  });

  test("of two people who act at once, one wins and the other is told", async () => {
    const { people, id, trail } = await aSuggestion();
    const acts = await Promise.allSettled([
      judgeSuggestion(people[0], { id, revision: 1, state: "accepted" }),
      judgeSuggestion(people[1], { id, revision: 1, state: "dismissed", reason: "by_design" }),
      openSuggestionIssue(people[1], { id, revision: 1 }),
    ]);
    expect(acts.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const act of acts)
      if (act.status === "rejected") expect(["CONFLICT", "STALE_VIEW"]).toContain(act.reason.code);
    expect((await trail()).filter((action) => action.startsWith("tool.suggestion"))).toHaveLength(1);
    await expect(
      judgeSuggestion(people[0], { id, revision: 1, state: "dismissed", reason: "by_design" }),
    ).rejects.toMatchObject({ message: expect.stringMatching(/person-/) });
  });

  test("is read by nobody of another tenant, and by viewers and approvers", async () => {
    const { tenant, toolId } = await aSuggestion();
    const stranger = await aPerson([await aTenant()], "admin");
    expect((await listSuggestions(stranger, { view: "open" }, [tenant.id])).rows).toEqual([]);
    for (const role of ["viewer", "approver"] as const) {
      const reader = await aPerson([tenant], role);
      expect(await listOpenOfTool(reader, toolId)).toHaveLength(1);
    }
  });

  test("of a gateway that serves the tenant no longer is acted on by nobody who cannot read it", async () => {
    const { tenant, gateway, people, id, trail } = await aSuggestion();
    await ingest(system, (tx) =>
      tx.gatewayTenant.deleteMany({ where: { tenantId: tenant.id, gatewayId: gateway.id } }),
    );
    const [triager] = people;
    expect((await listSuggestions(triager, { view: "open" })).rows).toEqual([]);
    const act = { id, revision: 1, state: "accepted" } as const;
    await expect(judgeSuggestion(triager, act)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(openSuggestionIssue(triager, { id, revision: 1 })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    expect(await trail()).toEqual([]);
  });

  test("is another one once its figures name another split, so that nobody accepts what they did not read", async () => {
    const { people, id, tell, pass } = await aSuggestion();
    const [triager] = people;
    const others = referred(0, 30).map((call) => ({
      ...call,
      referral: { boundary_axes: ["ranking", "billing"], evidence: "It only ranks." },
    }));
    await tell(others);
    await pass();
    const { rows } = await listSuggestions(triager, { view: "open" });
    expect(rows).toMatchObject([{ evidence: { axes: ["billing", "ranking"] } }]);
    expect(rows[0]?.id).not.toBe(id);
    await openSuggestionIssue(triager, { id, revision: 1 });
    const kept = await listSuggestions(triager, { view: "accepted" });
    expect(kept.rows).toMatchObject([{ id, evidence: { axes: ["extraction", "transport"] } }]);
  });

  test("is not dismissed without a reason, nor for another one without words", () => {
    const act = { id: "01999999-0000-7000-8000-000000000000", revision: 1, state: "dismissed" };
    expect(judgeInput.safeParse(act).success).toBe(false);
    expect(judgeInput.safeParse({ ...act, reason: "other" }).success).toBe(false);
    expect(judgeInput.safeParse({ ...act, reason: "other", note: " " }).success).toBe(false);
    expect(judgeInput.safeParse({ ...act, reason: "other", note: "It is." }).success).toBe(true);
    expect(judgeInput.safeParse({ ...act, reason: "by_design" }).success).toBe(true);
  });
});

describe("the issue of a suggestion", () => {
  test("is told to be by who opened it, whoever accepted the suggestion before", async () => {
    const { people, id } = await aSuggestion();
    const [triager, admin] = people;
    await judgeSuggestion(triager, { id, revision: 1, state: "accepted" });
    await openSuggestionIssue(admin, { id, revision: 2 });
    const again = openSuggestionIssue(triager, { id, revision: 2 });
    await expect(again).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining(`by ${admin.actor.name}.`),
    });
  });

  test("counts no report, has the evidence as the person's comment, and both lead to each other", async () => {
    const { tenant, people, id, trail } = await aSuggestion();
    const [triager] = people;
    const { issue, revision, state } = await openSuggestionIssue(triager, { id, revision: 1 });
    expect([revision, state]).toEqual([2, "accepted"]);
    const [row] = await read(system, (tx) => tx.feedbackIssue.findMany({ where: { tenantId: tenant.id } }));
    expect(row).toMatchObject({ id: issue.id, reports: 0, state: "new", tool: "fetch", provider: "web" });
    expect(row?.title).toBe("Split fetch into extraction and transport");
    const comments = await read(system, (tx) =>
      tx.feedbackComment.findMany({ where: { tenantId: tenant.id, issueId: issue.id } }),
    );
    expect(comments).toMatchObject([{ userId: triager.actor.id }]);
    expect(comments[0]?.text).toContain("- It referred 10 of 50 calls elsewhere in 28 days.");
    expect(await read(system, (tx) => tx.feedbackSubmission.count({ where: { tenantId: tenant.id } }))).toBe(
      0,
    );
    expect(await findSuggestionOfIssue(triager, issue.id)).toMatchObject({ id, issue });
    expect(await trail()).toEqual(["issue.opened", "issue.commented", "tool.suggestion_issued"]);
    const task = await getTaskText(triager, issue.ref);
    expect(task).toContain("## What the figures say");
    expect(task).toContain("It referred 10 of 50 calls elsewhere in 28 days.");
    expect(task).not.toMatch(/retention|in words of an agent/);
    const insight = await getFeedbackInsight(triager, undefined, new Date());
    expect([insight.unique, insight.reported]).toEqual([0, 0]);
    const again = openSuggestionIssue(triager, { id, revision });
    await expect(again).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("already"),
    });
  });
});
