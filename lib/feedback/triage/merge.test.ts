import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { answerIssue } from "../commands";
import { inboxList } from "../inbox/list";
import { getIssueView, listInbox } from "../inbox/queries";
import { listReports } from "../inbox/reports";
import { getIssue, listFeedback } from "../queries";
import { triageIssues } from "./commands";
import { mergeIssues, previewMerge } from "./merge";
import { aReported, bringTo, itemOf } from "./testing/issues";
import { undoTriage } from "./undo";
import { snoozes } from "./worker";

const trail = (tenantId: string) =>
  read(systemScope("tests"), (tx) =>
    tx.activity.findMany({ where: { tenantId, action: { startsWith: "issue." } }, orderBy: { seq: "asc" } }),
  );

const itemsLead = async (person: UserScope, id: string) =>
  (await getIssueView(person, id)).mergedInto?.id ?? id;

async function three() {
  const setting = await aReported();
  const { report, person } = setting;
  const ids: string[] = [];
  for (const tool of ["a", "b", "c"])
    ids.push((await report(tool, { sessionId: tool, agent: tool })).issue.id);
  const [a = "", b = "", c = ""] = ids;
  const merge = async (from: string, into: string) =>
    mergeIssues(person, { into, items: [await itemOf(person, from)] });
  const whole = async (id: string) => {
    const { state, reports, sessions, agents, severity, mergedInto, merged } = await getIssueView(person, id);
    return { state, reports, sessions, agents, severity, into: mergedInto?.id ?? null, merged };
  };
  return { ...setting, a, b, c, merge, whole };
}

const inbox = async (person: UserScope) => (await listInbox(person, inboxList.parse({}).filter)).rows;

