import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { RawJson } from "@/lib/core/json/raw";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { findPoliciesVersion } from "@/lib/policies/current-version";
import { allow, anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  aTool,
  LOOKED,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { ask as authorize, redeemAfterWait } from "./ask";
import { createApproval } from "./testing/held";
import { tryCall } from "./try";
import type { GateAnswer } from "./types";
import { allowBody, denyBody } from "./wire";

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

async function approved(over: Over = {}) {
  const { id, revision, argumentsSha256 } = held(await answerTo({ mode: "reissue", ...over }));
  await decideApproval(person, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
  return id;
}

describe("a policy that allows", () => {
  test("lets a call run that would wait, on a row that names the policy and no person", async () => {
    await inForce(admin, [allow(mine())]);
    const answer = await answerTo();
    if (answer.kind !== "allow") throw new Error("expected allow");
    expect(allowBody(answer)).toMatchObject({
      reason: "policy",
      agent_message: "A policy lets this call run without a person. Run it now, once; it was recorded.",
    });
    const [row] = await rows();
    expect(row).toMatchObject({
      decision: "approved",
      execution: "executing",
      heldBecause: "policy",
      decidedBy: "policy “allowing”",
      policy: { name: "allowing", action: "allow", require: null },
    });
    const trail = await read(system, (tx) =>
      tx.activity.findMany({ where: { tenantId: tenant.id, action: "approval.policy_allowed" } }),
    );
    expect(trail).toHaveLength(1);
  });

  test("never takes a critical call unless it names that risk, and leaves no row of a call that needs nobody", async () => {
    await inForce(admin, [allow(mine())]);
    expect(held(await answerTo({ risk: "critical" })).heldBecause).toBe("risk");
    expect(await answerTo({ risk: "low", argumentsText: '{"n":1}' })).toMatchObject({
      reason: "not_required",
    });
    await inForce(admin, [allow({ ...mine(), risk: ["critical"] })]);
    expect(await answerTo({ risk: "critical", argumentsText: "{}" })).toMatchObject({ reason: "policy" });
  });

  test("stands behind what people decided of this very call", async () => {
    const waiting = held(await answerTo());
    const grant = await approved({ argumentsText: '{"n":1}' });
    const refused = held(await answerTo({ argumentsText: '{"n":2}' }));
    const { id, revision, argumentsSha256 } = refused;
    await decideApproval(person, { id, revision, argumentsSha256, verdict: "reject", reason: "No." });
    await inForce(admin, [allow(mine())]);
    expect(held(await answerTo()).id).toBe(waiting.id);
    expect(await answerTo({ argumentsText: '{"n":1}' })).toMatchObject({
      reason: "grant",
      approvalId: grant,
    });
    expect(await answerTo({ argumentsText: '{"n":2}' })).toMatchObject({ kind: "deny", code: "REJECTED" });
  });
});

describe("a policy that denies", () => {
  test("tells the agent why, on one row however often the call is repeated", async () => {
    await inForce(admin, [deny(mine(), "no writes", "Write to the sandbox instead.")]);
    const answers = [];
    for (let at = 0; at < 5; at += 1) answers.push(await answerTo());
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => answerTo()))));
    for (const answer of answers) {
      if (answer.kind !== "deny") throw new Error("expected deny");
      expect(denyBody(answer.code, answer.approval)).toMatchObject({
        code: "POLICY",
        reason: "Write to the sandbox instead.",
        agent_message: expect.stringMatching(/^Tool execution denied by a policy: .*sandbox instead\.$/),
      });
    }
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      decision: "rejected",
      execution: "blocked",
      heldBecause: "policy_denied",
      decidedBy: "policy “no writes”",
    });
    expect(await read(system, (tx) => tx.vote.count({ where: { tenantId: tenant.id } }))).toBe(0);
  });

  test("is one row also where the tenant has no cool-down, and a retry is told the same", async () => {
    tenant = await aTenant({ rejectionCooldownSeconds: 0 });
    gateway = await aGateway([tenant]);
    await inForce(admin, [deny(mine())]);
    await answerTo();
    const key = unique("call");
    await answerTo({}, key);
    expect(await rows()).toHaveLength(1);
    expect(await ask({}, key)).toMatchObject({ replayed: true, answer: { kind: "deny", code: "POLICY" } });
  });

  test("refuses a grant that was given before, and its removal lets the grant count again", async () => {
    const grant = await approved();
    await inForce(admin, [deny(mine())]);
    expect(await answerTo()).toMatchObject({ kind: "deny", code: "POLICY" });
    const waited = await redeemAfterWait(gateway.scope, grant, aCall(tenant));
    expect(waited).toMatchObject({ kind: "deny", code: "POLICY" });
    expect(await rows()).toHaveLength(2);
    await inForce(admin, []);
    expect(await answerTo()).toMatchObject({ kind: "allow", reason: "grant", approvalId: grant });
  });

  test("refuses it also to a retry of the very request that was held, on one row", async () => {
    const key = unique("call");
    const { id, revision, argumentsSha256 } = held(await answerTo({ mode: "reissue" }, key));
    await decideApproval(person, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
    await inForce(admin, [deny(mine())]);
    for (let at = 0; at < 2; at += 1)
      expect(await ask({ mode: "reissue" }, key)).toMatchObject({
        replayed: true,
        answer: { code: "POLICY" },
      });
    const [grant] = await rows();
    expect(grant).toMatchObject({ id, execution: "awaiting", redeemedAt: null });
    expect(await rows()).toHaveLength(2);
    await inForce(admin, []);
    expect(await answerTo({ mode: "reissue" }, key)).toMatchObject({ reason: "grant", approvalId: id });
    await inForce(admin, [deny(mine())]);
    expect(await answerTo({ mode: "reissue" }, key)).toMatchObject({ code: "GRANT_USED" });
  });

  test("refuses it also while the gateway runs another approval of the same call, which is joined", async () => {
    const approve = async (mode: "callback" | "reissue") => {
      const call = aCall(tenant, { mode });
      const request = { tenantId: tenant.id, key: null, bodySha256: mode };
      const { approvalId: id } = await createApproval(gateway.scope, call, request);
      const seen = { id, revision: 1, argumentsSha256: call.arguments.sha256 };
      await decideApproval(person, { ...seen, verdict: "approve", seen: LOOKED });
      return id;
    };
    const grant = await approve("reissue");
    const run = await approve("callback");
    await inForce(admin, [deny(mine())]);
    expect(held(await answerTo()).id).toBe(run);
    expect((await rows()).find(({ id }) => id === grant)).toMatchObject({ execution: "awaiting" });
  });

  test("does not take back an answer that was given, nor the run of an approved call", async () => {
    await approved();
    const redemptionKey = unique("r");
    const first = await answerTo({ redemptionKey });
    const callback = await approved({ mode: "callback", argumentsText: '{"n":2}' });
    await inForce(admin, [deny(mine())]);
    expect(await answerTo({ redemptionKey })).toEqual(first);
    expect(await answerTo({ redemptionKey: unique("r") })).toMatchObject({ code: "POLICY" });
    expect(held(await answerTo({ argumentsText: '{"n":2}' })).id).toBe(callback);
  });

  test("says nothing of the same call once it is gone: the call waits, and is not refused as if by a person", async () => {
    await inForce(admin, [deny(mine())]);
    await answerTo();
    await inForce(admin, []);
    expect(held(await answerTo()).heldBecause).toBe("risk");
  });
});

