import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { reportExecution } from "../execution/commands";
import { createApproval } from "../gate/testing/held";
import { listQueue } from "../queue/queries";
import { listWaiting } from "../queue/waiting";
import { runOnce, showDelivery } from "../worker";
import { acknowledgeApprovals, unacknowledgeApprovals } from "./acknowledge";
import { acknowledgeInput } from "./schema";

const system = systemScope("tests");

type Scenario = { tenant: TestTenant; gateway: TestGateway; ines: UserScope; maya: UserScope };

async function aScenario(): Promise<Scenario> {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const ines = await aPerson([tenant], "approver", "Ines");
  return { tenant, gateway, ines, maya: await aPerson([tenant], "admin", "Maya") };
}

async function approved({ tenant, gateway, ines }: Scenario): Promise<{ id: string; executionId: string }> {
  const call = aCall(tenant, { argumentsText: `{"path":"${newId()}"}` });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  await decideApproval(ines, {
    id,
    revision: 1,
    argumentsSha256: call.arguments.sha256,
    verdict: "approve",
    seen: LOOKED,
  });
  const row = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
  return { id, executionId: row.executionId ?? "" };
}

const report = (
  { gateway }: Scenario,
  call: { id: string; executionId: string },
  state: "succeeded" | "failed",
) => reportExecution(gateway.scope, call.id, { executionId: call.executionId, state });

async function aFailedCall(scenario: Scenario): Promise<string> {
  const call = await approved(scenario);
  await report(scenario, call, "failed");
  return call.id;
}

