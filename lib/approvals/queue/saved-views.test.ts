import { expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { createApproval } from "../gate/commands";
import { deleteView, listSavedViews, renameView, saveView } from "./saved-views";
import { SAVED_VIEWS_MAX } from "./types";

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
