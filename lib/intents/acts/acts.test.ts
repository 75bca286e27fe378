import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { listIntents } from "../browser/queries";
import type { ListedIntent } from "../browser/types";
import { groupAnew, linkTemplates } from "../commands";
import { findFormer, getIntent } from "../detail/queries";
import { relatedOf } from "../detail/relations";
import { findIssueIntents } from "../issue-intents";
import { getListedIntent } from "../list-pages";
import { keepGroups } from "../runs/keep";
import { takeRun } from "../runs/lease";
import { heaviestPoints, lastWord } from "../runs/queries";
import { runOnce } from "../runs/worker";
import { errands, say, tellAll, WORDS } from "../testing/rationales";
import { ignoreIntent, pinIntent, renameIntent, reviewIntent } from "./commands";
import { openIntentIssue } from "./issue";
import { mergeIntents } from "./merge";
import { moveRationales, splitIntent } from "./part";
import { undoIntentAct } from "./undo";

const system = systemScope("tests");

afterAll(closeDatabase);

let tenant: TestTenant;
let gateway: TestGateway;
let person: UserScope;

const group = async () => {
  await groupAnew(person, { tenantId: tenant.id });
  await runOnce(WORDS, undefined, tenant.id);
};

const list = () => listIntents(person, {}, { limit: 50 }).then(({ rows }) => rows);

async function of(tool: string): Promise<ListedIntent & { tenantId: string }> {
  const found = (await list()).find(({ tools }) => tools.includes(tool));
  if (!found) throw new Error(`there is no intent of ${tool}`);
  return found;
}

const at = ({ id, revision }: Pick<ListedIntent, "id" | "revision">) => ({
  tenantId: tenant.id,
  id,
  revision,
});

const templates = () =>
  read(system, (tx) =>
    tx.rationaleTemplate.findMany({
      where: { tenantId: tenant.id },
      orderBy: [{ tool: "asc" }, { text: "asc" }],
      select: { id: true, tool: true, text: true, intentId: true, placedBy: true },
    }),
  );

const belongs = async () => (await templates()).map(({ tool, text, intentId }) => [tool, text, intentId]);

async function groupMore() {
  const more = errands(240).map((call) => ({
    ...call,
    rationale: call.rationale.replace(/(\d+)$/u, "today, $1"),
  }));
  await say(gateway, tenant, [...errands(240), ...more]);
  await tellAll(tenant);
  await group();
}

beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  person = await aPerson([tenant], "triager");
  await say(gateway, tenant, errands(240));
  await tellAll(tenant);
  await group();
});