describe("a policy that requires a person", () => {
  test("holds what would have run, past the tenant's setting and the caller's word", async () => {
    tenant = await aTenant({ autoApproveHighRisk: true, confirmMode: "accept" });
    gateway = await aGateway([tenant]);
    const demands = { decideWithinSeconds: 7_200, useWithinSeconds: 120 };
    const saved = await inForce(admin, [require({ tenants: [tenant.key] }, demands)]);
    for (const over of [{ risk: "low" }, { risk: "high", confirm: true, argumentsText: "{}" }] as const) {
      const row = held(await answerTo(over));
      expect(row).toMatchObject({
        heldBecause: "policy_required",
        useBySeconds: 120,
        policy: { name: "requiring", version: saved.version, require: demands },
      });
      expect(row.decideBy.getTime() - row.createdAt.getTime()).toBe(7_200_000);
    }
    const short = held(await answerTo({ ttlSeconds: 60, argumentsText: "[1]".replace("[1]", '{"n":1}') }));
    expect(short.decideBy.getTime() - short.createdAt.getTime()).toBe(60_000);
  });

  test("lets a grant count that a person gave before", async () => {
    const grant = await approved();
    await inForce(admin, [require(mine())]);
    expect(await answerTo()).toMatchObject({ reason: "grant", approvalId: grant });
  });

  test("gives its requirements to a call that the gateway itself wants held; other actions let it be held all the same", async () => {
    const hold = (argumentsText: string) =>
      createApproval(gateway.scope, aCall(tenant, { argumentsText }), {
        tenantId: tenant.id,
        key: null,
        bodySha256: argumentsText,
      });
    await inForce(admin, [require(mine(), { reasonRequired: ["approve"] })]);
    await hold("{}");
    await inForce(admin, [allow(mine())]);
    await hold('{"n":1}');
    await inForce(admin, [deny(mine())]);
    await hold('{"n":2}');
    const [required, ...others] = await rows();
    expect(required).toMatchObject({
      heldBecause: "requested",
      policy: { name: "requiring", require: { reasonRequired: ["approve"] } },
    });
    for (const row of others) expect(row).toMatchObject({ decision: "pending", policy: null });
  });
});

