import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { listBudgetsInUse } from "@/lib/policies/budgets/queries";
import { budgetKey } from "@/lib/policies/budgets/rules";
import type { Budget } from "@/lib/policies/budgets/types";
import { allow, anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import type { Policy } from "@/lib/policies/types";
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
import { countStatements } from "@/lib/testing/statements";
import { trials } from "@/lib/testing/trials";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { releaseHeld } from "../release";
import { ask as authorize, redeemAfterWait } from "./ask";
import { tryCall } from "./try";
import type { GateAnswer } from "./types";
import { denyBody, waitBody } from "./wire";

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
  await aTool(gateway, { name: "look_up", risk: "low" });
  person = await aPerson([tenant], "approver", "Ines");
  await inForce(admin, []);
  // A tenant's first call is never batched with others.
  await ask({ tool: "look_up", risk: "low", argumentsText: '{"first":true}' });
});

type Over = Parameters<typeof aCall>[1];

const ask = (over: Over = {}, key: string | null = null) =>
  authorize(gateway.scope, aCall(tenant, over), { tenantId: tenant.id, key, bodySha256: "" });

let asked = 0;
/** A unique call that needs no approval. */
const plain = async (over: Over = {}, key?: string): Promise<GateAnswer> => {
  asked += 1;
  const argumentsText = `{"n":${asked}}`;
  return (await ask({ tool: "look_up", risk: "low", argumentsText, ...over }, key)).answer;
};

const limited = (policy: Policy, budget: Partial<Budget>): Policy => ({
  ...policy,
  budget: { atMost: 2, of: null, per: "hour", each: "agent", ...budget },
});

const mine = () => ({ tenants: [tenant.key] });
const kinds = (answers: readonly GateAnswer[]) => answers.map(({ kind }) => kind);

const held = (answer: GateAnswer) => {
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${JSON.stringify(answer)}`);
  return answer.approval;
};

const decide = (answer: GateAnswer, verdict: "approve" | "reject", argumentsText?: string) => {
  const { id, revision, argumentsSha256 } = held(answer);
  const yes = { verdict: "approve", seen: LOOKED, argumentsText } as const;
  const said = verdict === "approve" ? yes : ({ verdict, reason: "No." } as const);
  return decideApproval(person, { id, revision, argumentsSha256, ...said });
};

const pass = (steps: number) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update budget_uses set steps = array(select s - ${steps}::int from unnest(steps) s) where tenant_id = ${tenant.id}::uuid`,
  );

const usedOf = async (policy: Policy) => {
  const used = await listBudgetsInUse(admin, [policy]);
  const [one] = (policy.budget && used[budgetKey(policy.name, policy.budget)]) ?? [];
  return one?.used ?? "0";
};

test("each session has a budget, whichever agent its calls name, and calls without a session share one", async () => {
  await inForce(admin, [
    limited(allow(mine(), "few"), { each: "session", atMost: 1 }),
    require(mine(), {}, "others"),
  ]);
  const asks = async (over: Over) => kinds([await plain(over)])[0];
  expect(await asks({ sessionId: "s-1", agent: "one" })).toBe("allow");
  expect(await asks({ sessionId: "s-1", agent: "two" })).toBe("wait");
  expect(await asks({ sessionId: "s-2", agent: "one" })).toBe("allow");
  expect(await asks({ agent: "one" })).toBe("allow");
  expect(await asks({ agent: "two" })).toBe("wait");
});