describe("what people say of an intent", () => {
  test("stays with it in the next grouping, under the same id", async () => {
    const refunds = await of("create_refund");
    await renameIntent(person, { ...at(refunds), name: "Double charges" });
    await pinIntent(person, { ...at(await of("kubectl_logs")), on: true });
    await ignoreIntent(person, { ...at(await of("send_email")), on: true });
    await reviewIntent(person, {
      ...at(await of("list_issues")),
      review: "actioned",
      note: "Told the team.",
    });
    await groupMore();
    expect(await of("create_refund")).toMatchObject({ id: refunds.id, name: "Double charges", named: true });
    const rows = await list();
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatchObject({ tools: ["kubectl_logs"], pinned: true });
    expect(await getIntent(person, (await of("list_issues")).id)).toMatchObject({
      review: "actioned",
      reviewNote: "Told the team.",
      callsSince: 120,
    });
    const ignored = await listIntents(person, { only: "ignored" }, { limit: 50 });
    expect(ignored.rows.map(({ tools }) => tools)).toEqual([["send_email"]]);
  });

  test("is taken back, once, and not where it was changed since", async () => {
    const before = await of("create_refund");
    const first = await renameIntent(person, { ...at(before), name: "Double charges" });
    const second = await renameIntent(person, { ...at(await of("create_refund")), name: "Refunds" });
    await expect(undoIntentAct(person, { tenantId: tenant.id, actId: first.actId })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await undoIntentAct(person, { tenantId: tenant.id, actId: second.actId });
    expect(await of("create_refund")).toMatchObject({ name: "Double charges" });
    await undoIntentAct(person, { tenantId: tenant.id, actId: first.actId });
    expect(await of("create_refund")).toMatchObject({ name: before.name, named: false });
    await expect(undoIntentAct(person, { tenantId: tenant.id, actId: first.actId })).rejects.toMatchObject({
      message: `${person.actor.name} took this back already. Nothing was changed.`,
    });
    expect((await templates()).every(({ placedBy }) => placedBy === null)).toBe(true);
  });

  test("goes on right after something was taken back, with what was read before; but not past another person", async () => {
    const seen = await of("create_refund");
    const { actId, revision } = await renameIntent(person, { ...at(seen), name: "Double charges" });
    // Both at once, like two button presses.
    const taken = undoIntentAct(person, { tenantId: tenant.id, actId });
    const [, pinned] = await Promise.all([taken, pinIntent(person, { ...at(seen), revision, on: true })]);
    expect(await of("create_refund")).toMatchObject({ name: seen.name, pinned: true });
    await ignoreIntent(person, { ...at(seen), revision: pinned.revision, on: true });
    await expect(pinIntent(person, { ...at(seen), on: false })).rejects.toMatchObject({ code: "STALE_VIEW" });
    const now = await getIntent(person, seen.id);
    const other = await aPerson([tenant], "admin");
    const { revision: newest } = await pinIntent(other, { ...at(now), on: false });
    await expect(renameIntent(person, { ...at(now), name: "Mine" })).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
    await ignoreIntent(other, { ...at(now), revision: newest, on: false });
  });

  test("of two who read the same, one acts; the other is told who did", async () => {
    const seen = await of("create_refund");
    const other = await aPerson([tenant], "admin");
    const both = await Promise.allSettled([
      renameIntent(person, { ...at(seen), name: "One" }),
      pinIntent(other, { ...at(seen), on: true }),
    ]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = both.find((one) => one.status === "rejected");
    const winner = both[0]?.status === "fulfilled" ? person : other;
    expect(refused).toMatchObject({
      reason: {
        code: "STALE_VIEW",
        message: expect.stringContaining(`${winner.actor.name} changed this intent`),
      },
    });
  });
});

describe("a merge", () => {
  test("survives a second grouping with more data, leads links on, and is taken back whole", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const before = await belongs();
    const { actId } = await mergeIntents(person, {
      ...at(refunds),
      others: [{ id: logs.id, revision: logs.revision }],
    });
    expect(await of("kubectl_logs")).toMatchObject({ id: refunds.id, calls: 120, templates: 6 });
    expect(await findFormer(person, logs.id)).toMatchObject({
      name: logs.name,
      why: "merged",
      toId: refunds.id,
    });
    expect((await getListedIntent(person, logs.id)).intent).toMatchObject({ id: refunds.id, calls: 120 });
    await expect(getIntent(person, logs.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await groupMore();
    // New calls of both join the merged intent only.
    expect(await of("kubectl_logs")).toMatchObject({ id: refunds.id, templates: 12 });
    expect(await list()).toHaveLength(3);
    await undoIntentAct(person, { tenantId: tenant.id, actId });
    const again = await belongs();
    for (const row of before) expect(again).toContainEqual(row);
    expect(await findFormer(person, logs.id)).toBeNull();
    await group();
    expect(await of("kubectl_logs")).toMatchObject({ id: logs.id, name: logs.name });
    expect(await list()).toHaveLength(4);
  });

  test("unsays what kept rationales of both apart; taking it back says it again", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const all = await templates();
    const [one, other] = [refunds, logs].map(
      ({ id }) => all.find(({ intentId }) => intentId === id)?.id ?? "",
    );
    await linkTemplates(person, {
      tenantId: tenant.id,
      templateId: one ?? "",
      otherId: other ?? "",
      kind: "apart",
    });
    const links = () => read(system, (tx) => tx.intentLink.count({ where: { tenantId: tenant.id } }));
    const { actId } = await mergeIntents(person, {
      ...at(refunds),
      others: [at(logs)].map(({ id, revision }) => ({ id, revision })),
    });
    expect(await links()).toBe(0);
    await groupMore();
    expect(await of("kubectl_logs")).toMatchObject({ id: refunds.id, templates: 12 });
    await undoIntentAct(person, { tenantId: tenant.id, actId });
    expect(await links()).toBe(1);
  });

  test("needs the others as they were read", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    await pinIntent(person, { ...at(logs), on: true });
    const before = await belongs();
    const others = [{ id: logs.id, revision: logs.revision }];
    await expect(mergeIntents(person, { ...at(refunds), others })).rejects.toMatchObject({
      code: "STALE_VIEW",
    });
    await expect(
      mergeIntents(person, { ...at(refunds), others: [{ id: refunds.id, revision: 1 }] }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await belongs()).toEqual(before);
  });
});

describe("a split", () => {
  test("survives a second grouping with more data, and is taken back whole", async () => {
    const refunds = await of("create_refund");
    const own = (await templates()).filter(({ intentId }) => intentId === refunds.id);
    const [first] = own;
    const before = await belongs();
    const { id, actId } = await splitIntent(person, { ...at(refunds), templateIds: [first?.id ?? ""] });
    expect(await getIntent(person, id)).toMatchObject({ templates: 1, tools: ["create_refund"] });
    expect(await getIntent(person, refunds.id)).toMatchObject({ templates: 2 });
    await groupMore();
    const after = await templates();
    const intentOf = (template: string | undefined) => after.find((one) => one.id === template)?.intentId;
    expect(own.map((one) => intentOf(one.id))).toEqual([id, refunds.id, refunds.id]);
    await undoIntentAct(person, { tenantId: tenant.id, actId });
    const again = await belongs();
    for (const row of before) expect(again).toContainEqual(row);
    expect(await findFormer(person, id)).toMatchObject({ why: "undone", toId: refunds.id });
    await group();
    expect(await list()).toHaveLength(4);
  });

  test("takes neither all, nor what is elsewhere by now", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const all = await templates();
    const idsOf = ({ id }: ListedIntent) =>
      all.filter(({ intentId }) => intentId === id).map((one) => one.id);
    const conflict = { code: "CONFLICT" };
    for (const templateIds of [idsOf(refunds), idsOf(logs)])
      await expect(splitIntent(person, { ...at(refunds), templateIds })).rejects.toMatchObject(conflict);
    expect(await templates()).toEqual(all);
    expect(await list()).toHaveLength(4);
  });
});

describe("a move", () => {
  test("survives a second grouping with more data, and is taken back whole", async () => {
    const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
    const [moved, stays] = (await templates()).filter(({ intentId }) => intentId === refunds.id);
    const before = await belongs();
    const { actId } = await moveRationales(person, {
      ...at(refunds),
      templateIds: [moved?.id ?? ""],
      toId: logs.id,
    });
    await groupMore();
    const after = await templates();
    const intentOf = (template: string | undefined) => after.find((one) => one.id === template)?.intentId;
    expect([intentOf(moved?.id), intentOf(stays?.id)]).toEqual([logs.id, refunds.id]);
    expect(
      after.filter(({ tool }) => tool === "kubectl_logs").every(({ intentId }) => intentId === logs.id),
    ).toBe(true);
    await undoIntentAct(person, { tenantId: tenant.id, actId });
    const again = await belongs();
    for (const row of before) expect(again).toContainEqual(row);
  });
});

test("an issue of an intent has its figures and quotes; taken back, it is declined", async () => {
  const refunds = await of("create_refund");
  const { issue, actId } = await openIntentIssue(person, at(refunds));
  const stored = () =>
    read(system, (tx) => tx.feedbackIssue.findFirstOrThrow({ where: { tenantId: tenant.id, id: issue.id } }));
  expect(await stored()).toMatchObject({
    title: `Intent: ${refunds.name}`,
    tool: "create_refund",
    state: "new",
  });
  const [comment] = await read(system, (tx) => tx.feedbackComment.findMany({ where: { issueId: issue.id } }));
  expect(comment?.text).toContain("60 calls, said in 3 ways");
  // The comment outlives the rationales that retention removes, so it has templates only.
  expect(comment?.text).toContain("“Refund the duplicate charge of order <n>”");
  expect(comment?.text).not.toMatch(/order \d/u);
  expect(await getIntent(person, refunds.id)).toMatchObject({ issue: { id: issue.id, ref: issue.ref } });
  await expect(openIntentIssue(person, at(await of("create_refund")))).rejects.toMatchObject({
    code: "CONFLICT",
  });
  await undoIntentAct(person, { tenantId: tenant.id, actId });
  expect(await stored()).toMatchObject({ state: "declined" });
  expect(await getIntent(person, refunds.id)).toMatchObject({ issue: null });
});

test("the issue of an intent leads to it, also after a merge, and the merged intent to the issue", async () => {
  const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
  const { issue, actId, revision } = await openIntentIssue(person, at(refunds));
  const made = async () => (await findIssueIntents(person, issue.id))?.made;
  expect(await made()).toEqual([{ id: refunds.id, name: refunds.name }]);
  const { actId: merged } = await mergeIntents(person, {
    ...at(logs),
    others: [{ id: refunds.id, revision }],
  });
  expect(await made()).toEqual([{ id: logs.id, name: logs.name }]);
  const { issues } = await relatedOf(person, logs.id);
  expect(issues).toMatchObject([{ id: issue.id, made: true }]);
  expect(await findIssueIntents(await aPerson([await aTenant()], "admin"), issue.id)).toBeNull();
  await undoIntentAct(person, { tenantId: tenant.id, actId: merged });
  expect(await made()).toEqual([{ id: refunds.id, name: refunds.name }]);
  expect((await relatedOf(person, logs.id)).issues).toEqual([]);
  await undoIntentAct(person, { tenantId: tenant.id, actId });
  expect(await made()).toEqual([]);
});

test("a grouping that read its rationales before an act is not kept after it", async () => {
  const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
  await groupAnew(person, { tenantId: tenant.id });
  const run = await takeRun(tenant.id);
  if (!run) throw new Error("there is no run");
  const own = proveScope({ kind: "system", name: "tests" } as const, [tenant.id]);
  const word = await read(own, (tx) => lastWord(tx, tenant.id));
  const points = await heaviestPoints(own, tenant.id, WORDS.name);
  await mergeIntents(person, { ...at(refunds), others: [{ id: logs.id, revision: logs.revision }] });
  expect(await keepGroups(own, run, WORDS, { groups: points.map((point) => [point]), word })).toBe("changed");
  expect(await of("kubectl_logs")).toMatchObject({ id: refunds.id, templates: 6 });
});

test("an intent that a grouping finds no more leads to where most of its rationales are", async () => {
  const [refunds, logs] = [await of("create_refund"), await of("kubectl_logs")];
  await groupAnew(person, { tenantId: tenant.id });
  const run = await takeRun(tenant.id);
  if (!run) throw new Error("there is no run");
  const own = proveScope({ kind: "system", name: "tests" } as const, [tenant.id]);
  const points = await heaviestPoints(own, tenant.id, WORDS.name);
  const both = points.filter(({ tool }) => ["create_refund", "kubectl_logs"].includes(tool));
  const others = points.filter((point) => !both.includes(point));
  expect(await keepGroups(own, run, WORDS, { groups: [both, others], word: "" })).toBe("kept");
  const kept = await of("kubectl_logs");
  const gone = kept.id === refunds.id ? logs : refunds;
  expect(await findFormer(person, gone.id)).toMatchObject({ why: "regrouped", toId: kept.id });
  expect(await findFormer(await aPerson([await aTenant()], "admin"), gone.id)).toBeNull();
});
