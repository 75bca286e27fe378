import { afterAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aGateway, aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { listIntents } from "../browser/queries";
import { groupAnew } from "../commands";
import { runOnce } from "../runs/worker";
import { errands, say, tellAll, WORDS } from "../testing/rationales";
import { markIntents, pinIntent } from "./commands";
import type { IntentMark } from "./types";
import { undoIntentAct, undoIntentMarks } from "./undo";

const system = systemScope("tests");

afterAll(closeDatabase);

let tenant: TestTenant;
let person: UserScope;

const list = (only?: "ignored") =>
  listIntents(person, only ? { only } : {}, { limit: 50 }).then(({ rows }) => rows);

/** Marks so many intents of the list, as it shows them. */
async function markFirst(many: number, mark: IntentMark) {
  const intents = (await list()).slice(0, many).map(({ id, revision }) => ({ id, revision }));
  return { intents, ...(await markIntents(person, { tenantId: tenant.id, mark, intents })) };
}

beforeEach(async () => {
  tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  person = await aPerson([tenant], "triager");
  await say(gateway, tenant, errands(240));
  await tellAll(tenant);
  await groupAnew(person, { tenantId: tenant.id });
  await runOnce(WORDS, undefined, tenant.id);
});

test("several intents get one mark together, each with an act of the trail, and lose it together", async () => {
  const all = (await list()).length;
  const { actIds } = await markFirst(3, "ignored");
  expect(await list()).toHaveLength(all - 3);
  const trail = () =>
    read(system, (tx) =>
      tx.activity.groupBy({ by: ["action"], _count: true, where: { tenantId: tenant.id } }),
    );
  expect(await trail()).toContainEqual({ action: "intent.ignored", _count: 3 });
  await undoIntentMarks(person, { tenantId: tenant.id, actIds });
  expect(await list()).toHaveLength(all);
  expect(await list("ignored")).toEqual([]);
  expect(await trail()).toContainEqual({ action: "intent.act_undone", _count: 3 });
});

test("a review of several holds for each, and one of them is opened again alone", async () => {
  const { actIds } = await markFirst(2, "reviewed");
  const reviewed = async () => (await list()).filter(({ review }) => review === "reviewed").length;
  expect(await reviewed()).toBe(2);
  await undoIntentAct(person, { tenantId: tenant.id, actId: actIds[0] ?? "" });
  expect(await reviewed()).toBe(1);
  // The first is taken back already, so neither is.
  await expect(undoIntentMarks(person, { tenantId: tenant.id, actIds })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await reviewed()).toBe(1);
});

test("none is marked if another person acted on one of them, or one is no more", async () => {
  const other = await aPerson([tenant], "triager");
  const [first, second] = await list();
  if (!first || !second) throw new Error("too few intents");
  const intents = [first, second].map(({ id, revision }) => ({ id, revision }));
  await pinIntent(other, { tenantId: tenant.id, id: second.id, revision: second.revision, on: true });
  const mark = (over: typeof intents) =>
    markIntents(person, { tenantId: tenant.id, mark: "ignored", intents: over });
  await expect(mark(intents)).rejects.toMatchObject({ code: "STALE_VIEW" });
  await expect(mark([...intents.slice(0, 1), { id: tenant.id, revision: 1 }])).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
  expect(await list("ignored")).toEqual([]);
});

test("marks are taken back after an undo without reading the page again, and not over a later mark", async () => {
  const { intents, actIds } = await markFirst(2, "pinned");
  await undoIntentMarks(person, { tenantId: tenant.id, actIds });
  // The page still has the revisions from before the first mark.
  const again = await markIntents(person, { tenantId: tenant.id, mark: "pinned", intents });
  const later = (await list()).slice(0, 2).map(({ id, revision }) => ({ id, revision }));
  await markIntents(person, { tenantId: tenant.id, mark: "unpinned", intents: later });
  await expect(undoIntentMarks(person, { tenantId: tenant.id, actIds: again.actIds })).rejects.toMatchObject({
    code: "CONFLICT",
  });
});