describe("who decides", () => {
  test("a call that runs no more for its budget and waits for its risk says both on its page", async () => {
    await inForce(admin, [limited(allow(mine(), "few"), { atMost: 1 })]);
    const asks = async () => (await ask({ risk: "high", argumentsText: `{"n":"${unique("call")}"}` })).answer;
    expect(kinds([await asks()])).toEqual(["allow"]);
    const { id, heldBecause } = held(await asks());
    expect(heldBecause).toBe("risk");
    const { exceeded, policy } = await getApprovalView(person, id);
    expect(policy).toBeNull();
    expect(exceeded).toMatchObject([{ policy: "few", atMost: 1, used: "1", subject: "tester" }]);
  });

  test("within it those behind, beyond it the policy, until there is room again", async () => {
    await inForce(admin, [limited(deny(mine()), { atMost: 2 })]);
    expect(kinds([await plain(), await plain(), await plain()])).toEqual(["allow", "allow", "deny"]);
    expect(kinds([await plain({ agent: "other" }), await plain({ agent: "TESTER" })])).toEqual([
      "allow",
      "deny",
    ]);
    await pass(61);
    expect(kinds([await plain()])).toEqual(["allow"]);
  });

  test("of allow the other way round: within it the policy, beyond it those behind", async () => {
    await inForce(admin, [limited(allow(mine()), { atMost: 1 }), require(mine(), {}, "rest")]);
    const write = (n: number) => ask({ argumentsText: `{"n":${n}}` });
    expect((await write(1)).answer).toMatchObject({ kind: "allow", reason: "policy" });
    const row = held((await write(2)).answer);
    expect(row).toMatchObject({ heldBecause: "policy_required", policy: { name: "rest" } });
  });

  test("for a person, for the tenant, and for several budgets at once", async () => {
    await inForce(admin, [
      limited(deny(mine(), "people"), { atMost: 1, each: "on_behalf_of" }),
      limited(deny(mine(), "all"), { atMost: 2, each: "tenant" }),
    ]);
    const of = (onBehalfOf: string, agent: string) => plain({ onBehalfOf, agent });
    const answers = [
      await of("maya", "a"),
      await of("Maya", "b"),
      await of("tom", "a"),
      await of("ines", "c"),
    ];
    expect(kinds(answers)).toEqual(["allow", "deny", "allow", "deny"]);
  });

  test("sums are exact, and what has no readable amount fits into none", async () => {
    const refunds = limited(require(mine()), { atMost: "0.3", of: "/amount", per: "day" });
    await inForce(admin, [refunds]);
    const refund = async (json: string) =>
      (await ask({ tool: "look_up", risk: "low", argumentsText: json })).answer;
    const first = [await refund('{"amount":0.1}'), await refund('{"amount":"0.20"}')];
    expect(kinds(first)).toEqual(["allow", "allow"]);
    const beyond = [await refund('{"amount":1e-20}'), await refund("{}"), await refund('{"amount":-5}')];
    expect(kinds(beyond)).toEqual(["wait", "wait", "wait"]);
    expect(await usedOf(refunds)).toBe("0.3");
  });
});

describe("of calls at once, no two take the last place", () => {
  test("of one key, of two gateways, and while nobody has taken any", async () => {
    const other = await aGateway([tenant]);
    await aTool(other, { name: "look_up", risk: "low" });
    for (let trial = 0; trial < trials(3, 30); trial += 1) {
      const limit = limited(deny(mine(), unique("limit")), { atMost: 3, each: "tenant" });
      await inForce(admin, [limit]);
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, at) => {
          const call = aCall(tenant, { tool: "look_up", risk: "low", argumentsText: `{"at":${at}}` });
          const request = { tenantId: tenant.id, key: null, bodySha256: "" };
          return authorize((at % 2 === 0 ? gateway : other).scope, call, request);
        }),
      );
      expect(answers.filter(({ answer }) => answer.kind === "allow")).toHaveLength(3);
      expect(await usedOf(limit)).toBe("3");
    }
  });

  test("also where a person approves one meanwhile, which counts as well", async () => {
    const limit = limited(require(mine()), { atMost: 4 });
    await inForce(admin, [limit]);
    const waiting = (await ask()).answer;
    await Promise.all([decide(waiting, "approve"), ...Array.from({ length: 4 }, () => plain())]);
    expect(["4", "5"]).toContain(await usedOf(limit));
    expect(kinds([await plain()])).toEqual(["wait"]);
  });
});

