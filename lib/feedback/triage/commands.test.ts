import { describe, expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getIssueView } from "../inbox/queries";
import { ISSUE_STATES, type IssueState } from "../types";
import { triageIssues } from "./commands";
import { TRANSITIONS } from "./rules";
import { type TriageInput, triageInput } from "./schema";
import { aReported, bringTo, itemOf } from "./testing/issues";
import { LABELS_MAX, STATE_VERBS, type StateVerb } from "./types";
import { undoTriage } from "./undo";
import { noteCorrection } from "./worker";

const WITH: Record<StateVerb, object> = {
  accept: {},
  start: {},
  resolve: { fixedIn: "2.1" },
  decline: { reason: "by_design" },
  ask: {},
  snooze: { conditions: { more_reports: 3 } },
  wake: {},
  reopen: {},
  unmerge: {},
};

const inputOf = (verb: StateVerb, items: TriageInput["items"]) =>
  ({ verb, items, ...WITH[verb] }) as TriageInput;

async function actOn(person: UserScope, id: string, verb: StateVerb) {
  return triageIssues(person, inputOf(verb, [await itemOf(person, id)]));
}

const trail = (tenantId: string) =>
  read(systemScope("tests"), (tx) =>
    tx.activity.findMany({ where: { tenantId, action: { startsWith: "issue." } }, orderBy: { seq: "asc" } }),
  );

const REACHED: Record<Exclude<IssueState, "regressed" | "merged">, readonly StateVerb[]> = {
  new: [],
  accepted: ["accept"],
  in_progress: ["start"],
  resolved: ["resolve"],
  declined: ["decline"],
  needs_info: ["ask"],
  snoozed: ["snooze"],
};

describe("the table of transitions", () => {
  test.each(STATE_VERBS)(
    "%s leads where the table says, from every state, and nowhere else",
    async (verb) => {
      const { person, report } = await aReported();
      for (const state of Object.keys(REACHED) as (keyof typeof REACHED)[]) {
        const { issue } = await report(`${verb} ${state}`);
        await bringTo(person, issue.id, REACHED[state]);
        const { from, to } = TRANSITIONS[verb];
        const { done, left } = await actOn(person, issue.id, verb);
        const { state: now } = await getIssueView(person, issue.id);
        if (from.includes(state)) {
          expect([done.length, left, now]).toEqual([1, [], to === "before" ? "new" : to]);
        } else {
          expect([done, left, now]).toEqual([[], [{ id: issue.id, why: "state", state }], state]);
        }
      }
    },
  );

  test("names every state there is", () => {
    const named = new Set([
      ...STATE_VERBS.flatMap((verb) => [...TRANSITIONS[verb].from, TRANSITIONS[verb].to]),
    ]);
    for (const state of ISSUE_STATES) if (state !== "merged") expect(named).toContain(state);
  });
});

async function answered(person: UserScope, id: string, fixedIn: string) {
  await triageIssues(person, { verb: "answer", fixedIn, items: [await itemOf(person, id)] });
}

