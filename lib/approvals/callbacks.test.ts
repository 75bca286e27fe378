import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { replayDelivery, replayUndelivered } from "@/lib/delivery/commands";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aReceiver, type Receiver, statuses } from "@/lib/delivery/testing/receiver";
import { aScenario, makeDue, type Scenario, system } from "@/lib/delivery/testing/scene";
import { listUndelivered } from "@/lib/delivery/undelivered";
import * as delivery from "@/lib/delivery/worker";
import { switchCallback } from "@/lib/gateways/commands";
import { aCall } from "@/lib/testing/factories";
import { LAPSED } from "./callbacks";
import { decideApproval, revokeApproval } from "./commands";
import { createApproval } from "./gate/commands";
import { showDelivery, runOnce as turnDeadlines } from "./worker";

/** A pass of the delivery worker, as scripts/worker.ts runs it. */
const runOnce = (options: delivery.DeliveryWorkerOptions = {}) =>
  delivery.runOnce({ lapsed: LAPSED, ...options });
const DEAD_AT_ONCE = { schedule: { offsetsMs: [0], everyMs: 1, giveUpMs: 0 }, settle: [showDelivery] };

let drop: () => Promise<void>;

let asOwner: (statements: readonly string[]) => Promise<void>;

let receiver: Receiver;

let scenario: Scenario;

beforeAll(async () => {
  ({ drop, asOwner } = await useOwnDatabase());
});

beforeEach(async () => {
  receiver = await aReceiver(statuses(500, 200));
  scenario = await aScenario(receiver.url);
});

afterEach(() => receiver.close());

afterAll(async () => {
  await closeDatabase();
  await drop();
});

async function anApprovedCall() {
  const call = aCall(scenario.tenant);
  const request = { tenantId: scenario.tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(scenario.gateway, call, request);
  const seen = { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  await decideApproval(scenario.person, { ...seen, verdict: "approve", seen: {} });
  return {
    id,
    revoke: () => revokeApproval(scenario.person, { ...seen, reason: "No, stop" }),
  };
}

const told = () => receiver.received.map((one) => JSON.parse(one.body).type);

async function turn(on: boolean) {
  await switchCallback(system, scenario.gatewayId, on ? null : "Maintenance.");
}

function deliveriesOf(approvalId: string) {
  return read(system, (tx) => tx.delivery.findMany({ where: { approvalId }, orderBy: { id: "asc" } }));
}

/** Lets the time pass in which the approval may be used. */
async function passUseBy(id: string) {
  await ingest(
    system,
    (tx) => tx.$executeRaw`update approvals set use_by = clock_timestamp() where id = ${id}::uuid`,
  );
}

test("of an approval that was withdrawn while nobody could be told, a replay tells that it was withdrawn", async () => {
  const { id, revoke } = await anApprovedCall();
  await runOnce(DEAD_AT_ONCE);
  await turn(false);
  await revoke();
  await turn(true);
  const { results } = await replayUndelivered(scenario.person, scenario.gatewayId, LAPSED);
  expect(results).toMatchObject([{ ok: true }]);
  await runOnce(DEAD_AT_ONCE);
  expect(told()).toEqual(["approval.approved", "approval.revoked"]);
  expect((await listUndelivered(scenario.person, LAPSED)).rows).toEqual([]);
  expect(await read(system, (tx) => tx.approval.findUnique({ where: { id } }))).toMatchObject({
    decision: "revoked",
    delivery: "delivered",
  });
});

test("an approval that is still being told when it is withdrawn is not told as approved again", async () => {
  const { id, revoke } = await anApprovedCall();
  await runOnce();
  await revoke();
  const [waiting] = await deliveriesOf(id);
  if (!waiting) throw new Error("a delivery was expected");
  await makeDue(waiting.id);
  await runOnce();
  expect(told()).toEqual(["approval.approved", "approval.revoked", "approval.revoked"]);
  const ids = receiver.received.slice(1).map((one) => one.headers["webhook-id"]);
  expect(new Set(ids).size, "the gateway can tell that it is the same news").toBe(1);
});

test("an approval that lapsed is neither sent again nor tried any more, and the page says so", async () => {
  const dead = await anApprovedCall();
  await runOnce(DEAD_AT_ONCE);
  const [delivery] = await deliveriesOf(dead.id);
  if (!delivery) throw new Error("a delivery was expected");
  await passUseBy(dead.id);
  await expect(replayDelivery(scenario.person, delivery.id, LAPSED)).rejects.toMatchObject({
    code: "CONFLICT",
  });
  const waiting = await anApprovedCall();
  await passUseBy(waiting.id);
  await turnDeadlines();
  await runOnce(DEAD_AT_ONCE);
  expect(told()).toEqual(["approval.approved"]);
  expect(await deliveriesOf(waiting.id)).toMatchObject([
    { state: "dead", lastError: expect.stringContaining("not used in time") },
  ]);
  const { rows } = await listUndelivered(scenario.person, LAPSED);
  expect(rows.map((row) => row.lapsed)).toEqual([true, true]);
  expect(await replayUndelivered(scenario.person, scenario.gatewayId, LAPSED)).toEqual({
    results: [],
    more: false,
  });
});

test("an approval that was used can be told again", async () => {
  const { id } = await anApprovedCall();
  await runOnce();
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update approvals set execution = 'succeeded', use_by = clock_timestamp() where id = ${id}::uuid`,
  );
  const [delivery] = await deliveriesOf(id);
  if (!delivery) throw new Error("a delivery was expected");
  await makeDue(delivery.id);
  await runOnce();
  await replayDelivery(scenario.person, delivery.id, LAPSED);
  await runOnce();
  expect(told()).toEqual(["approval.approved", "approval.approved", "approval.approved"]);
});

test("what was sent again before something unexpected is told beside what was not", async () => {
  const before = await anApprovedCall();
  const broken = await anApprovedCall();
  await runOnce(DEAD_AT_ONCE);
  await ingest(system, (tx) => tx.$executeRaw`update deliveries set state = 'dead'`);
  const [bad] = await deliveriesOf(broken.id);
  await asOwner([
    `create function refuse_one() returns trigger language plpgsql as $$ begin
       if new.id = '${bad?.id}' then raise exception 'broken'; end if; return new; end $$`,
    "create trigger refuse_one before update on deliveries for each row execute function refuse_one()",
  ]);
  const { results } = await replayUndelivered(scenario.person, scenario.gatewayId, LAPSED);
  await asOwner(["drop trigger refuse_one on deliveries"]);
  expect(results.map((one) => one.ok)).toEqual([true, false]);
  expect(await deliveriesOf(before.id)).toMatchObject([{ state: "waiting" }]);
  expect(await deliveriesOf(broken.id)).toMatchObject([{ state: "dead" }]);
});
