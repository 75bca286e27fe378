import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import type { Embedder } from "@/lib/language/embedder";
import { getIssueView } from "../inbox/queries";
import { triageIssues } from "../triage/commands";
import { partIssues } from "../triage/part";
import { aReported, bringTo, itemOf } from "../triage/testing/issues";
import { undoTriage } from "../triage/undo";
import { getRelations } from "./queries";
import { runOnce } from "./worker";

const system = systemScope("test");

let drop: () => Promise<void>;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function compareAll(embed: Embedder | null = null): Promise<void> {
  while (await runOnce(embed));
}

const pairs = () => read(system, (tx) => tx.feedbackPair.findMany({ orderBy: { madeAt: "desc" } }));

const SHA = {
  expectedOutcome: "The file is replaced by the new content",
  actualOutcome: "Refused, since I gave no sha of the blob that is replaced",
  errorSeen: "Validation error: sha was not supplied for an existing blob",
};
// The same content in other words, so that the fingerprints differ.
const ALIKE = { ...SHA, errorSeen: "For an existing blob no sha was supplied: validation error" };
const OTHER = {
  attemptedAction: "Publish quietly",
  expectedOutcome: "Just my branch",
  actualOutcome: "Everybody got mail",
  errorSeen: "none",
};

test("a report alike in its words is put with the open issue, right after it was answered", async () => {
  const { person, report } = await aReported();
  const first = await report("create_file", SHA);
  const second = await report("create_file", ALIKE);
  expect(second.known).toBe(false);
  await compareAll();
  const view = await getIssueView(person, second.issue.id);
  expect(view).toMatchObject({ state: "merged", mergedInto: { id: first.issue.id } });
  expect((await report("create_file", ALIKE)).issue.id).toBe(first.issue.id);
  const { members, alike } = await getRelations(person, first.issue.id);
  expect(members).toMatchObject([
    { ref: second.issue.ref, reports: 2, attached: { shared: expect.arrayContaining(["sha"]) } },
  ]);
  expect(members[0]?.attached?.score).toBeGreaterThanOrEqual(0.6);
  expect(alike).toEqual([]);
});

test("what a person takes apart stays apart, and is as it was when that is undone", async () => {
  const { person, report } = await aReported();
  const first = await report("create_file", SHA);
  const second = await report("create_file", ALIKE);
  await compareAll();
  const items = [await itemOf(person, second.issue.id)];
  const { actId } = await triageIssues(person, { verb: "unmerge", items });
  expect((await pairs())[0]).toMatchObject({ kind: "apart", was: "attached" });
  expect((await report("create_file", ALIKE)).issue.id).toBe(second.issue.id);
  await undoTriage(person, actId ?? "");
  expect((await pairs())[0]).toMatchObject({ kind: "attached", was: null });
  expect((await getIssueView(person, second.issue.id)).mergedInto?.id).toBe(first.issue.id);
});

test("nothing is put together across tools, tenants or providers", async () => {
  const { person, report } = await aReported();
  const elsewhere = await aReported();
  await report("create_file", { ...SHA, provider: "github" });
  const tool = await report("delete_file", ALIKE);
  const provider = await report("create_file", { ...ALIKE, provider: "gitlab" });
  const tenant = await elsewhere.report("create_file", ALIKE);
  await compareAll();
  for (const id of [tool.issue.id, provider.issue.id])
    expect((await getIssueView(person, id)).state).toBe("new");
  expect((await getIssueView(elsewhere.person, tenant.issue.id)).state).toBe("new");
});

test("nor is it put with an issue that stands for reports of another provider", async () => {
  const { person, report } = await aReported();
  await report("create_file", { ...SHA, provider: "github" });
  const unnamed = await report("create_file", ALIKE);
  await compareAll();
  expect((await getIssueView(person, unnamed.issue.id)).state).toBe("merged");
  const gitlab = await report("create_file", {
    ...ALIKE,
    provider: "gitlab",
    errorSeen: "No sha for the blob: validation",
  });
  await compareAll();
  expect(await getIssueView(person, gitlab.issue.id)).toMatchObject({ state: "new" });
});

test("nothing is put with a closed issue, nor moved once a person did something with it; it is suggested", async () => {
  const { person, report } = await aReported();
  const closed = await report("create_file", SHA);
  await bringTo(person, closed.issue.id, ["resolve"]);
  const second = await report("create_file", ALIKE);
  await compareAll();
  expect((await getIssueView(person, second.issue.id)).state).toBe("new");
  expect((await pairs())[0]).toMatchObject({ kind: "suggested", otherId: second.issue.id });
  const third = await report("create_file", { ...ALIKE, errorSeen: "Blob exists, no sha supplied" });
  await bringTo(person, third.issue.id, ["accept"]);
  await compareAll();
  expect((await getIssueView(person, third.issue.id)).state).toBe("accepted");
});

test("what is only a little alike is suggested, what shares no word is not", async () => {
  const { person, report } = await aReported();
  const first = await report("create_file", SHA);
  const far = await report("create_file", OTHER);
  const near = await report("create_file", {
    expectedOutcome: "The file has the new text",
    actualOutcome: "It asks for a sha, which I do not have",
  });
  await compareAll();
  const alikeTo = async (id: string) => (await getRelations(person, id)).alike.map((one) => one.id);
  expect(await alikeTo(near.issue.id)).toEqual([first.issue.id]);
  expect(await alikeTo(first.issue.id)).toEqual([near.issue.id]);
  expect(await alikeTo(far.issue.id)).toEqual([]);
  const elsewhere = await aReported();
  expect(await getRelations(elsewhere.person, near.issue.id)).toEqual({ alike: [], members: [] });
  const { actId } = await partIssues(person, { id: first.issue.id, other: near.issue.id });
  expect(await alikeTo(near.issue.id)).toEqual([]);
  await undoTriage(person, actId ?? "");
  expect(await alikeTo(near.issue.id)).toEqual([first.issue.id]);
});

test("without meaning, since the model cannot be asked, words decide; nothing is compared twice", async () => {
  const { person, report } = await aReported();
  await report("create_file", SHA);
  const second = await report("create_file", ALIKE);
  const asked: number[] = [];
  const broken: Embedder = async (texts) => {
    asked.push(texts.length);
    throw new Error("no model");
  };
  await compareAll(broken);
  expect(asked).toHaveLength(1);
  expect((await getIssueView(person, second.issue.id)).state).toBe("merged");
  expect(await runOnce(broken)).toBe(false);
});

test("a person who tells two apart while they are compared is obeyed", async () => {
  const { person, report } = await aReported();
  const first = await report("create_file", SHA);
  const second = await report("create_file", ALIKE);
  await runOnce(null);
  const says: Embedder = async () => {
    await partIssues(person, { id: second.issue.id, other: first.issue.id });
    throw new Error("no model");
  };
  await compareAll(says);
  expect((await getIssueView(person, second.issue.id)).state).toBe("new");
});

test("of workers that compare the same at once, one says so", async () => {
  const { person, report } = await aReported();
  await report("create_file", SHA);
  const second = await report("create_file", ALIKE);
  await Promise.all(Array.from({ length: 6 }, () => compareAll()));
  expect((await getIssueView(person, second.issue.id)).state).toBe("merged");
  const deeds = await read(system, (tx) =>
    tx.activity.count({ where: { action: "issue.merged", subjectId: second.issue.id } }),
  );
  expect(deeds).toBe(1);
});