describe("an act", () => {
  test("leaves one row in the trail, and what belongs to a state goes with it", async () => {
    const { tenant, person, report } = await aReported();
    const { issue } = await report("x");
    await bringTo(person, issue.id, ["decline"]);
    expect((await getIssueView(person, issue.id)).triage).toMatchObject({ declineReason: "by_design" });
    await bringTo(person, issue.id, ["reopen", "resolve"]);
    const view = await getIssueView(person, issue.id);
    expect(view.triage).toMatchObject({ declineReason: null, fixedAt: expect.any(Date) });
    expect(view.answer.fixedIn).toBe("2.1");
    expect((await trail(tenant.id)).map(({ action }) => action)).toEqual([
      "issue.declined",
      "issue.reopened",
      "issue.resolved",
    ]);
  });

  test("keeps the version that an issue has where none is said", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    await answered(person, issue.id, "2.1");
    await triageIssues(person, { verb: "resolve", items: [await itemOf(person, issue.id)] });
    expect((await getIssueView(person, issue.id)).answer).toMatchObject({
      state: "resolved",
      fixedIn: "2.1",
    });
  });

  test("resolves without a version where there was one", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("x");
    await answered(person, issue.id, "2.1");
    await triageIssues(person, { verb: "resolve", fixedIn: null, items: [await itemOf(person, issue.id)] });
    expect((await getIssueView(person, issue.id)).answer.fixedIn).toBeNull();
  });

  test("on many issues and corrections of their tool wait for each other, and none is cut off", async () => {
    const { tenant, person, report } = await aReported();
    const ids: string[] = [];
    for (let i = 0; i < 12; i += 1)
      ids.push((await report("crm", { errorSeen: `${"x".repeat(i + 1)}` })).issue.id);
    for (const id of ids)
      await triageIssues(person, {
        verb: "snooze",
        conditions: { correction: true },
        items: [await itemOf(person, id)],
      });
    const correct = () => ingest(systemScope("tests"), (tx) => noteCorrection(tx, tenant.id, "crm"));
    const triage = async (order: readonly string[]) => {
      const items = await Promise.all(order.map((id) => itemOf(person, id)));
      await triageIssues(person, { verb: "prioritize", priority: "low", items });
    };
    for (let turn = 0; turn < 5; turn += 1)
      await Promise.all([correct(), triage(ids), correct(), triage(ids.toReversed()), correct()]);
  });

  test("of several people who read the same is one", async () => {
    const { tenant, person, report } = await aReported();
    const { issue } = await report("x");
    const item = await itemOf(person, issue.id);
    const verbs: StateVerb[] = ["accept", "start", "resolve", "decline", "ask", "snooze"];
    const answers = await Promise.all(verbs.map((verb) => triageIssues(person, inputOf(verb, [item]))));
    expect(answers.filter(({ done }) => done.length === 1)).toHaveLength(1);
    expect(await trail(tenant.id)).toHaveLength(1);
  });

  test("on a hundred issues changes those it is for, and names the others", async () => {
    const { person, report } = await aReported();
    const ids: string[] = [];
    for (let i = 0; i < 5; i += 1) ids.push((await report(`t${i}`)).issue.id);
    await bringTo(person, ids[1] ?? "", ["decline"]);
    const items = await Promise.all(ids.map((id) => itemOf(person, id)));
    await bringTo(person, ids[2] ?? "", ["start"]);
    const gone = { id: newId(), seen: new Date().toISOString() };
    const { done, left } = await triageIssues(person, inputOf("ask", [...items, gone]));
    expect(done.map(({ id }) => id).toSorted()).toEqual([ids[0], ids[3], ids[4]].toSorted());
    expect(left).toEqual([
      { id: ids[1], why: "state", state: "declined" },
      { id: ids[2], why: "changed", state: "in_progress" },
      { id: gone.id, why: "gone", state: null },
    ]);
  });

  test("says what the team thinks without moving the issue", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("x");
    const say = async (act: object) =>
      triageIssues(person, { ...act, items: [await itemOf(person, issue.id)] } as TriageInput);
    await say({ verb: "prioritize", priority: "urgent" });
    await say({ verb: "assign", assigneeId: person.actor.id });
    await say({ verb: "verify", claim: "reproduced" });
    await say({ verb: "label", labels: ["crm", "schema"] });
    const view = await getIssueView(person, issue.id);
    expect(view.state).toBe("new");
    expect(view.triage).toEqual({
      priority: "urgent",
      tracker: null,
      claim: "reproduced",
      assignee: { id: person.actor.id, name: person.actor.name },
      labels: ["crm", "schema"],
      declineReason: null,
      fixedAt: null,
      snooze: null,
    });
  });

  test("gives several issues labels beside their own and takes some away, and leaves alone what has no room", async () => {
    const { person, report } = await aReported();
    const ids: string[] = [];
    for (const tool of ["a", "b", "c"]) ids.push((await report(tool)).issue.id);
    const [own, , full] = ids as [string, string, string];
    const say = async (of: readonly string[], said: object) =>
      triageIssues(person, {
        ...{ verb: "label", ...said },
        items: await Promise.all(of.map((id) => itemOf(person, id))),
      } as TriageInput);
    const labels = () => Promise.all(ids.map(async (id) => (await getIssueView(person, id)).triage.labels));
    const many = Array.from({ length: LABELS_MAX }, (_, at) => `l${String(at).padStart(2, "0")}`);
    await say([own], { labels: ["Zebra", "old"] });
    await say([full], { labels: many });
    const { done, left, actId } = await say(ids, { add: ["new", "old"], remove: ["Zebra"] });
    expect(done).toHaveLength(2);
    expect(left).toEqual([{ id: full, why: "labels", state: "new" }]);
    expect(await labels()).toEqual([["new", "old"], ["new", "old"], many]);
    await undoTriage(person, actId ?? "");
    expect(await labels()).toEqual([["Zebra", "old"], [], many]);
    const { left: none } = await say([full], { add: ["new"], remove: ["l00"] });
    expect(none).toEqual([]);
    for (const wrong of [{}, { labels: ["a"], add: ["b"] }, { add: [] }])
      expect(
        triageInput.safeParse({ verb: "label", items: [await itemOf(person, own)], ...wrong }),
      ).toMatchObject({ success: false });
  });

  test("is for administrators and triagers of the tenant, and so is who an issue is assigned to", async () => {
    const { tenant, person, report } = await aReported();
    const { issue } = await report("x");
    const item = await itemOf(person, issue.id);
    for (const role of ["viewer", "approver"] as const)
      await expect(
        triageIssues(await aPerson([tenant], role), inputOf("accept", [item])),
      ).rejects.toMatchObject({
        code: "FORBIDDEN",
      });
    const stranger = await aPerson([await aTenant()], "triager");
    expect((await triageIssues(stranger, inputOf("accept", [item]))).left).toEqual([
      { id: issue.id, why: "gone", state: null },
    ]);
    const off = await aPerson([tenant], "triager");
    await ingest(systemScope("tests"), (tx) =>
      tx.user.update({ where: { id: off.actor.id }, data: { disabledAt: new Date() } }),
    );
    for (const other of [stranger, off, await aPerson([tenant], "viewer")])
      await expect(
        triageIssues(person, { verb: "assign", items: [item], assigneeId: other.actor.id }),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
    const colleague = await aPerson([tenant], "triager");
    await triageIssues(person, { verb: "assign", items: [item], assigneeId: colleague.actor.id });
    expect((await getIssueView(person, issue.id)).triage.assignee?.id).toBe(colleague.actor.id);
  });

  test("refuses a snooze that would end in the past or in years", async () => {
    const { person, report } = await aReported();
    const items = [await itemOf(person, (await report("x")).issue.id)];
    for (const until of ["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"])
      await expect(
        triageIssues(person, { verb: "snooze", items, conditions: { until } }),
      ).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });
});

