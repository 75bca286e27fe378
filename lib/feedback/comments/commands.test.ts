import { describe, expect, test } from "vitest";
import { MENTIONED_MAX } from "@/lib/auth/mentions/types";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { readFrame } from "@/lib/insights/frame";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { inboxList } from "../inbox/list";
import { listInbox } from "../inbox/queries";
import { exportFeedback } from "../queries";
import { mergeIssues } from "../triage/merge";
import { patchIssue } from "../triage/patch";
import { aReported, itemOf } from "../triage/testing/issues";
import { addComment, deleteComment, editComment, seeMentions } from "./commands";
import { listColleagues, listComments } from "./queries";
import { commentText } from "./schema";
import { COMMENT_MAX } from "./types";

const system = systemScope("tests");

async function aSetting() {
  const setting = await aReported();
  const { issue } = await setting.report("crm");
  const other = await aPerson([setting.tenant], "viewer");
  return { ...setting, issue, other };
}

const trailOf = (tenantId: string) =>
  read(system, (tx) =>
    tx.activity.findMany({
      where: { tenantId, action: { startsWith: "issue.comment" } },
      orderBy: { seq: "asc" },
    }),
  );
const seenOf = async (scope: UserScope, issue: string) => {
  const row = (await listComments(scope, issue)).rows.at(-1);
  return (row?.editedAt ?? row?.createdAt ?? new Date(0)).toISOString();
};
const mine = async (scope: UserScope) =>
  (await listInbox(scope, inboxList.parse({ view: "mine" }).filter)).rows.map(({ id }) => id);

