import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson } from "@/lib/testing/factories";
import { getIssueView } from "../inbox/queries";
import { triageIssues } from "./commands";
import { aReported, itemOf } from "./testing/issues";
import { undoTriage } from "./undo";

const system = systemScope("tests");

/** Two issues assigned to a person, and the act that unassigned the first. */
async function anUnassignment() {
  const { tenant, person, report } = await aReported();
  const other = await aPerson([tenant], "triager");
  const ids = [(await report("crm")).issue.id, (await report("mail")).issue.id];
  const items = async () => Promise.all(ids.map((id) => itemOf(person, id)));
  await triageIssues(person, { verb: "assign", items: await items(), assigneeId: other.actor.id });
  const { actId } = await triageIssues(person, { verb: "assign", items: await items(), assigneeId: null });
  const assignees = async () =>
    Promise.all(ids.map(async (id) => (await getIssueView(person, id)).triage.assignee?.id ?? null));
  return { tenant, person, other, ids, actId: actId ?? "", assignees };
}

type Loss = (other: UserScope) => Promise<unknown>;

test.each<[string, Loss]>([
  [
    "left the tenant",
    ({ actor }) => ingest(system, (tx) => tx.membership.deleteMany({ where: { userId: actor.id } })),
  ],
  [
    "was switched off",
    ({ actor }) =>
      ingest(system, (tx) => tx.user.update({ where: { id: actor.id }, data: { disabledAt: new Date() } })),
  ],
  [
    "only reads now",
    ({ actor }) =>
      ingest(system, (tx) => tx.user.update({ where: { id: actor.id }, data: { role: "viewer" } })),
  ],
])("an issue is not assigned again to somebody who %s", async (_, lose) => {
  const { person, other, ids, actId, assignees } = await anUnassignment();
  await lose(other);
  const { done, left } = await undoTriage(person, actId);
  expect(done).toEqual([]);
  expect(left).toEqual(ids.map((id) => ({ id, why: "assignee", state: "new" })));
  expect(await assignees()).toEqual([null, null]);
});

test("somebody who still may is assigned again", async () => {
  const { person, other, actId, assignees } = await anUnassignment();
  expect((await undoTriage(person, actId)).left).toEqual([]);
  expect(await assignees()).toEqual([other.actor.id, other.actor.id]);
});

test("what leaves the assignment alone is taken back whoever has it", async () => {
  const { tenant, person, report } = await aReported();
  const other = await aPerson([tenant], "triager");
  const { id } = (await report("crm")).issue;
  await triageIssues(person, {
    verb: "assign",
    items: [await itemOf(person, id)],
    assigneeId: other.actor.id,
  });
  const { actId } = await triageIssues(person, { verb: "accept", items: [await itemOf(person, id)] });
  await ingest(system, (tx) => tx.membership.deleteMany({ where: { userId: other.actor.id } }));
  expect((await undoTriage(person, actId ?? "")).done).toMatchObject([{ id, state: "new" }]);
});