describe("taking an act back", () => {
  test("makes every issue what it was, once, and only for who did it", async () => {
    const { tenant, person, report } = await aReported();
    const ids = [(await report("a")).issue.id, (await report("b")).issue.id];
    await bringTo(person, ids[0] ?? "", ["snooze"]);
    await bringTo(person, ids[1] ?? "", ["accept"]);
    const before = await Promise.all(ids.map((id) => getIssueView(person, id)));
    const items = await Promise.all(ids.map((id) => itemOf(person, id)));
    const { actId } = await triageIssues(person, { verb: "prioritize", priority: "high", items });
    const woken = await triageIssues(person, inputOf("wake", [await itemOf(person, ids[0] ?? "")]));
    const other = await aPerson([tenant], "triager");
    await expect(undoTriage(other, woken.actId ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await undoTriage(person, woken.actId ?? "")).done).toMatchObject([
      { id: ids[0], state: "snoozed" },
    ]);
    // The first issue changed since; the second did not.
    const undone = await undoTriage(person, actId ?? "");
    expect(undone.left).toEqual([{ id: ids[0], why: "changed", state: "snoozed" }]);
    const after = await Promise.all(ids.map((id) => getIssueView(person, id)));
    expect(after[1]).toEqual({ ...before[1], updatedAt: expect.any(Date) });
    expect(after[0]?.triage).toEqual({ ...before[0]?.triage, priority: "high" });
    await expect(undoTriage(person, actId ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await trail(tenant.id)).filter(({ action }) => action === "issue.undone")).toHaveLength(2);
  });
});