describe("what counts", () => {
  test("a retry counts once, and so does an approval that is used up later", async () => {
    const limit = limited(deny(mine()), { atMost: 3 });
    await inForce(admin, [limit]);
    const key = unique("call");
    const argumentsText = '{"retried":1}';
    await plain({ argumentsText }, key);
    await Promise.all([plain({ argumentsText }, key), plain({ argumentsText }, key)]);
    expect(await usedOf(limit)).toBe("1");
    await decide((await ask({ mode: "reissue" })).answer, "approve");
    expect(await usedOf(limit)).toBe("2");
    const redemptionKey = unique("r");
    for (let at = 0; at < 2; at += 1)
      expect((await ask({ mode: "reissue", redemptionKey })).answer).toMatchObject({ reason: "grant" });
    expect(await usedOf(limit)).toBe("2");
  });

  test("what waits, is refused or is cut off takes nothing; what people approve does, with the amount they approved", async () => {
    const limit = limited(require(mine()), { atMost: 100, of: "/amount" });
    await inForce(admin, [limit]);
    const refund = async (amount: number) => (await ask({ argumentsText: `{"amount":${amount}}` })).answer;
    const [one, two] = [await refund(30), await refund(40)];
    await refund(50);
    await decide(one, "reject");
    expect(await usedOf(limit)).toBe("0");
    await decide(two, "approve", '{"amount":45}');
    expect(await usedOf(limit)).toBe("45");
  });

  test("an edited call takes from what was looked at up to the policy that decides, also where that is used up", async () => {
    const waiting = [
      (await ask({ argumentsText: '{"n":1}' })).answer,
      (await ask({ argumentsText: '{"n":2}' })).answer,
    ];
    const [before, decides, behind] = [
      limited(deny(mine(), "before"), { atMost: 1 }),
      limited(allow(mine(), "decides"), { atMost: 5 }),
      limited(deny(mine(), "behind"), { each: "tenant" }),
    ];
    await inForce(admin, [before, decides, behind]);
    for (const [at, call] of waiting.entries()) await decide(call, "approve", `{"n":${10 + at}}`);
    expect([await usedOf(before), await usedOf(decides), await usedOf(behind)]).toEqual(["2", "2", "0"]);
  });

  test("a call that is held after its approval counts when it is released", async () => {
    const limit = limited(deny(mine(), "limit"), { atMost: 5 });
    await inForce(admin, [limit, require(mine(), { holdSeconds: 30 })]);
    const answer = (await ask()).answer;
    await decide(answer, "approve");
    expect(await usedOf(limit)).toBe("0");
    const { id } = held(answer);
    await ingest(
      system,
      (tx) => tx.$executeRaw`update approvals set release_at = clock_timestamp() where id = ${id}::uuid`,
    );
    expect(await releaseHeld({ tenantId: tenant.id, id })).toBe(1);
    expect(await usedOf(limit)).toBe("1");
  });

  test("people approve past a budget that is used up, and what they approved runs", async () => {
    const limit = limited(deny(mine()), { atMost: 1 });
    await inForce(admin, [limit]);
    const waiting = (await ask({ mode: "reissue" })).answer;
    await plain();
    expect(kinds([await plain()])).toEqual(["deny"]);
    await decide(waiting, "approve");
    expect(await usedOf(limit)).toBe("2");
    expect((await ask({ mode: "reissue" })).answer).toMatchObject({ kind: "allow", reason: "grant" });
  });

  test("a budget that is used up hides no policy behind it that refuses what people approved", async () => {
    const limit = limited(deny(mine()), { atMost: 1 });
    await inForce(admin, [limit]);
    const waiting = (await ask({ mode: "reissue" })).answer;
    await decide(waiting, "approve");
    await inForce(admin, [limit, deny(mine(), "stop", "Stopped.")]);
    expect(kinds([(await ask({ mode: "reissue" })).answer])).toEqual(["deny"]);
    const call = aCall(tenant, { mode: "reissue" });
    expect(await redeemAfterWait(gateway.scope, held(waiting).id, call)).toMatchObject({ kind: "deny" });
  });

  test("a caller that waited is told of the approval, not of the budget", async () => {
    await inForce(admin, [limited(deny(mine()), { atMost: 1 })]);
    const waiting = (await ask({ mode: "reissue" })).answer;
    await plain();
    await decide(waiting, "approve");
    const call = aCall(tenant, { mode: "reissue" });
    expect(await redeemAfterWait(gateway.scope, held(waiting).id, call)).toMatchObject({ kind: "allow" });
  });
});

test("the count outlives every change of the list, but not another name or measure", async () => {
  const limit = limited(deny(mine()), { atMost: 1 });
  await inForce(admin, [limit]);
  await plain();
  await inForce(admin, [require({ tenants: ["elsewhere"] }), { ...limit, on: false }]);
  await inForce(admin, [limited(limit, { atMost: 2 })]);
  expect(kinds([await plain(), await plain()])).toEqual(["allow", "deny"]);
  await inForce(admin, [limited({ ...limit, name: "renamed" }, { atMost: 1 })]);
  expect(kinds([await plain(), await plain()])).toEqual(["allow", "deny"]);
});