async function aLapsedCall(scenario: Scenario): Promise<{ id: string; executionId: string }> {
  const call = await approved(scenario);
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update approvals set use_by = clock_timestamp() - interval '1 second' where id = ${call.id}::uuid`,
  );
  await runOnce();
  return call;
}

const told = ({ tenant, gateway }: Scenario, approvalId: string, outcome: "delivered" | "dead") =>
  ingest(system, (tx) =>
    showDelivery.follow(tx, [
      {
        deliveryId: newId(),
        approvalId,
        tenantId: tenant.id,
        recipientId: gateway.id,
        eventId: newId(),
        outcome,
        answerBody: null,
        heldMs: null,
        ...{ error: null, message: null, remote: undefined },
      },
    ]),
  );

const seen = async (person: UserScope, id: string) => ({
  id,
  changedAt: (await getApprovalView(person, id)).changedAt,
});

const settle = async (person: UserScope, id: string, note?: string) =>
  (await acknowledgeApprovals(person, { items: [await seen(person, id)], note })).results[0];

const listed = async (person: UserScope) =>
  (await listQueue(person, { view: "attention" })).rows.map((row) => row.id);

const attention = async (person: UserScope, id: string) => (await getApprovalView(person, id)).attention;

test("what was acknowledged leaves the list and the count, for everyone, and says who and why", async () => {
  const scenario = await aScenario();
  const id = await aFailedCall(scenario);
  expect(await attention(scenario.maya, id)).toBe("needed");
  expect((await listWaiting(scenario.maya)).attention).toBe(1);
  expect(await settle(scenario.ines, id, "Ran it by hand")).toMatchObject({ id, ok: true });
  expect(await listed(scenario.maya)).toEqual([]);
  const { counts, rows } = await listQueue(scenario.maya, { view: "decided" });
  expect(counts.attention).toBe(0);
  expect(rows).toMatchObject([{ id, acknowledgedBy: "Ines" }]);
  expect((await listWaiting(scenario.maya)).attention).toBe(0);
  const view = await getApprovalView(scenario.maya, id);
  expect(view.attention).toMatchObject({ by: "Ines", note: "Ran it by hand" });
  expect(view.timeline.at(-1)).toMatchObject({
    title: "Acknowledged",
    by: "Ines",
    detail: "“Ran it by hand”",
  });
});

test("anybody who decides takes the mark back, once; the call stands where it stood in the list", async () => {
  const scenario = await aScenario();
  const id = await aFailedCall(scenario);
  const newer = await aFailedCall(scenario);
  const result = await settle(scenario.ines, id);
  if (!result?.ok) throw new Error("not marked");
  const mark = { id, acknowledgedAt: result.acknowledgedAt };
  expect((await unacknowledgeApprovals(scenario.maya, { items: [mark] })).results).toEqual([
    { id, ok: true },
  ]);
  expect(await listed(scenario.ines)).toEqual([newer, id]);
  expect((await getApprovalView(scenario.ines, id)).timeline.at(-1)).toMatchObject({ by: "Maya" });
  const again = await unacknowledgeApprovals(scenario.ines, { items: [mark] });
  expect(again.results).toMatchObject([{ ok: false, message: expect.stringContaining("again already") }]);
  await settle(scenario.maya, id);
  const stale = await unacknowledgeApprovals(scenario.ines, { items: [mark] });
  expect(stale.results).toMatchObject([
    { ok: false, message: expect.stringContaining("Maya acknowledged it again") },
  ]);
  expect(await listed(scenario.ines)).toEqual([newer]);
});

test("it comes back when something else goes wrong, and not when something goes right", async () => {
  const scenario = await aScenario();
  const call = await aLapsedCall(scenario);
  await settle(scenario.ines, call.id, "Not needed any more");
  await told(scenario, call.id, "delivered");
  expect(await attention(scenario.ines, call.id)).toMatchObject({ by: "Ines" });
  await report(scenario, call, "failed");
  expect(await attention(scenario.ines, call.id)).toBe("needed");
  expect(await listed(scenario.maya)).toEqual([call.id]);
});

test("a callback that dies again brings the call back; one that is delivered ends the mark", async () => {
  const scenario = await aScenario();
  const { id } = await approved(scenario);
  await told(scenario, id, "dead");
  await settle(scenario.ines, id, "Told them by phone");
  expect(await listed(scenario.ines)).toEqual([]);
  await told(scenario, id, "dead");
  expect(await listed(scenario.ines)).toEqual([id]);
  await settle(scenario.ines, id);
  await told(scenario, id, "delivered");
  expect(await attention(scenario.ines, id)).toBeNull();
});

test("a gateway that was told by other means and then runs the call does not bring it back", async () => {
  const scenario = await aScenario();
  const call = await approved(scenario);
  await told(scenario, call.id, "dead");
  await settle(scenario.ines, call.id, "Told them by phone");
  await report(scenario, call, "succeeded");
  expect(await attention(scenario.ines, call.id)).toMatchObject({ note: "Told them by phone" });
  expect(await listed(scenario.ines)).toEqual([]);
});

test("what went wrong after somebody looked is not marked with it", async () => {
  const scenario = await aScenario();
  const call = await aLapsedCall(scenario);
  const before = await seen(scenario.ines, call.id);
  await report(scenario, call, "failed");
  const { results } = await acknowledgeApprovals(scenario.ines, { items: [before] });
  expect(results).toMatchObject([{ ok: false, message: expect.stringContaining("after you looked") }]);
  expect(await listed(scenario.ines)).toEqual([call.id]);
});

test("of two at once one marks it, and the other learns who; the trail holds it once", async () => {
  const scenario = await aScenario();
  for (let round = 0; round < 5; round += 1) {
    const id = await aFailedCall(scenario);
    const items = [await seen(scenario.ines, id)];
    const tries = await Promise.all(
      [scenario.ines, scenario.maya].map((person) =>
        acknowledgeApprovals(person, { items, note: `${person.actor.name} did` }),
      ),
    );
    const [first, second] = tries.map((one) => one.results[0]);
    const winner = first?.ok ? "Ines" : "Maya";
    const lost = first?.ok ? second : first;
    expect([first?.ok, second?.ok].filter(Boolean)).toHaveLength(1);
    expect(lost).toMatchObject({ message: expect.stringContaining(`${winner} acknowledged it`) });
    expect(await attention(scenario.ines, id)).toMatchObject({ by: winner, note: `${winner} did` });
    const { timeline } = await getApprovalView(scenario.ines, id);
    expect(timeline.filter((item) => item.title === "Acknowledged")).toHaveLength(1);
  }
});

test("a mark and a new failure at the same moment never hide the failure", async () => {
  const scenario = await aScenario();
  for (let round = 0; round < 10; round += 1) {
    const call = await aLapsedCall(scenario);
    const items = [await seen(scenario.ines, call.id)];
    await Promise.all([acknowledgeApprovals(scenario.ines, { items }), report(scenario, call, "failed")]);
    expect(await attention(scenario.ines, call.id)).toBe("needed");
  }
});

test("two that mark the same calls in opposite order both end, and each call is marked once", async () => {
  const scenario = await aScenario();
  const ids = await Promise.all(Array.from({ length: 8 }, () => aFailedCall(scenario)));
  const items = await Promise.all(ids.map((id) => seen(scenario.ines, id)));
  const [one, other] = await Promise.all([
    acknowledgeApprovals(scenario.ines, { items }),
    acknowledgeApprovals(scenario.maya, { items: items.toReversed() }),
  ]);
  expect(one.results.map(({ id }) => id)).toEqual(ids);
  expect([...one.results, ...other.results].filter((result) => result.ok)).toHaveLength(8);
});

test("of many, those that can be are marked, and each other one says why", async () => {
  const scenario = await aScenario();
  const other = await aScenario();
  const wrong = await aFailedCall(scenario);
  const fine = (await approved(scenario)).id;
  const foreign = await aFailedCall(other);
  const items = [
    await seen(scenario.ines, wrong),
    await seen(scenario.ines, fine),
    await seen(other.ines, foreign),
    { id: newId(), changedAt: new Date() },
  ];
  const { results } = await acknowledgeApprovals(scenario.ines, { items });
  const none = expect.stringContaining("no such approval");
  expect(results).toMatchObject([
    { id: wrong, ok: true },
    { id: fine, ok: false, message: expect.stringContaining("Nothing is wrong") },
    { id: foreign, ok: false, message: none },
    { ok: false, message: none },
  ]);
  expect(await attention(other.ines, foreign)).toBe("needed");
  const mark = await settle(other.ines, foreign);
  if (!mark?.ok) throw new Error("not marked");
  const back = await unacknowledgeApprovals(scenario.ines, { items: [mark] });
  expect(back.results).toMatchObject([{ ok: false, message: none }]);
  expect(await attention(other.ines, foreign)).toMatchObject({ by: "Ines" });
});

test("an empty note is none, and one that is too long is refused", () => {
  const items = [{ id: newId(), changedAt: new Date() }];
  expect(acknowledgeInput.safeParse({ items, note: "x".repeat(501) }).success).toBe(false);
  expect(acknowledgeInput.parse({ items, note: "   " }).note).toBe("");
});