describe("comments on an issue", () => {
  test("are read by everybody of the tenant in the order they were written, and by nobody else", async () => {
    const { person, other, issue } = await aSetting();
    await addComment(person, { issueId: issue.id, text: "First" });
    await addComment(person, { issueId: issue.id, text: "Second" });
    const { rows, count } = await listComments(other, issue.id);
    expect(rows.map(({ text }) => text)).toEqual(["First", "Second"]);
    expect(rows[0]).toMatchObject({
      ref: issue.ref,
      author: { id: person.actor.id, name: person.actor.name },
    });
    expect(count).toBe(2);
    const stranger = await aPerson([await aTenant()], "admin");
    expect(await listComments(stranger, issue.id)).toEqual({
      rows: [],
      nextCursor: null,
      count: 0,
      unseen: false,
    });
    expect(await listColleagues(stranger, issue.id)).toEqual([]);
  });

  test("come by pages, the newest page first", async () => {
    const { person, issue } = await aSetting();
    for (let n = 1; n <= 52; n += 1) await addComment(person, { issueId: issue.id, text: `${n}` });
    const first = await listComments(person, issue.id);
    expect([first.rows[0]?.text, first.rows.at(-1)?.text, first.count]).toEqual(["3", "52", 52]);
    const rest = await listComments(person, issue.id, first.nextCursor ?? "");
    expect(rest.rows.map(({ text }) => text)).toEqual(["1", "2"]);
    expect(rest.nextCursor).toBeNull();
  });

  test("written again within a minute they are one comment, with one row in the trail", async () => {
    const { person, issue, tenant } = await aSetting();
    const [one, two] = [
      await addComment(person, { issueId: issue.id, text: "Same" }),
      await addComment(person, { issueId: issue.id, text: "Same" }),
    ];
    expect(two.id).toBe(one.id);
    expect(await trailOf(tenant.id)).toHaveLength(1);
  });

  test("are edited and deleted by their author, and the trail never says what they said", async () => {
    const { person, issue, tenant } = await aSetting();
    const { id } = await addComment(person, { issueId: issue.id, text: "A secret word" });
    const seen = await seenOf(person, issue.id);
    await editComment(person, { id, seen, text: "Another secret" });
    await expect(editComment(person, { id, seen, text: "Third" })).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
    await deleteComment(person, { id });
    const [row] = (await listComments(person, issue.id)).rows;
    expect(row).toMatchObject({ id, text: null, mentions: [], deletedAt: expect.any(Date) });
    const trail = await trailOf(tenant.id);
    expect(trail.map(({ action }) => action)).toEqual([
      "issue.commented",
      "issue.comment_edited",
      "issue.comment_deleted",
    ]);
    expect(
      JSON.stringify(trail, (_, value) => (typeof value === "bigint" ? `${value}` : value)),
    ).not.toContain("secret");
    const stored = await read(system, (tx) => tx.feedbackComment.findFirstOrThrow({ where: { id } }));
    expect(stored.text).toBeNull();
  });

  test("do not change the issue: an act on it as it was read still counts", async () => {
    const { person, issue } = await aSetting();
    const item = await itemOf(person, issue.id);
    await addComment(person, { issueId: issue.id, text: "Looking" });
    expect(await itemOf(person, issue.id)).toEqual(item);
  });

  test("of a merged issue stay there and show on the one it leads to, with their origin", async () => {
    const { person, issue, report } = await aSetting();
    const { issue: lead } = await report("crm", { actualOutcome: "Another thing" });
    await addComment(person, { issueId: issue.id, text: "On the duplicate" });
    await addComment(person, { issueId: lead.id, text: "On the lead" });
    await mergeIssues(person, { into: lead.id, items: [await itemOf(person, issue.id)] });
    expect((await listComments(person, lead.id)).rows.map(({ ref, text }) => [ref, text])).toEqual([
      [issue.ref, "On the duplicate"],
      [lead.ref, "On the lead"],
    ]);
    expect((await listComments(person, issue.id)).rows.map(({ text }) => text)).toEqual(["On the duplicate"]);
    await expect(addComment(person, { issueId: issue.id, text: "Late" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test("have a length, and say so", () => {
    expect(commentText.safeParse("x".repeat(COMMENT_MAX)).success).toBe(true);
    const long = commentText.safeParse("x".repeat(COMMENT_MAX + 1));
    expect(long.error?.issues[0]?.message).toBe(`at most ${COMMENT_MAX} characters`);
    expect(commentText.safeParse("  \n ").success).toBe(false);
    expect(commentText.safeParse("a\0b").success).toBe(false);
    expect(commentText.safeParse("\ud800").success).toBe(false);
  });
});

describe("mentions", () => {
  test.each([
    ["Jos\u00e9", "Jose\u0301"],
    ["Jose\u0301", "Jos\u00e9"],
  ])("tell %j who is written %j", async (letters, written) => {
    const { person, issue, tenant } = await aSetting();
    const named = await aPerson([tenant], "viewer", `${letters} ${newId()}`);
    const text = `@${named.actor.name.replace(letters, written)} please look`;
    await addComment(person, { issueId: issue.id, text });
    expect((await readFrame(named)).mentions.count).toBe(1);
  });

  test("tell the person until they opened the issue, and keep it among theirs", async () => {
    const { person, other, issue, report } = await aSetting();
    await report("mail");
    expect((await readFrame(other)).mentions).toEqual({ count: 0, newest: [] });
    await addComment(person, { issueId: issue.id, text: `Please look, @${other.actor.name}` });
    expect((await readFrame(other)).mentions).toMatchObject({
      count: 1,
      newest: [{ issueId: issue.id, ref: issue.ref, by: person.actor.name, createdAt: expect.any(Date) }],
    });
    expect((await readFrame(person)).mentions.count).toBe(0);
    expect(await mine(other)).toEqual([issue.id]);
    const reports = [];
    for await (const rows of exportFeedback(other, { view: "mine" })) reports.push(...rows);
    expect(reports.map(({ issue: of }) => of.id)).toEqual([issue.id]);
    expect((await listComments(other, issue.id)).unseen).toBe(true);
    expect((await listComments(person, issue.id)).unseen).toBe(false);
    expect(await seeMentions(other, { issueId: issue.id })).toEqual({ seen: 1 });
    expect((await listComments(other, issue.id)).unseen).toBe(false);
    expect((await readFrame(other)).mentions.count).toBe(0);
    expect(await mine(other)).toEqual([issue.id]);
  });

  test("are of those who see the tenant, and follow what an edit says", async () => {
    const { person, other, issue, tenant } = await aSetting();
    const stranger = await aPerson([await aTenant()], "admin");
    const off = await aPerson([tenant], "triager");
    await ingest(system, (tx) =>
      tx.user.update({ where: { id: off.actor.id }, data: { disabledAt: new Date() } }),
    );
    const text = `@${stranger.actor.email} @${off.actor.email} @${person.actor.name}`;
    const { id } = await addComment(person, { issueId: issue.id, text });
    expect((await listComments(person, issue.id)).rows[0]?.mentions).toEqual([]);
    const to = `@${other.actor.email}`;
    await editComment(person, { id, seen: await seenOf(person, issue.id), text: to });
    expect((await readFrame(other)).mentions.count).toBe(1);
    await editComment(person, { id, seen: await seenOf(person, issue.id), text: "Nobody" });
    expect((await readFrame(other)).mentions.count).toBe(0);
    const colleagues = await listColleagues(person, issue.id);
    const offered = colleagues.map((one) => one.id);
    expect(offered).toContain(other.actor.id);
    for (const none of [person, off, stranger]) expect(offered).not.toContain(none.actor.id);
    const second = await aPerson([tenant], "triager");
    const assignable = (await listColleagues(person, issue.id)).filter((one) => one.assignable);
    expect(assignable.map(({ id: user }) => user)).toEqual([second.actor.id]);
  });

  test("of a namesake are offered by address, to the other namesake too, and arrive", async () => {
    const { tenant, issue } = await aSetting();
    const writer = await aPerson([tenant], "triager", "Anna Muller");
    const namesake = await aPerson([tenant], "viewer", "anna muller");
    const [offered] = (await listColleagues(writer, issue.id)).filter(({ id }) => id === namesake.actor.id);
    expect(offered?.handle).toBe(namesake.actor.email);
    await addComment(writer, { issueId: issue.id, text: `@${offered?.handle} look` });
    expect((await listComments(writer, issue.id)).rows[0]?.mentions).toMatchObject([
      { id: namesake.actor.id },
    ]);
  });

  test("are offered for two hundred, and namesakes by address wherever that ends", async () => {
    const { person, issue, tenant } = await aSetting();
    const users = Array.from({ length: 202 }, (_, n) => {
      const id = newId();
      const name = `B ${Math.floor(n / 2)}`;
      return { id, name, email: `${id}@example.test`, role: "viewer" as const, allTenants: false };
    });
    await ingest(system, async (tx) => {
      await tx.user.createMany({ data: users });
      await tx.membership.createMany({ data: users.map(({ id }) => ({ userId: id, tenantId: tenant.id })) });
    });
    // With one more person first, the list is cut at another place.
    for (const before of [[], ["A"]]) {
      for (const name of before) await aPerson([tenant], "viewer", name);
      const offered = await listColleagues(person, issue.id);
      expect(offered).toHaveLength(200);
      for (const { name, handle } of offered) if (name.startsWith("B ")) expect(handle).toContain("@");
    }
  });

  test("of a duplicate lead on: seen on the leading issue, which is among theirs too", async () => {
    const { person, other, issue, report } = await aSetting();
    const { issue: lead } = await report("crm", { actualOutcome: "Another thing" });
    await addComment(person, { issueId: issue.id, text: `@${other.actor.name}` });
    await mergeIssues(person, { into: lead.id, items: [await itemOf(person, issue.id)] });
    expect(await mine(other)).toEqual([lead.id]);
    expect(await seeMentions(other, { issueId: lead.id })).toEqual({ seen: 1 });
  });

  test("are limited, and too many are refused with nothing written", async () => {
    const { person, issue, tenant } = await aSetting();
    const people = await Promise.all(
      Array.from({ length: MENTIONED_MAX + 1 }, () => aPerson([tenant], "viewer")),
    );
    const text = people.map(({ actor }) => `@${actor.email}`).join(" ");
    await expect(addComment(person, { issueId: issue.id, text })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      details: { errors: [{ pointer: "/text", hint: `at most ${MENTIONED_MAX} people` }] },
    });
    expect((await listComments(person, issue.id)).count).toBe(0);
  });
});

describe("a comment by PATCH", () => {
  test("is written with what else is asked for, or nothing is", async () => {
    const { person, issue } = await aSetting();
    const comment = "Fixed the schema in the last release.";
    await expect(patchIssue(person, issue.id, { comment, state: "declined" })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    expect((await listComments(person, issue.id)).count).toBe(0);
    await patchIssue(person, issue.ref, { comment, state: "resolved" });
    expect((await listComments(person, issue.id)).rows[0]?.text).toBe(comment);
  });

  test("alone is for everybody who may comment", async () => {
    const { tenant, issue } = await aSetting();
    const approver = await aPerson([tenant], "approver");
    await patchIssue(approver, issue.id, { comment: "I rejected it." });
    await expect(patchIssue(approver, issue.id, { comment: "x", priority: "low" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    const viewer = await aPerson([tenant], "viewer");
    await expect(patchIssue(viewer, issue.id, { comment: "x" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await listComments(viewer, issue.id)).count).toBe(1);
  });
});