test("what a call was held with stays, whatever is saved until it is decided", async () => {
  const leftTo = ({ actor }: UserScope) => ({ deciders: { roles: [], people: [actor.email], groups: [] } });
  const maya = await aPerson([tenant]);
  await inForce(admin, [require(mine(), leftTo(maya))]);
  const { id, revision, argumentsSha256 } = held(await answerTo());
  const yes = { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED } as const;
  for (const next of [[require(mine(), leftTo(person))], []]) {
    await inForce(admin, next);
    await expect(decideApproval(person, yes)).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  await decideApproval(maya, yes);
});

test("an edit leads past no policy: the call is judged as if it had been asked for like that", async () => {
  const maya = await aPerson([tenant]);
  const over = (value: number) => ({ ...mine(), arguments: [{ path: "/n", op: "over", value }] as const });
  const leftToMaya = {
    deciders: { roles: [], people: [maya.actor.email], groups: [] },
    reasonRequired: ["approve"],
  } as const;
  await inForce(admin, [deny(over(1_000)), require(over(100), leftToMaya, "large"), require(mine())]);
  const { id, revision, argumentsSha256 } = held(await answerTo({ argumentsText: '{"n":5}' }));
  const edit = (who: UserScope, argumentsText: string, reason?: string) =>
    decideApproval(who, {
      id,
      revision,
      argumentsSha256,
      verdict: "approve",
      seen: LOOKED,
      argumentsText,
      reason,
    });
  await expect(edit(maya, '{"n":1001}', "Yes.")).rejects.toMatchObject({
    message: expect.stringContaining("denying"),
  });
  await expect(edit(maya, '{"n":101}')).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await read(system, (tx) => tx.approvalRevision.count({ where: { approvalId: id } }))).toBe(1);
  // Who may decide the call may edit it, and then needs the people of the other policy too.
  expect(await edit(person, '{"n":101}', "Yes.")).toMatchObject({ decision: "pending" });
});

test("gateways are told the version while a policy is switched on", async () => {
  const told = () => read(gateway.scope, findPoliciesVersion);
  expect(await told()).toBeNull();
  const { version } = await inForce(admin, [deny(mine())]);
  expect(await told()).toBe(version);
  await inForce(admin, [{ ...deny(mine()), on: false }]);
  expect(await told()).toBeNull();
});

