import { expect, test } from "vitest";
import { ingest } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant } from "@/lib/testing/factories";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { listQueue } from "../queue/queries";
import { assignApproval, unassignApproval } from "./assign";

const system = systemScope("tests");

async function aScenario() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const made = await createApproval(gateway.scope, aCall(tenant), {
    tenantId: tenant.id,
    key: null,
    bodySha256: newId(),
  });
  const people = await Promise.all(
    ["Ines", "Maya", "Noor", "Otto"].map((name) => aPerson([tenant], "approver", name)),
  );
  const [ines, maya] = people;
  if (!ines || !maya) throw new Error("nobody");
  return { tenant, id: made.approvalId, people, ines, maya };
}

const claimOf = async (person: Parameters<typeof listQueue>[0]) =>
  (await listQueue(person, { view: "all" })).rows[0]?.assignment ?? null;

test("of four people claiming at once, one gets it and the others learn who", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, people } = await aScenario();
    const tries = await Promise.allSettled(people.map((person) => assignApproval(person, { id })));
    const won = tries.findIndex((one) => one.status === "fulfilled");
    expect(tries.filter((one) => one.status === "fulfilled")).toHaveLength(1);
    const name = people[won]?.actor.name;
    for (const one of tries) {
      if (one.status === "rejected")
        expect(one.reason).toMatchObject({
          code: "CONFLICT",
          message: expect.stringContaining(`assigned to ${name}`),
        });
    }
  }
});

test("it is taken over only from the person one saw, with a word, which the timeline keeps", async () => {
  const { id, ines, maya, people } = await aScenario();
  await assignApproval(ines, { id });
  await expect(assignApproval(maya, { id })).rejects.toMatchObject({ code: "CONFLICT" });
  await assignApproval(maya, { id, takeOver: { from: ines.actor.id, word: "You are at lunch" } });
  expect(await claimOf(ines)).toMatchObject({ userId: maya.actor.id, name: "Maya" });
  const late = people[2];
  if (!late) throw new Error("nobody");
  await expect(
    assignApproval(late, { id, takeOver: { from: ines.actor.id, word: "Mine" } }),
  ).rejects.toMatchObject({ message: expect.stringContaining("assigned to Maya") });
  const { timeline } = await getApprovalView(ines, id);
  expect(timeline.find((item) => item.detail?.includes("at lunch"))).toMatchObject({ by: "Maya" });
});

test("it ends by itself, is let go by its holder only, and can be renewed", async () => {
  const { id, ines, maya } = await aScenario();
  await assignApproval(ines, { id });
  await expect(unassignApproval(maya, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await assignApproval(ines, { id });
  await unassignApproval(ines, id);
  expect(await claimOf(ines)).toBeNull();
  await assignApproval(ines, { id });
  await ingest(system, (tx) =>
    tx.approvalAssignment.updateMany({ where: { approvalId: id }, data: { until: new Date(0) } }),
  );
  expect(await claimOf(maya)).toBeNull();
  await assignApproval(maya, { id });
  expect(await claimOf(maya)).toMatchObject({ name: "Maya" });
});
