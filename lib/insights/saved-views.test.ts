import { expect, test } from "vitest";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { saveView } from "@/lib/approvals/queue/saved-views";
import { deleteView, renameView } from "@/lib/auth/people/saved-views";
import { SAVED_VIEWS_MAX } from "@/lib/auth/people/types";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { inboxList } from "@/lib/feedback/inbox/list";
import { listInbox } from "@/lib/feedback/inbox/queries";
import { saveInboxView } from "@/lib/feedback/inbox/saved-views";
import { aReported, bringTo } from "@/lib/feedback/triage/testing/issues";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { readFrame } from "./frame";

const listSavedViews = async (person: UserScope) => (await readFrame(person)).saved;

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  for (const risk of ["high", "low", "high"] as const) {
    await createApproval(gateway.scope, aCall(tenant, { risk, argumentsText: `{"n":"${newId()}"}` }), {
      tenantId: tenant.id,
      key: null,
      bodySha256: newId(),
    });
  }
  return { ines: await aPerson([tenant]), maya: await aPerson([tenant]) };
}

test("a saved view is one's own, counts what it finds, and keeps only what is a filter", async () => {
  const { ines, maya } = await aScenario();
  const { id } = await saveView(ines, { name: "High ones", query: "?risk=high&view=all&cursor=zzz&evil=1" });
  expect(await listSavedViews(ines)).toEqual([
    { id, name: "High ones", href: "/approvals?view=all&risk=high", count: 2 },
  ]);
  expect(await listSavedViews(maya)).toEqual([]);
});

test("it is renamed and deleted by its owner only; names are used once", async () => {
  const { ines, maya } = await aScenario();
  const { id } = await saveView(ines, { name: "One", query: "view=all" });
  await saveView(ines, { name: "Two", query: "view=high" });
  await expect(saveView(ines, { name: "One", query: "" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  await expect(renameView(ines, { id, name: "Two" })).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  await expect(renameView(maya, { id, name: "Mine" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(deleteView(maya, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await renameView(ines, { id, name: "Uno" });
  expect((await listSavedViews(ines)).map((view) => view.name)).toEqual(["Uno", "Two"]);
  await deleteView(ines, id);
  expect((await listSavedViews(ines)).map((view) => view.name)).toEqual(["Two"]);
});

test("there are at most so many, also when saved at once", async () => {
  const person = await aPerson([]);
  const tries = Array.from({ length: SAVED_VIEWS_MAX + 3 }, (_, i) =>
    saveView(person, { name: `View ${i}`, query: "view=all" }),
  );
  const done = (await Promise.allSettled(tries)).filter((one) => one.status === "fulfilled");
  expect(done).toHaveLength(SAVED_VIEWS_MAX);
});

test("filters of the inbox are kept beside those of the queue, each with its own number and place", async () => {
  const { person, report } = await aReported();
  const { issue } = await report("crm");
  await report("mail");
  await bringTo(person, issue.id, ["accept"]);
  const accepted = await saveInboxView(person, {
    name: "Accepted",
    query: "?state=accepted&cursor=zzz&evil=1",
  });
  const queue = await saveView(person, { name: "Calls", query: "view=all" });
  const words = await saveInboxView(person, { name: "Mail", query: "view=new&q=mail" });
  expect(await listSavedViews(person)).toEqual([
    { id: accepted.id, name: "Accepted", href: "/feedback?view=all&state=accepted", count: 1 },
    { id: queue.id, name: "Calls", href: "/approvals?view=all", count: 0 },
    { id: words.id, name: "Mail", href: "/feedback?view=new&q=mail", count: null },
  ]);
  await expect(saveInboxView(person, { name: "Calls", query: "" })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
  const shown = async (search: Record<string, string>) =>
    (await listInbox(person, inboxList.parse(search).filter)).saved;
  expect(await shown({ state: "accepted" })).toEqual({ id: accepted.id, name: "Accepted" });
  // The same query on another list is another view.
  expect(await shown({ view: "all" })).toBeNull();
});
