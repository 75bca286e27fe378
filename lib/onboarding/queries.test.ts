import { expect, test } from "vitest";
import { decideApproval } from "@/lib/approvals/commands";
import { createApproval } from "@/lib/approvals/gate/testing/held";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { keepRequests } from "@/lib/gateways/requests/commands";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
} from "@/lib/testing/factories";
import { getFirstSteps } from "./queries";

const system = systemScope("tests");

async function aSetting(callbackUrl: string | null) {
  const tenant = await aTenant();
  return { tenant, gateway: await aGateway([tenant], callbackUrl), person: await aPerson([tenant]) };
}

let calls = 0;

async function aPendingCall(tenant: TestTenant, gateway: TestGateway): Promise<string> {
  calls += 1;
  const made = await createApproval(
    gateway.scope,
    aCall(tenant, { argumentsText: `{"path":"/tmp/${calls}"}` }),
    { tenantId: tenant.id, key: null, bodySha256: newId() },
  );
  return made.approvalId;
}

async function reject(person: UserScope, id: string): Promise<void> {
  const { revision, argumentsSha256 } = await read(system, (tx) =>
    tx.approval.findFirstOrThrow({ where: { id } }),
  );
  await decideApproval(person, { id, revision, argumentsSha256, verdict: "reject", reason: "Not today" });
}

async function aRequest(tenant: TestTenant, gateway: TestGateway, target: string): Promise<void> {
  await keepRequests(system, [
    {
      at: new Date(Date.now() + 1_000),
      tenantId: tenant.id,
      gatewayId: gateway.id,
      keyId: newId(),
      method: "GET",
      target,
      status: 200,
      durationMs: 1,
      requestId: newId(),
      idempotencyKey: null,
      bytes: null,
      body: null,
      response: null,
      made: null,
    },
  ]);
}

test("steps tick one after the other and stay, whatever the gateway sends later", async () => {
  const { tenant, gateway, person } = await aSetting("http://127.0.0.1:9/hook");
  expect(await getFirstSteps(person)).toMatchObject({ gateway: { id: gateway.id }, call: null, told: null });
  const first = await aPendingCall(tenant, gateway);
  expect(await getFirstSteps(person)).toMatchObject({ call: { id: first, decision: "pending" }, told: null });
  await reject(person, first);
  await aPendingCall(tenant, gateway);
  expect(await getFirstSteps(person)).toMatchObject({
    call: { id: first, decision: "rejected" },
    told: { by: "callback", state: "waiting" },
  });

  await ingest(system, async (tx) => {
    await tx.delivery.updateMany({
      where: { approvalId: first },
      data: { state: "delivered", finishedAt: new Date() },
    });
    await tx.approval.updateMany({ where: { id: first }, data: { delivery: "delivered" } });
  });
  const second = await aPendingCall(tenant, gateway);
  await reject(person, second);
  const told = { call: { id: first }, told: { by: "callback", state: "delivered" } };
  expect(await getFirstSteps(person)).toMatchObject(told);

  // Another gateway in setup changes nothing.
  const other = await aGateway([tenant]);
  expect(await getFirstSteps(person)).toMatchObject({ gateway: { id: gateway.id }, ...told });
  await aPendingCall(tenant, other);
  expect(await getFirstSteps(person)).toMatchObject({ gateway: { id: gateway.id }, ...told });
});

test("a gateway that asks by itself was told when it asked after a decision, and stays told", async () => {
  const { tenant, gateway, person } = await aSetting(null);
  const first = await aPendingCall(tenant, gateway);
  await reject(person, first);
  await aRequest(tenant, gateway, "/api/v1/approvals/not-an-id");
  expect(await getFirstSteps(person)).toMatchObject({
    call: { id: first },
    told: { by: "asking", asked: false },
  });
  await aRequest(tenant, gateway, `/api/v1/approvals/${first}?wait=20`);
  const second = await aPendingCall(tenant, gateway);
  await reject(person, second);
  expect(await getFirstSteps(person)).toMatchObject({
    call: { id: first },
    told: { by: "asking", asked: true },
  });
});

test("the call that is shown is the one this person decided, never what somebody else did with another", async () => {
  const { tenant, gateway, person } = await aSetting(null);
  const colleague = await aPerson([tenant], "admin");
  const mine = await aPendingCall(tenant, gateway);
  expect((await getFirstSteps(colleague)).call).toMatchObject({
    id: mine,
    decision: "pending",
    yours: false,
  });
  await reject(person, mine);
  // A person without decisions sees the result of others, but is not done.
  expect(await getFirstSteps(colleague)).toMatchObject({ call: { id: mine, yours: false }, told: null });
  const theirs = await aPendingCall(tenant, gateway);
  expect((await getFirstSteps(colleague)).call).toMatchObject({ id: theirs, decision: "pending" });
  await reject(colleague, theirs);
  await aRequest(tenant, gateway, `/api/v1/approvals/${theirs}`);
  expect(await getFirstSteps(colleague)).toMatchObject({
    call: { id: theirs, yours: true, decidedBy: colleague.actor.name },
    told: { by: "asking", asked: true },
  });
  // The colleague's call got further, but this person sees their own.
  expect(await getFirstSteps(person)).toMatchObject({
    call: { id: mine, yours: true, decidedBy: person.actor.name },
    told: { by: "asking", asked: false },
  });
});

test("the gateway that is shown is the one whose call this person decided", async () => {
  const { tenant, gateway, person } = await aSetting("http://127.0.0.1:9/hook");
  const colleague = await aPerson([tenant], "admin");
  const mine = await aPendingCall(tenant, gateway);
  await reject(person, mine);
  const other = await aGateway([tenant], "http://127.0.0.1:9/other");
  const theirs = await aPendingCall(tenant, other);
  await reject(colleague, theirs);
  await ingest(system, (tx) =>
    tx.approval.updateMany({ where: { id: theirs }, data: { delivery: "delivered" } }),
  );
  expect(await getFirstSteps(person)).toMatchObject({ gateway: { id: gateway.id }, call: { id: mine } });
  expect(await getFirstSteps(colleague)).toMatchObject({ gateway: { id: other.id }, call: { id: theirs } });
});
