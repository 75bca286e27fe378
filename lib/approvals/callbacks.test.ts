import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { replayDelivery, replayUndelivered } from "@/lib/delivery/commands";
import { listUndelivered } from "@/lib/delivery/failures";
import { moveCallback } from "@/lib/delivery/redirection";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aReceiver, type Receiver, statuses } from "@/lib/delivery/testing/receiver";
import { aScenario, makeDue, type Scenario, system } from "@/lib/delivery/testing/scene";
import * as delivery from "@/lib/delivery/worker";
import { switchCallback } from "@/lib/gateways/commands";
import { aCall, LOOKED } from "@/lib/testing/factories";
import { LAPSED } from "./callbacks";
import { decideApproval, revokeApproval } from "./commands";
import { createApproval } from "./gate/testing/held";
import { showDelivery, runOnce as turnDeadlines } from "./worker";

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
  await decideApproval(scenario.person, { ...seen, verdict: "approve", seen: LOOKED });
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

async function passUseBy(id: string) {
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update approvals set use_by = clock_timestamp() - interval '1 second' where id = ${id}::uuid`,
  );
}

test("of an approval that was revoked while nobody could be told, a replay tells that it was revoked", async () => {
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
  expect(await read(system, (tx) => tx.approval.findFirst({ where: { id } }))).toMatchObject({
    decision: "revoked",
    delivery: "delivered",
  });
});

test("an approval that is still being told when it is revoked is not told as approved again", async () => {
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
      tx.$executeRaw`update approvals set execution = 'succeeded', use_by = clock_timestamp() - interval '1 second' where id = ${id}::uuid`,
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

async function aWaitingCall(callbackUrl?: string) {
  const call = aCall(scenario.tenant, { callbackUrl });
  const request = { tenantId: scenario.tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(scenario.gateway, call, request);
  const seen = { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  return { id, decide: () => decideApproval(scenario.person, { ...seen, verdict: "approve", seen: LOOKED }) };
}

const toldOf = (one: Receiver) =>
  one.received.map(({ path, body }) => [path, JSON.parse(body).data.approval_id as string]);

const originOf = (url: string) => new URL(url).origin;

test("what waited when the callback moved is told at the registered origin, and never at the abandoned one", async () => {
  const there = await aReceiver();
  const [plain, own] = [await aWaitingCall(), await aWaitingCall(`${originOf(receiver.url)}/own`)];
  await moveCallback(system, scenario.gatewayId, there.url);
  await plain.decide();
  await own.decide();
  for (const { id } of [plain, own])
    expect(await deliveriesOf(id)).toMatchObject([{ state: "waiting", url: there.url }]);
  await runOnce();
  expect(toldOf(there).toSorted()).toEqual(
    [
      ["/hooks", plain.id],
      ["/hooks", own.id],
    ].toSorted(),
  );
  expect(receiver.connections()).toBe(0);
  await there.close();
});

test("a path of a call's own is kept while its origin is the registered one, and is back when that is", async () => {
  const there = await aReceiver();
  const sameOrigin = `${originOf(receiver.url)}/new`;
  const [plain, own] = [await aWaitingCall(), await aWaitingCall(`${originOf(receiver.url)}/own`)];
  await moveCallback(system, scenario.gatewayId, there.url);
  await moveCallback(system, scenario.gatewayId, sameOrigin);
  await plain.decide();
  await own.decide();
  await runOnce();
  expect(toldOf(receiver).toSorted()).toEqual(
    [
      ["/new", plain.id],
      ["/own", own.id],
    ].toSorted(),
  );
  expect(there.connections()).toBe(0);
  await there.close();
});

test("the address is that of the moment of sending, whatever is written with what is owed", async () => {
  const there = await aReceiver();
  const { id, decide } = await aWaitingCall();
  await decide();
  // Bypasses the command that reschedules deliveries: another process, or a row of an earlier
  // version.
  await ingest(system, (tx) =>
    tx.gateway.update({ where: { id: scenario.gatewayId }, data: { callbackUrl: there.url } }),
  );
  await runOnce();
  expect(toldOf(there)).toEqual([["/hooks", id]]);
  expect(receiver.connections()).toBe(0);
  expect(await deliveriesOf(id)).toMatchObject([{ state: "delivered", url: there.url }]);
  await there.close();
});

test("a call that waited while its gateway had no address is told at the one it has now", async () => {
  await moveCallback(system, scenario.gatewayId, null);
  const { id, decide } = await aWaitingCall();
  await moveCallback(system, scenario.gatewayId, `${receiver.url}/later`);
  await decide();
  await runOnce();
  expect(toldOf(receiver)).toEqual([["/hooks/later", id]]);
});

test("without an address any more, a call that named a path of its own cannot be told, and the reason is shown", async () => {
  const { id, decide } = await aWaitingCall(`${originOf(receiver.url)}/own`);
  await moveCallback(system, scenario.gatewayId, null);
  await decide();
  await runOnce(DEAD_AT_ONCE);
  expect(await deliveriesOf(id)).toMatchObject([
    { state: "dead", lastError: expect.stringContaining("no callback URL any more") },
  ]);
  expect(receiver.connections()).toBe(0);
});
