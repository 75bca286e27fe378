import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getIssue } from "../queries";
import { patchIssue } from "./patch";
import { type PatchIssue, patchIssueSchema } from "./schema";
import { aReported, bringTo } from "./testing/issues";
import type { StateVerb } from "./types";

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
    // What it is already is no change.
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

  test("asks for something to change, in words that are known", () => {
    for (const input of [
      {},
      { seen: "2026-01-01T00:00:00Z" },
      { state: "new" },
      { state: "merged" },
      { labels: ["a,b"] },
    ])
      expect(patchIssueSchema.safeParse(input).success).toBe(false);
    expect(patchIssueSchema.parse({ labels: ["b", "a", "b"] })).toEqual({ labels: ["a", "b"] });
  });
});
