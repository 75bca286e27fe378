import { describe, expect, test } from "vitest";
import { read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { listReports } from "../inbox/reports";
import { getIssue } from "../queries";
import { patchIssue } from "./patch";
import { type PatchIssue, patchIssueSchema } from "./schema";
import { aReported, bringTo } from "./testing/issues";
import type { StateVerb } from "./types";

const system = systemScope("tests");

describe("PATCH of an issue", () => {
  test("does all that is asked for, by reference or id", async () => {
    const { tenant, person, report } = await aReported();
    const { issue } = await report("crm");
    await patchIssue(person, issue.ref, {
      state: "accepted",
      priority: "high",
      claim: "reproduced",
      labels: ["crm"],
      assignee: person.actor.email.toUpperCase(),
    });
    const row = await getIssue(person, issue.id);
    expect(row).toMatchObject({
      ref: `FB-1@${tenant.key}`,
      state: "accepted",
      triage: { priority: "high", claim: "reproduced", labels: ["crm"], assignee: { id: person.actor.id } },
    });
    // Setting the same value is no change.
    await patchIssue(person, issue.id, { state: "accepted" });
    expect((await getIssue(person, issue.id)).updatedAt).toEqual(row.updatedAt);
  });

  test.each<[PatchIssue, string]>([
    [{ state: "declined" }, "VALIDATION_ERROR"],
    [{ state: "snoozed" }, "VALIDATION_ERROR"],
    [{ fixed_in: "2" }, "VALIDATION_ERROR"],
    [{ state: "accepted", reason: "by_design" }, "VALIDATION_ERROR"],
    [{ assignee: "nobody@example.com" }, "VALIDATION_ERROR"],
    [{ wake: true }, "CONFLICT"],
    [{ seen: "2020-01-01T00:00:00.000Z", state: "accepted" }, "STALE_VIEW"],
    [{ priority: "low", seen: "2020-01-01T00:00:00.000Z" }, "STALE_VIEW"],
  ])("refuses %j and does nothing", async (input, code) => {
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    const before = await getIssue(person, issue.id);
    await expect(patchIssue(person, issue.id, { claim: "refuted", ...input })).rejects.toMatchObject({
      code,
    });
    expect(await getIssue(person, issue.id)).toEqual(before);
  });

  test("changes the answer, whole or in part, and what is so already is no change", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    await patchIssue(person, issue.id, { answer: { message: "Known.", workaround: "Use B", fixed_in: "4" } });
    await patchIssue(person, issue.id, { answer: { workaround: null } });
    const row = await getIssue(person, issue.id);
    expect(row.answer).toEqual({ state: "new", message: "Known.", workaround: null, fixedIn: "4" });
    await patchIssue(person, issue.id, { claim: "unverified", labels: [], priority: null, assignee: null });
    expect((await getIssue(person, issue.id)).updatedAt).toEqual(row.updatedAt);
  });

  test.each<[readonly StateVerb[], PatchIssue]>([
    [["resolve"], { state: "resolved", fixed_in: "3" }],
    [["decline"], { state: "declined", reason: "wont_fix" }],
    [["snooze"], { state: "snoozed", snooze: { severity: "high" } }],
  ])("after %j refuses %j rather than drop what it says", async (verbs, input) => {
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    await bringTo(person, issue.id, verbs);
    await expect(patchIssue(person, issue.id, input)).rejects.toMatchObject({ code: "CONFLICT" });
    const stale = { state: input.state, seen: "2020-01-01T00:00:00.000Z" };
    await expect(patchIssue(person, issue.id, stale)).rejects.toMatchObject({ code: "STALE_VIEW" });
  });

  test("names the members of its body, and tells nobody who has an account", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    const elsewhere = await aPerson([await aTenant()], "triager");
    const refusals = [];
    for (const assignee of ["nobody@example.com", elsewhere.actor.email])
      refusals.push(
        await patchIssue(person, issue.id, { assignee }).catch(({ message, details }) => [message, details]),
      );
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject([expect.any(String), { errors: [{ pointer: "/assignee" }] }]);
    const past = { state: "snoozed", snooze: { until: "2020-01-01T00:00:00Z" } } as const;
    await expect(patchIssue(person, issue.id, past)).rejects.toMatchObject({
      details: { errors: [{ pointer: "/snooze/until" }] },
    });
  });

  test("of several at once without `seen` follow one another", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    const all = ["low", "medium", "high", "urgent"] as const;
    await Promise.all(all.map((priority) => patchIssue(person, issue.id, { priority })));
    expect(all).toContain((await getIssue(person, issue.id)).triage?.priority);
  });

  test("ends a snooze and goes on from there", async () => {
    const { person, report } = await aReported();
    const { issue } = await report("crm");
    await bringTo(person, issue.id, ["snooze"]);
    await expect(patchIssue(person, issue.id, { state: "accepted" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await patchIssue(person, issue.id, { wake: true, state: "accepted" });
    expect((await getIssue(person, issue.id)).state).toBe("accepted");
  });

  test("is for triagers of its tenant; a number alone means one tenant only", async () => {
    const { tenant, person, report } = await aReported();
    const { issue } = await report("crm");
    const change = { priority: "low" } as const;
    await expect(patchIssue(await aPerson([tenant], "viewer"), issue.ref, change)).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const stranger = await aPerson([await aTenant()], "triager");
    for (const ref of [issue.ref, issue.id, "FB-1", "x", newId()])
      await expect(patchIssue(stranger, ref, change)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const other = await aReported();
    await other.report("crm");
    const both = await aPerson([tenant, other.tenant], "triager");
    await expect(patchIssue(both, "FB-1", change)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await patchIssue(person, "fb-1", change);
    expect((await getIssue(person, issue.id)).triage?.priority).toBe("low");
  });

  test("merges into an issue and takes out again, by any name of it", async () => {
    const { person, report } = await aReported();
    const [first, second] = [(await report("a")).issue, (await report("b")).issue];
    for (const into of [second.ref, `#${second.ref}`, second.id, second.url]) {
      await patchIssue(person, first.ref, { merged_into: into });
      expect(await getIssue(person, first.id)).toMatchObject({ state: "merged", mergedInto: second.ref });
      const before = await getIssue(person, first.id);
      await patchIssue(person, first.ref, { merged_into: into, seen: before.updatedAt.toISOString() });
      expect(await getIssue(person, first.id)).toEqual(before);
      await patchIssue(person, first.ref, { merged_into: null });
      expect(await getIssue(person, first.id)).toMatchObject({ state: "new", mergedInto: null });
    }
  });

  test("opens an issue for reports, puts them back, and says what is not the same", async () => {
    const { person, report } = await aReported();
    const [first, second] = [await report("a"), await report("a")];
    const { issue } = first;
    await patchIssue(person, issue.ref, { move: { reports: [second.id], into: null } });
    const opened = (await listReports(person, issue.id)).rows.length;
    expect(opened).toBe(1);
    const other = issue.ref.replace("FB-1", "FB-2");
    expect((await getIssue(person, other)).reports).toBe(1);
    const third = await report("a", { attemptedAction: "quite another thing" });
    expect(third.issue.id).toBe(issue.id);
    await patchIssue(person, issue.ref, { move: { reports: [third.id], into: other } });
    expect((await getIssue(person, other)).reports).toBe(2);
    const unlike = (await report("b")).issue;
    await patchIssue(person, issue.ref, { not_same_as: unlike.ref });
    const apart = { kind: "apart", issueId: issue.id, otherId: unlike.id };
    expect(await read(system, (tx) => tx.feedbackPair.count({ where: apart }))).toBe(1);
  });

  test("names the member that is wrong where reports are put together", async () => {
    const { person, report } = await aReported();
    const { issue, id } = await report("a");
    const other = (await report("b")).issue;
    const refused = async (input: PatchIssue) => {
      const error = await patchIssue(person, issue.ref, input).catch((thrown) => thrown);
      return [error.code, error.details?.errors?.[0]?.pointer];
    };
    expect(await refused({ merged_into: "FB-99" })).toEqual(["VALIDATION_ERROR", "/merged_into"]);
    expect(await refused({ merged_into: issue.ref })).toEqual(["VALIDATION_ERROR", "/merged_into"]);
    expect(await refused({ not_same_as: "FB-99" })).toEqual(["VALIDATION_ERROR", "/not_same_as"]);
    expect(await refused({ not_same_as: issue.ref })).toEqual(["VALIDATION_ERROR", "/not_same_as"]);
    const all = { reports: [id], into: other.ref };
    expect(await refused({ move: all })).toEqual(["VALIDATION_ERROR", "/move/reports"]);
    expect(await refused({ move: { ...all, into: "FB-99" } })).toEqual(["VALIDATION_ERROR", "/move/into"]);
    const seen = "2020-01-01T00:00:00Z";
    for (const input of [{ merged_into: other.ref }, { not_same_as: other.ref }, { move: all }])
      expect(await refused({ ...input, seen })).toEqual(["STALE_VIEW", undefined]);
    await bringTo(person, issue.id, ["resolve"]);
    expect(await refused({ merged_into: other.ref })).toEqual(["CONFLICT", undefined]);
    const stranger = await aPerson([await aTenant()], "triager");
    for (const input of [{ merged_into: null }, { not_same_as: issue.id }, { move: all }])
      await expect(patchIssue(stranger, issue.id, input)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const elsewhere = (await (await aReported()).report("a")).issue;
    expect(await refused({ merged_into: elsewhere.id })).toEqual(["VALIDATION_ERROR", "/merged_into"]);
  });

  test("asks for something to change, in words that are known", () => {
    for (const input of [
      {},
      { seen: "2026-01-01T00:00:00Z" },
      { state: "new" },
      { state: "merged" },
      { labels: ["a,b"] },
      { merged_into: null, priority: "low" },
      { not_same_as: "FB-2", merged_into: "FB-3" },
      { move: { reports: [], into: null } },
    ])
      expect(patchIssueSchema.safeParse(input).success).toBe(false);
    expect(patchIssueSchema.parse({ labels: ["b", "a", "b"] })).toEqual({ labels: ["a", "b"] });
  });
});