test("the agent, the row, the trail and the tester tell of the budget", async () => {
  const limit = limited(deny(mine(), "limit", "Slow down."), { atMost: 1 });
  await inForce(admin, [limit]);
  await plain();
  const answer = await plain();
  if (answer.kind !== "deny") throw new Error("expected deny");
  const { freesAt } = (answer.approval.policy as { budget: { freesAt: string } }).budget;
  expect(denyBody(answer.code, answer.approval)).toMatchObject({
    code: "POLICY",
    agent_message: `Tool execution denied by a policy: its budget has no room for this call, which has not run. Do not try another way. Do not repeat it before ${freesAt}: there is room for it from then on, if nothing else uses it up. Reason: Slow down.`,
  });
  expect(answer.approval.policy).toMatchObject({ budget: { used: "1", amount: "1", subject: "tester" } });
  const [row] = await read(system, (tx) =>
    tx.activity.findMany({ where: { tenantId: tenant.id, action: "approval.policy_denied" } }),
  );
  expect(JSON.parse(row?.details ?? "{}")).toMatchObject({
    budget: { at_most: 1, used: "1", frees_at: freesAt },
  });
  const call = aCall(tenant, { tool: "look_up", risk: "low", gateway: gateway.name, argumentsText: "{}" });
  expect(await tryCall(admin, { call })).toMatchObject({
    outcome: "deny",
    policy: "limit",
    budgets: [{ policy: "limit", used: "1", hasRoom: false, freesAt }],
  });
  await inForce(admin, [limited(require(mine()), { atMost: 1, each: "tenant" })]);
  await plain();
  const waiting = held(await plain());
  expect(waitBody(waiting, "", new Date()).agent_message).toBe(
    "This call waits for a person to decide, because it was beyond the budget of a policy, and has not run. Do not try another way meanwhile.",
  );
});

test("a call that is refused again is told of the budget as it is now, on the row of the first refusal", async () => {
  await inForce(admin, [limited(deny(mine(), "limit"), { atMost: 2 })]);
  await plain();
  await pass(50);
  await plain();
  const again = { argumentsText: '{"again":true}' };
  const refusal = async () => {
    const answer = await plain(again);
    if (answer.kind !== "deny") throw new Error("expected deny");
    const { budget } = answer.approval.policy as { budget: { freesAt: string } };
    expect(denyBody(answer.code, answer.approval).agent_message).toContain(
      `not repeat it before ${budget.freesAt}`,
    );
    return { id: answer.approval.id, inMinutes: (Date.parse(budget.freesAt) - Date.now()) / 60_000 };
  };
  const first = await refusal();
  expect(first.inMinutes).toBeLessThan(12);
  // The earlier run has left the window, and another call ran meanwhile.
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update budget_uses set steps = array[(select max(s) from unnest(steps) s)], amounts = array[2] where tenant_id = ${tenant.id}::uuid`,
  );
  const second = await refusal();
  expect(second.id).toBe(first.id);
  expect(second.inMinutes).toBeGreaterThan(55);
});

test("no rule that a person made before passes what is beyond a budget", async () => {
  const demands = require(mine(), {}, "writes");
  await inForce(admin, [demands]);
  const { id, revision, argumentsSha256 } = held((await ask()).answer);
  const free = [{ path: "/content", is: "free" as const }];
  const remember = { arguments: free, expiresInSeconds: 3_600, uses: 10, anyAgent: false };
  const yes = { verdict: "approve", seen: LOOKED, remember } as const;
  await decideApproval(person, { id, revision, argumentsSha256, ...yes });
  const alike = async (content: string) =>
    (await ask({ argumentsText: `{"path":"/tmp/a.txt","content":"${content}"}` })).answer;
  expect(await alike("one")).toMatchObject({ reason: "remembered" });
  await inForce(admin, [limited(demands, { atMost: 1 })]);
  await plain();
  expect(kinds([await alike("two")])).toEqual(["wait"]);
});

test("a call without budgets takes no statement more", async () => {
  const countOf = async (policies: readonly Policy[]) => {
    await inForce(admin, policies);
    await plain({}, unique("warm"));
    const counts: number[] = [];
    // Other code in this process may send a statement meanwhile, but hardly three times.
    for (let at = 0; at < 3; at += 1) {
      const { texts, stop } = countStatements();
      await plain({}, unique("call")).finally(stop);
      counts.push(texts.length);
    }
    return Math.min(...counts);
  };
  const elsewhere = limited(deny({ tenants: ["elsewhere"] }), {});
  expect(await countOf([elsewhere])).toBe(await countOf([]));
});
