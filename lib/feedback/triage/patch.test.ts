import { describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { getIssue } from "../queries";
import { patchIssue } from "./patch";
import { type PatchIssue, patchIssueSchema } from "./schema";
import { aReported, bringTo } from "./testing/issues";

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