describe("a merge", () => {
  test("brings reports, sessions and agents together, and later reports join the one that leads", async () => {
    const { tenant, person, report, a, b, merge, whole } = await three();
    await triageIssues(person, { verb: "answer", message: "Known.", items: [await itemOf(person, b)] });
    const { done } = await merge(a, b);
    expect(done).toMatchObject([{ id: a, state: "merged" }]);
    const later = await report("a", { severity: "high", sessionId: "z" });
    expect(later).toMatchObject({ known: true, issue: { id: b }, answer: { message: "Known." } });
    expect(await whole(b)).toEqual({
      state: "new",
      reports: 3,
      sessions: 3,
      agents: ["a", "b"],
      severity: "high",
      into: null,
      merged: [`FB-1@${tenant.key}`],
    });
    expect(await whole(a)).toMatchObject({ state: "merged", into: b });
    expect((await inbox(person)).map(({ id, reports, sessions }) => [id, reports, sessions])).toEqual([
      [b, 3, 3],
      [expect.any(String), 1, 1],
    ]);
    const { rows } = await listReports(person, b);
    expect(rows.map(({ toolCalled, issue }) => [toolCalled, issue.id])).toEqual([
      ["a", b],
      ["b", b],
      ["a", b],
    ]);
    expect(await getIssue(person, a)).toMatchObject({ state: "merged", mergedInto: `FB-2@${tenant.key}` });
    expect(await getIssue(person, b)).toMatchObject({ reports: 3, mergedInto: null });
    expect((await trail(tenant.id)).map(({ action }) => action)).toEqual(["issue.answered", "issue.merged"]);
  });

  test("of one that others were merged into takes them along; undone, all is as it was", async () => {
    const { person, a, b, c, merge, whole } = await three();
    await merge(a, b);
    const before = [await whole(a), await whole(b), await whole(c)];
    const { actId } = await merge(b, c);
    expect(await whole(c)).toMatchObject({ reports: 3, sessions: 3 });
    expect(await whole(a)).toMatchObject({ into: c });
    expect((await undoTriage(person, actId ?? "")).left).toEqual([]);
    expect([await whole(a), await whole(b), await whole(c)]).toEqual(before);
  });

  test("is taken apart again, in the state it was in, with what came meanwhile", async () => {
    const { person, report, a, b, merge, whole } = await three();
    await bringTo(person, a, ["start"]);
    await merge(a, b);
    await report("a", { severity: "high" });
    await bringTo(person, a, ["unmerge"]);
    expect(await whole(a)).toMatchObject({ state: "in_progress", reports: 2, severity: "high", into: null });
    expect(await whole(b)).toMatchObject({ reports: 1, severity: "low", merged: [] });
    expect((await report("a")).issue.id).toBe(a);
  });

  test("keeps a snooze for the end of the merge, with what ends it", async () => {
    const { person, a, b, merge } = await three();
    await bringTo(person, a, ["start"]);
    const conditions = { more_reports: 5, correction: true } as const;
    await triageIssues(person, { verb: "snooze", items: [await itemOf(person, a)], conditions });
    const { state, triage } = await getIssueView(person, a);
    await merge(a, b);
    expect((await getIssueView(person, a)).triage.snooze).toBeNull();
    await bringTo(person, a, ["unmerge"]);
    const again = await getIssueView(person, a);
    expect([again.state, again.triage.snooze]).toEqual([state, triage.snooze]);
    await bringTo(person, a, ["wake"]);
    expect((await getIssueView(person, a)).state).toBe("in_progress");
  });

  test("that brought its target back leaves it resolved once it ends, with the version; undone, it is back again", async () => {
    const { person, report, a, b, merge, whole } = await three();
    await merge(a, b);
    await bringTo(person, b, ["resolve"]);
    const resolved = (await getIssueView(person, b)).triage.fixedAt;
    await report("a");
    expect(await whole(b)).toMatchObject({ state: "regressed" });
    const ended = await triageIssues(person, { verb: "unmerge", items: [await itemOf(person, a)] });
    expect(ended.done.map(({ id }) => id)).toEqual([a]);
    const view = await getIssueView(person, b);
    expect(view).toMatchObject({ state: "resolved", answer: { fixedIn: "2.1" } });
    expect(view.triage.fixedAt).toEqual(resolved);
    await undoTriage(person, ended.actId ?? "");
    expect(await whole(b)).toMatchObject({ state: "regressed" });
  });

  test("leaves its target come back where a later report of the target's own says so", async () => {
    const { person, report, a, b, merge, whole } = await three();
    await merge(a, b);
    await bringTo(person, b, ["resolve"]);
    await report("a");
    await report("b");
    await bringTo(person, a, ["unmerge"]);
    expect(await whole(b)).toMatchObject({ state: "regressed" });
  });

  test("undone, its target is resolved again where a report that came through it had brought it back", async () => {
    const { person, report, a, b, merge, whole } = await three();
    await bringTo(person, b, ["resolve"]);
    const { actId } = await merge(a, b);
    await report("a");
    expect(await whole(b)).toMatchObject({ state: "regressed" });
    await undoTriage(person, actId ?? "");
    expect(await whole(b)).toMatchObject({ state: "resolved" });
  });

  test("is not of closed or changed issues, nor into itself, one that is merged, or another tenant's", async () => {
    const { person, a, b, c, merge } = await three();
    await merge(a, b);
    await bringTo(person, c, ["decline"]);
    expect((await merge(c, b)).left).toEqual([{ id: c, why: "state", state: "declined" }]);
    const stale = { id: b, seen: "2020-01-01T00:00:00.000Z" };
    expect((await mergeIssues(person, { into: c, items: [stale] })).left).toMatchObject([{ why: "changed" }]);
    const other = await aReported();
    const foreign = (await other.report("x")).issue.id;
    for (const into of [b, a, foreign, "FB-99", "x"])
      await expect(merge(b, into)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const both = await aPerson([other.tenant, await aTenant()], "triager");
    expect((await mergeIssues(both, { into: foreign, items: [await itemOf(person, b)] })).left).toEqual([
      { id: b, why: "gone", state: null },
    ]);
  });

  test("the other way round at the same time is one of the two", async () => {
    const { person, a, b, merge, whole } = await three();
    const answers = await Promise.allSettled([merge(a, b), merge(b, a)]);
    const done = answers.filter((one) => one.status === "fulfilled" && one.value.done.length === 1);
    expect(done).toHaveLength(1);
    expect([await whole(a), await whole(b)].filter(({ state }) => state === "merged")).toHaveLength(1);
    expect((await inbox(person)).length).toBe(2);
  });

  test("undone after its issues went other ways makes no ring and no chain", async () => {
    const { person, a, b, c, merge, whole } = await three();
    await merge(a, b);
    const unmerged = await triageIssues(person, { verb: "unmerge", items: [await itemOf(person, a)] });
    await merge(b, a);
    expect((await undoTriage(person, unmerged.actId ?? "")).left).toMatchObject([{ id: a, why: "changed" }]);
    expect([await whole(a), await whole(b)]).toMatchObject([{ state: "new" }, { into: a }]);
    await bringTo(person, b, ["unmerge"]);
    await merge(a, b);
    const on = await merge(b, c);
    await bringTo(person, b, ["unmerge"]);
    // By now the first is merged into the third; the second follows.
    await merge(b, await itemsLead(person, a));
    await undoTriage(person, on.actId ?? "");
    for (const id of [a, b, c]) {
      const { into } = await whole(id);
      if (into) expect((await whole(into)).into).toBeNull();
    }
  });

  test("leaves to each what its own reports say when it is taken apart", async () => {
    const { person, report, a, b, c, merge, whole } = await three();
    await report("a", { severity: "high" });
    await merge(a, b);
    await merge(b, c);
    await bringTo(person, b, ["unmerge"]);
    expect((await whole(b)).severity).toBe("low");
    expect((await whole(c)).severity).toBe("high");
  });

  test("waits for reports that come in at the same time, and none is cut off", async () => {
    const { person, report, a, b, c, merge, whole } = await three();
    await merge(b, a);
    for (let turn = 0; turn < 4; turn += 1) {
      const tries = await Promise.allSettled([
        report("b"),
        report("b", { severity: turn === 2 ? "high" : "low" }),
        itemOf(person, b).then((item) => triageIssues(person, { verb: "unmerge", items: [item] })),
        merge(a, c),
        report("a"),
      ]);
      for (const one of tries)
        if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "STALE_VIEW" });
      for (const id of [a, b]) if ((await whole(id)).into) await bringTo(person, id, ["unmerge"]);
      await merge(b, a);
    }
    expect((await whole(a)).severity).toBe("high");
  });

  test("is where reports, words and answers are looked for", async () => {
    const { person, report, a, b, merge } = await three();
    await report("a", { actualOutcome: "a peculiar word", errorSeen: undefined, sessionId: "s9" }).catch(
      () => null,
    );
    await triageIssues(person, { verb: "answer", message: "Old.", items: [await itemOf(person, a)] });
    await merge(a, b);
    await triageIssues(person, { verb: "answer", message: "New.", items: [await itemOf(person, b)] });
    const of = async (filter: object) => (await listFeedback(person, filter, { limit: 50 })).rows.length;
    expect(await of({ view: "open", issue: b })).toBe(2);
    expect(await of({ state: "merged" })).toBe(0);
    expect((await getIssue(person, a)).answer).toMatchObject({ message: "New." });
    const q = (await listReports(person, b)).rows.at(-1)?.agent ?? "";
    expect((await listInbox(person, inboxList.parse({ q }).filter)).rows.map(({ id }) => id)).toContain(b);
    await expect(
      answerIssue(person, {
        id: a,
        seen: { answer: "Old.", workaround: "", fixedIn: "" },
        answer: "x",
        workaround: "",
        fixedIn: "",
      }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("wakes no snooze that waits for more reports", async () => {
    const { person, report, a, b, merge, whole } = await three();
    for (let i = 0; i < 4; i += 1) await report("a");
    await triageIssues(person, {
      verb: "snooze",
      conditions: { more_reports: 2 },
      items: [await itemOf(person, b)],
    });
    await merge(a, b);
    await snoozes.runOnce(new AbortController().signal);
    expect((await whole(b)).state).toBe("snoozed");
    await report("a");
    await report("b");
    await snoozes.runOnce(new AbortController().signal);
    expect((await whole(b)).state).toBe("new");
  });

  test("is shown before: what comes together, and what else there is of the tool", async () => {
    const { tenant, person, report, b } = await three();
    const like = (await report("b", { errorSeen: "quite another error" })).issue;
    const preview = await previewMerge(person, {
      id: b,
      into: `https://x.example/feedback/${like.id}?view=new`,
    });
    expect(preview).toMatchObject({
      into: { ref: like.ref, reports: 1 },
      reports: 1,
      others: [{ ref: like.ref }],
    });
    for (const into of ["", "FB-99", `FB-2@${tenant.key}`])
      expect((await previewMerge(person, { id: b, into })).into).toBeNull();
    const stranger = await aPerson([await aTenant()], "triager");
    await expect(previewMerge(stranger, { id: b, into: "" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
