import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { decideApproval, revokeApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { getWholeApproval, listApprovals, wireApproval } from "../queries";
import { listQueue } from "../queue/queries";
import { acknowledgeApprovals } from "../triage/acknowledge";
import { reportInAnswer } from "../worker";
import { reportExecution } from "./commands";

const system = systemScope("tests");

async function anApproved() {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  const person = await aPerson([tenant]);
  const call = aCall(tenant);
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  const seen = { id, revision: 1, argumentsSha256: call.arguments.sha256 };
  await decideApproval(person, { ...seen, verdict: "approve", seen: LOOKED });
  const { executionId } = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
  return {
    tenant,
    gateway,
    person,
    id,
    executionId: executionId ?? "",
    revoke: () => revokeApproval(person, { ...seen, reason: "Wrong segment" }),
  };
}

const succeeded = (executionId: string) => ({
  executionId,
  state: "succeeded" as const,
  result: RawJson.parse('"sent to 12"'),
});

test("a call that ran although its approval was revoked is recorded as run, shown, and told to the agent", async () => {
  const { gateway, person, id, executionId, revoke } = await anApproved();
  await revoke();
  await expect(reportExecution(gateway.scope, id, { executionId, state: "executing" })).rejects.toMatchObject(
    { code: "CONFLICT" },
  );
  await expect(reportExecution(gateway.scope, id, succeeded(newId()))).rejects.toMatchObject({
    code: "CONFLICT",
  });
  expect(await reportExecution(gateway.scope, id, succeeded(executionId))).toEqual({ replayed: false });
  expect(await reportExecution(gateway.scope, id, succeeded(executionId))).toEqual({ replayed: true });
  const told = await wireApproval(gateway.scope, await getWholeApproval(gateway.scope, id));
  expect(told).toMatchObject({
    decision: "revoked",
    execution: "succeeded",
    status: "succeeded",
    outcome: { status: "succeeded" },
  });
  expect(told.agent_message).toMatch(
    /ran and succeeded although .* revoked.*sent to 12.*Do not run it again/s,
  );
  const view = await getApprovalView(person, id);
  expect(view).toMatchObject({ attention: "needed", decision: "revoked", execution: "succeeded" });
  expect(view.lead).toMatch(/^Ran once although the approval was revoked/);
  expect(view.timeline.map((item) => item.title)).toContain(
    "The call ran although the approval was revoked, and succeeded",
  );
  expect((await listQueue(person, { view: "attention" })).rows.map((row) => row.id)).toEqual([id]);
  const ids = async (status: "succeeded" | "revoked") =>
    (await listApprovals(gateway.scope, { status, limit: 10 })).data.map((row) => row.id);
  expect([await ids("succeeded"), await ids("revoked")]).toEqual([[id], []]);
  const { results } = await acknowledgeApprovals(person, { items: [{ id, changedAt: view.changedAt }] });
  expect(results).toMatchObject([{ ok: true }]);
  expect((await getApprovalView(person, id)).attention).not.toBe("needed");
  const trail = await read(system, (tx) => tx.activity.findMany({ where: { subjectId: id } }));
  expect(trail.map((row) => row.action)).toContain("approval.succeeded");
});

test("so is one that failed, and one reported in the answer to the callback", async () => {
  const one = await anApproved();
  await one.revoke();
  const { id, executionId } = one;
  const error = { message: "no route to host" };
  await reportExecution(one.gateway.scope, id, { executionId, state: "failed", error });
  const view = await getApprovalView(one.person, id);
  expect(view).toMatchObject({ decision: "revoked", execution: "failed", attention: "needed" });
  expect(view.agentMessage).toMatch(/ran and failed although .* revoked.*no route to host/);

  const other = await anApproved();
  await other.revoke();
  const settled = {
    approvalId: other.id,
    tenantId: other.tenant.id,
    recipientId: other.gateway.id,
    outcome: "delivered" as const,
    eventId: newId(),
    deliveryId: newId(),
    answerBody: '{"execution":{"state":"succeeded","result":1}}',
    ...{ error: null, heldMs: null, message: null, remote: undefined },
  };
  await ingest(system, (tx) => reportInAnswer.follow(tx, [settled]));
  expect(await getApprovalView(other.person, other.id)).toMatchObject({ execution: "succeeded" });
});

test("a call that lapsed or whose outcome was unknown is recorded as it ended", async () => {
  for (const state of ["lapsed", "unknown"] as const) {
    const { gateway, person, id, executionId } = await anApproved();
    await ingest(system, async (tx) => {
      await tx.approval.updateMany({ where: { id }, data: { execution: state } });
      await tx.execution.updateMany({ where: { id: executionId }, data: { state } });
    });
    await reportExecution(gateway.scope, id, succeeded(executionId));
    const view = await getApprovalView(person, id);
    expect(view).toMatchObject({ execution: "succeeded", attention: null });
    expect(view.agentMessage).toContain("ran and succeeded");
  }
});

test("whoever revokes while the gateway is being told is told that it may run all the same", async () => {
  const quiet = await anApproved();
  expect((await quiet.revoke()).note).toBeUndefined();
  for (const data of [
    { state: "sending", leaseId: newId(), leaseUntil: new Date(Date.now() + 60_000), attempts: 1 },
    { state: "waiting", attempts: 1 },
    { state: "delivered", attempts: 1, finishedAt: new Date() },
  ] as const) {
    const { id, revoke } = await anApproved();
    await ingest(system, (tx) => tx.delivery.updateMany({ where: { approvalId: id }, data }));
    expect((await revoke()).note).toMatch(/may still run the call/);
  }
});
