import { expect, test } from "vitest";
import { ingest, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import { serializeJson } from "@/lib/core/json/raw";
import { systemScope } from "@/lib/core/scope";
import { ANY_DECIDER } from "@/lib/policies/types";
import { aCall, aGateway, aPerson, aTenant, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "./commands";
import { createApproval } from "./gate/testing/held";
import { getWholeApproval, listApprovals, wireApproval } from "./queries";

const system = systemScope("tests");

test("an approval carries its arguments as text, its delivery, what was edited, and every vote with its revision", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  const [first, second] = [await aPerson([tenant]), await aPerson([tenant])];
  const call = aCall(tenant, { argumentsText: '{"to":"all", "n":9007199254740993}' });
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, call, request);
  await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { approvalsRequired: 2 } }));
  const seen = async () => {
    const row = await read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));
    return { id, revision: row.revision, argumentsSha256: row.argumentsSha256, seen: LOOKED };
  };
  const wired = async () => wireApproval(gateway.scope, await getWholeApproval(gateway.scope, id));
  expect(await wired()).toMatchObject({ delivery: "none", use_by: null, execution_id: null });
  expect((await wired()).differences).toBeUndefined();
  await decideApproval(first, { ...(await seen()), verdict: "approve" });
  const edited = '{"to":"beta", "n":9007199254740993}';
  await decideApproval(second, { ...(await seen()), verdict: "approve", argumentsText: edited });
  await decideApproval(first, { ...(await seen()), verdict: "approve" });
  const told = await wired();
  expect(told).toMatchObject({
    arguments_text: edited,
    delivery: "owed",
    execution_id: expect.any(String),
    use_by: expect.any(Date),
  });
  expect(told.votes.map(({ by, revision }) => [by, revision])).toEqual([
    [first.actor.name, 1],
    [second.actor.name, 2],
    [first.actor.name, 2],
  ]);
  expect(serializeJson(told.differences)).toBe('[{"path":"/to","approved":"beta","received":"all"}]');
  const [listed] = (await listApprovals(gateway.scope, { limit: 1 })).data;
  expect(listed).toMatchObject({ arguments_text: edited, delivery: "owed" });
});

test("an approval names its policy, who may decide it, for people, and which verdicts need a reason", async () => {
  const tenant = await aTenant();
  const gateway = await aGateway([tenant]);
  const person = await aPerson([tenant]);
  const request = { tenantId: tenant.id, key: null, bodySha256: newId() };
  const { approvalId: id } = await createApproval(gateway.scope, aCall(tenant), request);
  const wired = async (scope: typeof person | typeof gateway.scope) =>
    wireApproval(scope, await getWholeApproval(scope, id));
  const deciders = { roles: ["admin" as const], people: ["ines@acme.example"], groups: ["finance"] };
  const anyone = { roles: [], people: [], groups: [] };
  expect(await wired(person)).toMatchObject({ policy: null, deciders: anyone, reason_required: ["reject"] });
  const require = { ...ANY_DECIDER, deciders, reasonRequired: ["approve" as const] };
  const policy = { name: "Payments", version: 3, action: "require", require };
  await ingest(system, (tx) => tx.approval.updateMany({ where: { id }, data: { policy } }));
  const asked = {
    policy: { name: "Payments", version: 3, action: "require" },
    reason_required: ["approve", "reject"],
  };
  expect(await wired(person)).toMatchObject({ ...asked, deciders });
  expect(await wired(gateway.scope)).toMatchObject({ ...asked, deciders: null });
  const [listed] = (await listApprovals(person, { limit: 1 })).data;
  expect(listed).toMatchObject({ ...asked, deciders });
});
