import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
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
import { ask } from "./ask";
import { tryCall } from "./try";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let person: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  person = await aPerson([tenant], "approver", "Ines");
  await inForce(admin, []);
});

const mine = () => ({ tenants: [tenant.key] });
const over = () => ({ ...mine(), facts: [{ path: "/how_many", op: "over", value: 1_000 }] as const });

const MANY = { what: "Email broadcast", how_many: 10_412 };

const broadcast = (n: number, facts?: object) =>
  aCall(tenant, {
    ...{ risk: "low", gateway: gateway.name, argumentsText: `{"how_many":9999,"n":${n}}` },
    summary: "Send the broadcast to 10,412 contacts",
    ...(facts ? { facts } : {}),
  });

const answerTo = async (n: number, facts?: object) =>
  (await ask(gateway.scope, broadcast(n, facts), { tenantId: tenant.id, key: null, bodySha256: "" })).answer;

async function held(n: number, facts?: object) {
  const answer = await answerTo(n, facts);
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${JSON.stringify(answer)}`);
  return answer.approval;
}

const approve = (
  { id, revision, argumentsSha256 }: Awaited<ReturnType<typeof held>>,
  argumentsText?: string,
) =>
  decideApproval(person, {
    ...{ id, revision, argumentsSha256, verdict: "approve", seen: LOOKED },
    ...(argumentsText ? { argumentsText } : {}),
  });

test("holds a broadcast at low risk whose number is in no argument", async () => {
  expect((await answerTo(1, MANY)).kind).toBe("allow");
  await inForce(admin, [require(over())]);
  expect(await held(2, MANY)).toMatchObject({
    heldBecause: "policy_required",
    policy: { name: "requiring", matchesFacts: true },
  });
  await held(3, { how_many: "10,412" });
  expect((await answerTo(4, { how_many: 12 })).kind).toBe("allow");
  expect((await answerTo(5)).kind).toBe("allow");
  const trying = (facts: object) => tryCall(admin, { call: broadcast(6, facts) });
  expect(await trying(MANY)).toMatchObject({ outcome: "wait", policy: "requiring" });
  expect(await trying({ how_many: 12 })).toMatchObject({
    considered: [{ failedOn: "a fact the gateway states: “how many” over 1,000" }],
  });
});

test("a refusal saved later stops the waiting call, also with edited arguments", async () => {
  await inForce(admin, [require(mine())]);
  const [many, few] = [await held(1, MANY), await held(2, { how_many: 12 })];
  await inForce(admin, [deny(over())]);
  const refused = { message: expect.stringContaining("“denying”") };
  await expect(approve(many)).rejects.toMatchObject(refused);
  await expect(approve(many, '{"n":1}')).rejects.toMatchObject(refused);
  expect(await approve(few)).toMatchObject({ decision: "approved" });
});

test("an edit does not change the facts, by which the call is judged again", async () => {
  await inForce(admin, [require(over())]);
  const approval = await held(1, MANY);
  await approve(approval, '{"n":1}');
  const row = await read(system, (tx) => tx.approval.findFirst({ where: { id: approval.id } }));
  expect(row).toMatchObject({ decision: "approved", revision: 2, facts: MANY });
  expect(row?.editPolicies).toMatchObject([{ name: "requiring", matchesFacts: true }]);
});
