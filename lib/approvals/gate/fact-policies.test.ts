import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
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
import { ask as authorize } from "./ask";
import { tryCall } from "./try";
import type { GateAnswer } from "./types";

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

type Over = Parameters<typeof aCall>[1];

const ask = (over: Over = {}, key: string | null = null) =>
  authorize(gateway.scope, aCall(tenant, over), { tenantId: tenant.id, key, bodySha256: "" });

const answerTo = async (over?: Over, key?: string) => (await ask(over, key)).answer;

const mine = () => ({ tenants: [tenant.key] });

const rows = () =>
  read(system, (tx) =>
    tx.approval.findMany({ where: { tenantId: tenant.id }, orderBy: { createdAt: "asc" } }),
  );

function held(answer: GateAnswer) {
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${JSON.stringify(answer)}`);
  return answer.approval;
}

describe("a policy on facts", () => {
  const over = () => ({ ...mine(), facts: [{ path: "/how_many", op: "over", value: 1_000 }] as const });
  const broadcast = { risk: "low", summary: "Send the broadcast to 10,412 contacts" } as const;

  test("holds a broadcast at low risk whose number is in no argument", async () => {
    const facts = { what: "Email broadcast", how_many: 10_412 };
    expect((await answerTo({ ...broadcast, facts, argumentsText: '{"n":1}' })).kind).toBe("allow");
    await inForce(admin, [require(over())]);
    const approval = held(await answerTo({ ...broadcast, facts, argumentsText: '{"n":2}' }));
    expect(approval.heldBecause).toBe("policy_required");
    expect(approval.policy).toMatchObject({ name: "requiring", matchesFacts: true });
    const formatted = { ...facts, how_many: "10,412" };
    held(await answerTo({ ...broadcast, facts: formatted, argumentsText: '{"n":3}' }));
    const few = { ...facts, how_many: 12 };
    expect((await answerTo({ ...broadcast, facts: few, argumentsText: '{"n":4}' })).kind).toBe("allow");
    expect((await answerTo({ ...broadcast, argumentsText: '{"how_many":10412}' })).kind).toBe("allow");
    const call = aCall(tenant, { ...broadcast, facts, gateway: gateway.name, argumentsText: '{"n":5}' });
    expect(await tryCall(admin, { call })).toMatchObject({ outcome: "wait", policy: "requiring" });
    expect(await tryCall(admin, { call: { ...call, facts: few } })).toMatchObject({
      considered: [{ failedOn: "a fact the gateway states: “how many” over 1,000" }],
    });
  });

  test("that refuses also stops a call that waits already, and an edit does not change the facts", async () => {
    await inForce(admin, [require({ ...mine() })]);
    const facts = { how_many: 10_412 };
    const approve = async (argumentsText?: string) => {
      const { id, revision, argumentsSha256 } = held(await answerTo({ ...broadcast, facts }));
      const seen = { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED } as const;
      return decideApproval(person, { ...seen, ...(argumentsText ? { argumentsText } : {}) });
    };
    held(await answerTo({ ...broadcast, facts }));
    await inForce(admin, [deny(over())]);
    const refused = { message: expect.stringContaining("“denying”") };
    const [row] = await rows();
    const { id = "", revision = 1, argumentsSha256 = "" } = row ?? {};
    const seen = { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED } as const;
    await expect(decideApproval(person, { ...seen, argumentsText: '{"n":1}' })).rejects.toMatchObject(
      refused,
    );
    await inForce(admin, [require(over())]);
    await approve('{"n":1}');
    expect(await read(system, (tx) => tx.approval.findFirst({ where: { id } }))).toMatchObject({
      decision: "approved",
      facts,
      editPolicies: [expect.objectContaining({ matchesFacts: true })],
    });
  });
});
