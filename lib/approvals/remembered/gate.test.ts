import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUserRole } from "@/lib/auth/people/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { allow, anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import { aCall, aGateway, aTenant, aTool } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { createApproval } from "../gate/testing/held";
import { tryCall } from "../gate/try";
import { allowBody } from "../gate/wire";
import { revokeRule } from "./commands";
import { getRule, listRules } from "./queries";
import {
  aRule,
  argsOf,
  ask,
  asked,
  held,
  here,
  moveIn,
  type Over,
  outcome,
  remembering,
  ruleNow,
  updateRule,
} from "./testing/rules";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  await moveIn();
  await inForce(admin, []);
});

describe("a rule that was made with an approval", () => {
  test("lets a call like it through, on a row, a trail and a page that name the rule and no person's decision", async () => {
    const rule = await aRule();
    const answer = await asked(1);
    if (answer.kind !== "allow") throw new Error("expected allow");
    expect(allowBody(answer)).toMatchObject({
      reason: "remembered",
      agent_message:
        "A rule that a person made earlier lets this call run; no person looked at this one. Run it now, once; it was recorded.",
    });
    const view = await getApprovalView(here.ines, answer.approvalId ?? "");
    expect(view).toMatchObject({
      decision: "approved",
      execution: "executing",
      decidedBy: "remembered rule of Ines",
      heldWhy: "No approval was needed: a rule that a person made with an earlier approval lets it run.",
      remembered: { by: { id: rule.id, madeBy: "Ines", approvalId: rule.approvalId }, made: null },
      receipts: [{ act: "approval.rule_allowed", decided_by: "remembered_rule", facts: { seen: null } }],
      votes: [],
    });
    expect(view.agentMessage).not.toMatch(/person approved/);
    expect(await getApprovalView(here.ines, rule.approvalId)).toMatchObject({
      remembered: { by: null, made: { id: rule.id, isOpen: true } },
    });
    expect(await ruleNow(rule.id)).toMatchObject({ uses: 1, lastUsedAt: expect.any(Date) });
    const [told] = await read(system, (tx) =>
      tx.activity.findMany({ where: { tenantId: here.tenant.id, action: "approval.rule_allowed" } }),
    );
    expect(JSON.parse(told?.details ?? "")).toMatchObject({
      ...{ rule: rule.id, rule_by: "Ines", rule_from: rule.approvalId },
    });
  });

  test("is counted, and not used by what passes anyway or is asked again under its own key", async () => {
    const rule = await aRule({ uses: 2 });
    const again = { argumentsText: argsOf(1) };
    expect(await ask(again, "once")).toMatchObject({ kind: "allow", reason: "remembered" });
    expect(await ask(again, "once")).toMatchObject({ kind: "allow", reason: "remembered" });
    await inForce(admin, [allow({ tenants: [here.tenant.key] })]);
    expect(await outcome(2)).toBe("policy");
    await inForce(admin, []);
    expect((await ruleNow(rule.id)).uses).toBe(1);
    expect([await outcome(3), await outcome(4)]).toEqual(["remembered", "wait"]);
    expect((await listRules(here.ines, { state: "active" })).rows).toEqual([]);
    expect((await listRules(here.ines, { state: "ended" })).rows).toMatchObject([{ id: rule.id, uses: 2 }]);
  });

  test("lets exactly as many through as it has uses left: 3 of 8 at once", async () => {
    for (let round = 0; round < 3; round += 1) {
      await moveIn();
      const rule = await aRule({ uses: 3 });
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => outcome(at + 1)));
      expect(outcomes.toSorted()).toEqual([...Array(3).fill("remembered"), ...Array(5).fill("wait")]);
      expect((await ruleNow(rule.id)).uses).toBe(3);
    }
  });

  test("hands over to the next rule that fits", async () => {
    await aRule({ uses: 1 });
    await aRule({ uses: 1 }, { agent: "other" });
    await aRule({ uses: 1, anyAgent: true }, { agent: "third" });
    expect([await outcome(1), await outcome(2), await outcome(3)]).toEqual([
      "remembered",
      "remembered",
      "wait",
    ]);
  });
});

