import { describe, expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant, aTool } from "@/lib/testing/factories";
import { addComment, deleteComment } from "../comments/commands";
import { getIssueView } from "../inbox/queries";
import { triageIssues } from "../triage/commands";
import { mergeIssues } from "../triage/merge";
import { aReported, bringTo, itemOf } from "../triage/testing/issues";
import { type TimelineFilter, timelineList } from "./list";
import { getTimeline } from "./queries";
import type { TimelineItem } from "./types";

const system = systemScope("tests");

async function aSetting() {
  const setting = await aReported();
  const { issue } = await setting.report("crm", { agent: "one" });
  return { ...setting, id: issue.id, ref: issue.ref };
}

const timelineOf = async (scope: UserScope, id: string, filter: Partial<TimelineFilter> = {}) =>
  getTimeline(scope, await getIssueView(scope, id), { ...timelineList.parse({}).filter, ...filter });

function said(item: TimelineItem): string {
  if (item.kind === "act") return `${item.act.actor ?? "product"} ${item.act.action}`;
  if (item.kind === "comment") return `comment ${item.comment.text}`;
  if (item.kind === "version") return `version ${item.version}`;
  const { agent, count, first } = item.reports;
  return `${agent} ×${count}${first ? " first" : ""}`;
}

const linesOf = async (scope: UserScope, id: string, filter?: Partial<TimelineFilter>) =>
  (await timelineOf(scope, id, filter)).items.map(said);

describe("the timeline of an issue", () => {
  test("has reports, acts and comments in the order of time, and folds the reports of one agent", async () => {
    const { person, id, report } = await aSetting();
    const name = person.actor.name;
    await report("crm", { agent: "one" });
    await bringTo(person, id, ["accept"]);
    const { id: comment } = await addComment(person, { issueId: id, text: "Look" });
    for (const agent of ["one", "two", "two", "two"]) await report("crm", { agent });
    await triageIssues(person, {
      verb: "assign",
      assigneeId: person.actor.id,
      items: [await itemOf(person, id)],
    });
    const lines = ["one ×2 first", `${name} issue.accepted`, "comment Look", "one ×1", "two ×3"];
    expect(await linesOf(person, id)).toEqual([...lines, `${name} issue.assigned`]);
    const { items, comments, nextCursor } = await timelineOf(person, id);
    expect([comments, nextCursor]).toEqual([1, null]);
    expect(items.at(-1)).toMatchObject({ act: { assignee: { name, self: true }, member: null } });
    expect(await linesOf(person, id, { show: "comments" })).toEqual(["comment Look"]);
    await deleteComment(person, { id: comment });
    expect(await linesOf(person, id, { show: "comments" })).toEqual(["comment null"]);
  });

  test("says which issues were merged into it and when, with their comments and reports", async () => {
    const { person, id, ref, report } = await aSetting();
    const lead = (await report("erp", { agent: "two" })).issue;
    await addComment(person, { issueId: id, text: "On the duplicate" });
    await mergeIssues(person, { into: lead.ref, items: [await itemOf(person, id)] });
    const { items } = await timelineOf(person, lead.id);
    expect(items.map(said)).toEqual([
      "one ×1 first",
      "two ×1",
      "comment On the duplicate",
      `${person.actor.name} issue.merged`,
    ]);
    expect(items.at(-1)).toMatchObject({ act: { member: { id, ref } } });
    expect(await linesOf(person, id)).toContain(`${person.actor.name} issue.merged`);
    // It was elsewhere before: that is no event of this issue.
    const other = (await report("cms")).issue;
    await triageIssues(person, { verb: "unmerge", items: [await itemOf(person, id)] });
    await mergeIssues(person, { into: other.ref, items: [await itemOf(person, id)] });
    const there = await linesOf(person, other.id);
    expect(there.filter((line) => line.endsWith("issue.merged"))).toHaveLength(1);
  });

  test("comes by pages that lose nothing and repeat nothing, whatever kinds they hold", async () => {
    const { person, id, report } = await aSetting();
    for (let n = 1; n <= 40; n += 1) {
      await addComment(person, { issueId: id, text: `${n}` });
      if (n % 4 === 0) await report("crm", { agent: `agent ${n}` });
      if (n % 10 === 0) await bringTo(person, id, n % 20 === 0 ? ["wake"] : ["snooze"]);
    }
    const found: string[][] = [];
    let cursor: string | undefined;
    do {
      const { items, nextCursor } = await timelineOf(person, id, { cursor });
      found.unshift(items.map(said));
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
    const all = found.flat();
    // 40 comments, 11 runs of reports, and 4 acts.
    expect(found.map((page) => page.length)).toEqual([25, 30]);
    expect(all.filter((line) => line.startsWith("comment"))).toEqual(
      Array.from({ length: 40 }, (_, at) => `comment ${at + 1}`),
    );
    expect(all[0]).toBe("one ×1 first");
    expect(all.filter((line) => line.startsWith("agent"))).toHaveLength(10);
  });

  test("of an agent in a loop is one line, and earlier events are still found", async () => {
    const { person, tenant, id } = await aSetting();
    await bringTo(person, id, ["accept"]);
    await ingest(system, async (tx) => {
      const {
        id: _,
        agent: __,
        createdAt: ___,
        ...one
      } = await tx.feedbackSubmission.findFirstOrThrow({
        where: { tenantId: tenant.id },
      });
      const data = Array.from({ length: 700 }, () => ({ ...one, id: newId(), agent: "loop" }));
      await tx.feedbackSubmission.createMany({ data });
    });
    const newest = await timelineOf(person, id);
    expect(newest.items.map(said)).toEqual(["loop ×500"]);
    const rest = await linesOf(person, id, { cursor: newest.nextCursor ?? "" });
    expect(rest).toEqual(["one ×1 first", `${person.actor.name} issue.accepted`, "loop ×200"]);
  });

  test("has the version of the tool that the first report met, and later ones", async () => {
    const { person, gateway, report } = await aReported();
    const { id: toolId } = await aTool(gateway, { provider: "p", name: "crm" });
    const register = (version: number) =>
      ingest(system, (tx) =>
        tx.toolVersion.create({
          data: { toolId, version, description: "", inputSchema: "{}", definitionSha256: "" },
        }),
      );
    await register(2);
    const { issue } = await report("crm", { provider: "p", agent: "one" });
    await register(3);
    expect(await linesOf(person, issue.id)).toEqual(["version 2", "one ×1 first", "version 3"]);
  });

  test("is empty for people of another tenant", async () => {
    const { person, id } = await aSetting();
    const view = await getIssueView(person, id);
    const stranger = await aPerson([await aTenant()], "admin");
    const { filter } = timelineList.parse({});
    expect(await getTimeline(stranger, view, filter)).toEqual({
      items: [],
      nextCursor: null,
      comments: 0,
      unseen: false,
    });
  });
});