test("the first that fits decides, and what was saved holds for the next call", async () => {
  const small = { path: "/amount", op: "at_most", value: 100 } as const;
  const args = (amount: string) => `{"amount":${amount},"of":"${unique("a")}"}`;
  const policies = [allow({ ...mine(), arguments: [small] }), deny(mine())];
  await inForce(admin, policies);
  expect(await answerTo({ argumentsText: args("100.0") })).toMatchObject({ reason: "policy" });
  expect(await answerTo({ argumentsText: args("100.000000000000000000001") })).toMatchObject({
    code: "POLICY",
  });
  await inForce(admin, policies.toReversed());
  expect(await answerTo({ argumentsText: args("1") })).toMatchObject({ code: "POLICY" });
  // Hundreds at once during a change: every request after the save is judged by the new policies.
  for (const next of [[allow(mine())], [deny(mine())], [allow(mine())]]) {
    const [before] = next;
    await inForce(admin, next);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => answerTo({ argumentsText: args("1"), risk: "high" })),
    );
    const kinds = new Set(answers.map(({ kind }) => kind));
    expect([...kinds]).toEqual([before?.action === "allow" ? "allow" : "deny"]);
  }
});

test("names what the catalogue knows, and holds no tenant to another's policy", async () => {
  await aTool(gateway, { provider: "resend", name: "send", risk: "low" });
  const other = await aTenant();
  await inForce(admin, [
    deny({ providers: ["RESEND"], tenants: [tenant.key] }, "by provider"),
    deny({ ...mine(), gateways: [gateway.name], models: ["gpt-*"], agents: ["tester"] }, "by model"),
    deny({ tenants: [other.key] }, "another's"),
  ]);
  const unnamed = { provider: undefined, tool: "send", risk: "low" } as const;
  expect(await answerTo(unnamed)).toMatchObject({ approval: { decidedBy: "policy “by provider”" } });
  expect(await answerTo({ risk: "low", model: "GPT-6" })).toMatchObject({
    approval: { decidedBy: "policy “by model”", model: "GPT-6" },
  });
  expect(await answerTo({ risk: "low", model: "other" })).toMatchObject({ kind: "allow" });
});

test("a call can be tried: which step decides, and on what each policy before it failed", async () => {
  await inForce(admin, [
    { ...deny(mine(), "off"), on: false },
    allow({ ...mine(), tools: ["get_*"] }, "reads"),
    require({ ...mine(), arguments: [{ path: "/n", op: "over", value: 5 }] }, { holdSeconds: 30 }, "large"),
    deny({ tenants: [tenant.key] }, "never reached"),
  ]);
  const call = aCall(tenant, { gateway: gateway.name, argumentsText: '{"n":6}' });
  const before = await rows();
  expect(await tryCall(admin, { call })).toEqual({
    outcome: "wait",
    step: "policy",
    says: expect.any(String),
    policy: "large",
    demands: [
      "waits for a person",
      "an approved call is held for 30 seconds, in which the approval can be undone",
    ],
    risk: "high",
    considered: [
      { name: "off", on: false, action: "deny", fits: false, failedOn: "the policy is switched off" },
      { name: "reads", on: true, action: "allow", fits: false, failedOn: "to get_*" },
      { name: "large", on: true, action: "require", fits: true, failedOn: null },
    ],
    budgets: [],
  });
  expect(await tryCall(admin, { call, policies: [] })).toMatchObject({
    step: "requirement",
    demands: [],
    outcome: "wait",
  });
  const low = { ...call, risk: "low" as const, arguments: RawJson.parse("{}") };
  expect(await tryCall(admin, { call: low, policies: [] })).toMatchObject({ step: "none", outcome: "allow" });
  expect(await rows()).toEqual(before);
  await expect(tryCall(person, { call })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(tryCall(admin, { call: { ...call, gateway: undefined } })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
  });
});