describe("a rule lets nothing through", () => {
  const waits = async (n: number, over?: Over) => expect(await outcome(n, over)).toBe("wait");

  test("that a policy on facts holds, and none is made from such a call: no rule limits facts", async () => {
    const onFacts = {
      tenants: [here.tenant.key],
      facts: [{ path: "/how_many", op: "over", value: 9 }],
    } as const;
    await inForce(admin, [require({ tenants: [here.tenant.key] }, {}, "one")]);
    await aRule();
    expect(await outcome(1, { facts: { how_many: 10 } })).toBe("remembered");
    await inForce(admin, [require(onFacts, {}, "one")]);
    await waits(2, { facts: { how_many: 10 } });
    const call = await held({ facts: { how_many: 10 } }, 3);
    await expect(decideApproval(here.ines, remembering(call))).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringContaining("“one” asks for facts that the gateway states"),
    });
  });

  test("of another tool, agent, person or gateway, nor with an argument more", async () => {
    await aRule();
    await waits(1, { tool: "write_files" });
    await waits(2, { provider: "other" });
    await waits(3, { agent: "stranger" });
    await waits(4, { onBehalfOf: "maya" });
    expect((await ask({ argumentsText: '{"path":"/tmp/a.txt","n":5,"mode":"x"}' })).kind).toBe("wait");
    expect((await ask({ argumentsText: '{"path":"/tmp/b.txt","n":5}' })).kind).toBe("wait");
    here.gateway = await aGateway([here.tenant]);
    await waits(6);
  });

  test("in another tenant", async () => {
    const other = await aTenant();
    here.gateway = await aGateway([here.tenant, other]);
    await aRule();
    here.tenant = other;
    await waits(1);
  });

  test("once it expired, was revoked, or was used up", async () => {
    const rule = await aRule();
    await updateRule(rule.id, {
      madeAt: new Date(Date.now() - 7_200_000),
      expiresAt: new Date(Date.now() - 1_000),
    });
    await waits(1);
    const second = await aRule({}, { agent: "b" });
    await revokeRule(here.ines, second.id);
    await waits(2, { agent: "b" });
    const third = await aRule({}, { agent: "c" });
    await updateRule(third.id, { uses: third.usesMax });
    await waits(3, { agent: "c" });
  });

  test("where a person rejected that very call a moment ago", async () => {
    await moveIn({ rejectionCooldownSeconds: 600 });
    const answer = await asked(7);
    if (answer.kind !== "wait") throw new Error("expected wait");
    const { id, revision, argumentsSha256 } = answer.approval;
    await decideApproval(here.ines, { id, revision, argumentsSha256, verdict: "reject", reason: "No." });
    await aRule();
    expect([await outcome(7), await outcome(8)]).toEqual(["deny", "remembered"]);
  });

  test("that a gateway itself wants a person to see", async () => {
    const rule = await aRule();
    const call = aCall(here.tenant, { argumentsText: argsOf(1) });
    const { approvalId } = await createApproval(here.gateway.scope, call, {
      ...{ tenantId: here.tenant.id, key: null, bodySha256: "" },
    });
    expect((await getApprovalView(here.ines, approvalId)).decision).toBe("pending");
    expect((await ruleNow(rule.id)).uses).toBe(0);
  });

  test("while its maker may not decide: role, tenant, account; and again once they may", async () => {
    const rule = await aRule();
    const paused = async () => (await getRule(here.ines, rule.id)).paused;
    await setUserRole(system, here.ines.actor.id, "viewer");
    await waits(1);
    expect(await paused()).toBe("maker");
    const call = { ...aCall(here.tenant, { argumentsText: argsOf(9) }), gateway: here.gateway.name };
    expect(await tryCall(admin, { call })).toMatchObject({ outcome: "wait" });
    await setUserRole(system, here.ines.actor.id, "approver");
    expect([await outcome(2), await paused()]).toEqual(["remembered", null]);
    await ingest(system, (tx) => tx.membership.deleteMany({ where: { userId: here.ines.actor.id } }));
    await waits(3);
    await ingest(system, (tx) =>
      tx.membership.create({ data: { userId: here.ines.actor.id, tenantId: here.tenant.id } }),
    );
    await ingest(system, (tx) =>
      tx.user.update({ where: { id: here.ines.actor.id }, data: { disabledAt: new Date() } }),
    );
    await waits(4);
  });

  test("once the tool has another definition or rating, and says so", async () => {
    const { id } = await aTool(here.gateway, { name: "write_file", risk: "high" });
    const rule = await aRule();
    expect(await outcome(1)).toBe("remembered");
    await ingest(system, (tx) => tx.tool.update({ where: { id }, data: { risk: "critical" } }));
    await waits(2);
    expect((await getRule(here.ines, rule.id)).paused).toBe("rating");
    await ingest(system, (tx) => tx.tool.update({ where: { id }, data: { risk: "high", version: 2 } }));
    await waits(3);
    expect((await getRule(here.ines, rule.id)).paused).toBe("definition");
    await ingest(system, (tx) => tx.tool.update({ where: { id }, data: { version: 1 } }));
    expect(await outcome(4)).toBe("remembered");
  });

  test("that a policy refuses, or leaves to more than any one person", async () => {
    await aRule();
    const mine = { tenants: [here.tenant.key] };
    await inForce(admin, [deny(mine)]);
    expect(await outcome(1)).toBe("deny");
    for (const [at, demands] of [
      {},
      { approvals: 2 },
      { deciders: { roles: ["admin" as const], people: [], groups: [] } },
      { deciders: { roles: [], people: [here.ines.actor.email], groups: [] } },
    ].entries()) {
      await inForce(admin, [require(mine, demands)]);
      await waits(100 + at);
    }
    await inForce(admin, []);
    expect(await outcome(3)).toBe("remembered");
  });

  test("but stands in for the policy that held its own call, while that asks for anyone", async () => {
    const mine = { tenants: [here.tenant.key] };
    await inForce(admin, [require(mine)]);
    await aRule();
    expect(await outcome(1)).toBe("remembered");
    await inForce(admin, [require(mine, { approvals: 2 })]);
    await waits(2);
  });
});
