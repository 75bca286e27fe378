import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { listBudgetsInUse } from "@/lib/policies/budgets/queries";
import { allow, anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import type { Policy } from "@/lib/policies/types";
import { aCall, LOOKED } from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { tryCall } from "../gate/try";
import { previewRule } from "./preview";
import {
  aRule,
  argsOf,
  asked,
  expectNoRules,
  FREELY,
  held,
  here,
  moveIn,
  outcome,
  remembering,
  ruleNow,
  type SeenCall,
} from "./testing/rules";

// Policies apply to all tenants, so these tests need their own database.
let drop: () => Promise<void>;
let admin: UserScope;
let calls = 0;

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

const mine = () => ({ tenants: [here.tenant.key] });

const limited = (policy: Policy): Policy => ({
  ...policy,
  budget: { atMost: 2, of: null, per: "hour", each: "agent" },
});

async function next(count: number): Promise<string[]> {
  const outcomes: string[] = [];
  for (let at = 0; at < count; at += 1) {
    calls += 1;
    outcomes.push(await outcome(calls));
  }
  return outcomes;
}

const anotherHeld = () => {
  calls += 1;
  return held({}, calls);
};

const usedOf = async (policy: Policy) =>
  Object.values(await listBudgetsInUse(admin, [policy])).flat()[0]?.used;

/** The page and the decision refuse a rule for it, but it can be approved. */
async function expectOnlyApproved(call: SeenCall, policy: string) {
  const refusal = {
    code: "CONFLICT",
    message: expect.stringContaining(`beyond the budget of the policy “${policy}”`),
  };
  await expect(previewRule(here.ines, { id: call.id, remember: FREELY })).rejects.toMatchObject(refusal);
  await expect(decideApproval(here.ines, remembering(call))).rejects.toMatchObject(refusal);
  await decideApproval(here.ines, { ...call, verdict: "approve", seen: LOOKED });
}

describe("a rule that was made before", () => {
  test.each([
    ["its risk", () => []],
    ["a policy behind", () => [require(mine(), {}, "rest")]],
  ])(
    "waits beyond an allow budget with what %s holds there, and counts again without it",
    async (_, behind) => {
      // Made from a call that the same policy held, so that nothing else blocks the rule.
      await inForce(admin, behind());
      const { id } = await aRule();
      expect(await next(1)).toEqual(["remembered"]);
      const refunds = limited(allow(mine(), "Refunds"));
      await inForce(admin, [refunds, ...behind()]);
      expect(await next(4)).toEqual(["policy", "policy", "wait", "wait"]);
      const call = { ...aCall(here.tenant, { argumentsText: argsOf(-1) }), gateway: here.gateway.name };
      expect(await tryCall(admin, { call })).toMatchObject({ outcome: "wait" });
      expect([await usedOf(refunds), (await ruleNow(id)).uses]).toEqual(["2", 1]);
      await inForce(admin, behind());
      expect(await next(1)).toEqual(["remembered"]);
    },
  );

  test("takes from the budget of a require or a deny within it, and passes nothing beyond", async () => {
    await aRule();
    for (const [policy, beyond] of [
      [limited(require(mine(), {}, "Few")), "wait"],
      [limited(deny(mine(), "Fewer")), "deny"],
    ] as const) {
      await inForce(admin, [policy]);
      expect(await next(3)).toEqual(["remembered", "remembered", beyond]);
      expect(await usedOf(policy)).toBe("2");
    }
  });

  test("waits with a call of which cannot be told what it takes of an allow budget", async () => {
    await aRule();
    const budget = { atMost: 2_000, of: "/amount", per: "day", each: "agent" } as const;
    await inForce(admin, [{ ...allow(mine(), "Refunds"), budget }]);
    expect(await next(1)).toEqual(["wait"]);
  });
});

describe("no rule is made from a call", () => {
  test("beyond an allow budget, which can be approved", async () => {
    await inForce(admin, [limited(allow(mine(), "Refunds"))]);
    expect(await next(2)).toEqual(["policy", "policy"]);
    await expectOnlyApproved(await anotherHeld(), "Refunds");
    await expectNoRules();
  });

  test("that waited before the allow budget was used up; while there is room, one can be", async () => {
    const [first, second] = [await anotherHeld(), await anotherHeld()];
    await inForce(admin, [limited(allow(mine(), "Refunds"))]);
    await decideApproval(here.ines, remembering(first));
    expect(await next(3)).toEqual(["policy", "policy", "wait"]);
    await expectOnlyApproved(second, "Refunds");
  });

  test("that a require held beyond its budget, also once that policy is gone", async () => {
    await inForce(admin, [limited(require(mine(), {}, "Few"))]);
    for (const call of [await asked(-1), await asked(-2)]) {
      if (call.kind !== "wait") throw new Error("expected wait");
      const { id, revision, argumentsSha256 } = call.approval;
      await decideApproval(here.ines, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
    }
    const call = await anotherHeld();
    await inForce(admin, []);
    await expectOnlyApproved(call, "Few");
    await expectNoRules();
  });

  test("that waited before the budget of a deny was used up", async () => {
    const call = await anotherHeld();
    await aRule();
    await inForce(admin, [limited(deny(mine(), "Fewer"))]);
    expect(await next(3)).toEqual(["remembered", "remembered", "deny"]);
    await expectOnlyApproved(call, "Fewer");
  });
});
