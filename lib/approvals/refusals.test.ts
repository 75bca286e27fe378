import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aReceiver, type Receiver, statuses } from "@/lib/delivery/testing/receiver";
import { aScenario, makeDue, type Scenario, system } from "@/lib/delivery/testing/scene";
import * as delivery from "@/lib/delivery/worker";
import { anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import type { Policy } from "@/lib/policies/types";
import { updateTenantSettings } from "@/lib/tenants/commands";
import { aCall, aPerson, LOOKED } from "@/lib/testing/factories";
import { breakGlass } from "./break-glass/commands";
import { LAPSED } from "./callbacks";
import { decideApproval } from "./commands";
import { getApprovalView } from "./detail/queries";
import { reportExecution } from "./execution/commands";
import { ask as authorize } from "./gate/ask";
import { createApproval } from "./gate/testing/held";
import { DOUBTED, findContested, isStillAllowed } from "./refusals";
import { comeDue, load, trailOf } from "./testing/waiting";
import { decideTogether } from "./triage/bulk";
import { showDelivery, runOnce as turnDeadlines } from "./worker";

// Policies apply to all tenants, so these tests need their own database.
let drop: () => Promise<void>;
let admin: UserScope;
let receiver: Receiver;
let scenario: Scenario;
let ines: UserScope;
let boss: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
beforeEach(async () => {
  await inForce(admin, []);
  receiver = await aReceiver(statuses(500, 200, 200, 200));
  scenario = await aScenario(receiver.url);
  ines = await aPerson([scenario.tenant], "approver", "Ines");
  boss = await aPerson([scenario.tenant], "admin", "Maya");
  await updateTenantSettings(boss, scenario.tenant.key, { breakGlass: "admins" });
});
afterEach(() => receiver.close());
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const DOUBT = { which: DOUBTED, findContested, isStillSo: isStillAllowed };

const runOnce = () =>
  delivery.runOnce({
    ...{ lapsed: LAPSED, doubted: DOUBT },
    settle: [showDelivery],
  });

async function comeDueAll(id: string) {
  const owed = await read(system, (tx) => tx.delivery.findMany({ where: { approvalId: id } }));
  for (const one of owed) await makeDue(one.id);
}

const told = () => receiver.received.map((one) => JSON.parse(one.body).type);

const mine = () => ({ tenants: [scenario.tenant.key] });

const refuse = (policy: Policy = deny(mine(), "no writes", "Write to the sandbox.")) =>
  inForce(admin, [policy]);

const WAYS = {
  authorize: async (mode: "callback" | "reissue") => {
    const request = { tenantId: scenario.tenant.id, key: null, bodySha256: newId() };
    const { answer } = await authorize(scenario.gateway, aCall(scenario.tenant, { mode }), request);
    return answer.kind === "wait" ? answer.approval.id : "";
  },
  approvals: async (mode: "callback" | "reissue") => {
    const request = { tenantId: scenario.tenant.id, key: null, bodySha256: newId() };
    const { approvalId } = await createApproval(scenario.gateway, aCall(scenario.tenant, { mode }), request);
    return approvalId;
  },
};

async function approve(id: string, scope: UserScope = ines) {
  const { revision, argumentsSha256 } = await load(id);
  return decideApproval(scope, { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED });
}

const REFUSED = "The policy “no writes” refuses this call: Write to the sandbox.";

describe.each(Object.keys(WAYS) as (keyof typeof WAYS)[])("a call that waits by %s", (way) => {
  test.each(["callback", "reissue"] as const)(
    "in mode %s is approved by nobody while a policy refuses it",
    async (mode) => {
      const id = await WAYS[way](mode);
      await refuse();
      await expect(approve(id)).rejects.toMatchObject({
        code: "FORBIDDEN",
        message: `${REFUSED} Your approval was not recorded; you can reject the call.`,
      });
      const { revision, argumentsSha256 } = await load(id);
      const seen = { id, revision, argumentsSha256 };
      await expect(
        breakGlass(boss, { ...seen, reason: "The pager rings.", seen: LOOKED }),
      ).rejects.toMatchObject({ code: "FORBIDDEN" });
      const { results } = await decideTogether(ines, {
        items: [seen],
        verdict: "approve",
        seen: { end: true, typed: "1", visible_ms: 5_000 },
      });
      expect(results).toMatchObject([{ ok: false }]);
      expect(await load(id)).toMatchObject({ decision: "pending" });
      expect(await trailOf(id)).toEqual([]);
      expect(told()).toEqual([]);
      await inForce(admin, []);
      expect(await approve(id)).toMatchObject({ decision: "approved" });
    },
  );
});

test("what waits under a policy that refuses it can be rejected, and edited into a call that none refuses", async () => {
  const id = await WAYS.authorize("callback");
  await refuse(deny({ ...mine(), arguments: [{ path: "/path", op: "exists" }] }, "no writes"));
  await expect(approve(id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const { revision, argumentsSha256 } = await load(id);
  const yes = { id, revision, argumentsSha256, verdict: "approve", seen: LOOKED } as const;
  await expect(decideApproval(ines, { ...yes, argumentsText: '{"path":"/b"}' })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await decideApproval(ines, { ...yes, argumentsText: '{"m":0}' })).toMatchObject({
    decision: "approved",
  });
  const other = await WAYS.approvals("callback");
  const seen = await load(other);
  const no = {
    id: other,
    revision: seen.revision,
    argumentsSha256: seen.argumentsSha256,
    verdict: "reject",
  } as const;
  expect(await decideApproval(ines, { ...no, reason: "Not now." })).toMatchObject({ decision: "rejected" });
});

test("the page says which policy refuses the call since when, and offers no approval", async () => {
  const id = await WAYS.approvals("callback");
  expect(await getApprovalView(ines, id)).toMatchObject({ refusedBy: null });
  const { version } = await refuse();
  const view = await getApprovalView(ines, id);
  expect(view.refusedBy).toEqual({
    ...{ name: "no writes", reason: "Write to the sandbox.", version },
    savedAt: expect.any(Date),
  });
  expect(view.verbs).toEqual(expect.arrayContaining(["edit", "reject", "cancel"]));
  expect(view.verbs).not.toContain("approve");
  expect(await getApprovalView(boss, id)).toMatchObject({ breakGlass: null });
  await inForce(admin, [{ ...deny(mine()), on: false }]);
  expect(await getApprovalView(ines, id)).toMatchObject({ refusedBy: null });
});

test("an approved call whose gateway was not told yet is not told to run: its approval is revoked in the policy’s name", async () => {
  const id = await WAYS.authorize("callback");
  await approve(id);
  await runOnce();
  expect(told()).toEqual(["approval.approved"]); // Answered with 500: the gateway has not received it.
  await refuse();
  await comeDueAll(id);
  await runOnce();
  expect(told()).toEqual(["approval.approved"]);
  expect(await load(id)).toMatchObject({
    ...{ decision: "revoked", execution: "blocked", decidedBy: "policy “no writes”", reason: REFUSED },
  });
  await comeDueAll(id);
  await runOnce();
  expect(new Set(told().slice(1))).toEqual(new Set(["approval.revoked"]));
  expect(JSON.parse(receiver.received.at(-1)?.body ?? "{}")).toMatchObject({
    data: {
      ...{ decision: "revoked", reason: REFUSED },
      agent_message: expect.stringMatching(/^Tool execution denied by a policy, which revoked the approval/),
    },
  });
  expect(await trailOf(id)).toEqual(["approval.approved by Ines", "approval.revoked by policies"]);
});

test("without a policy that refuses it, or where the one that does is about others, the gateway is told as ever", async () => {
  const id = await WAYS.authorize("callback");
  await approve(id);
  await refuse(deny({ tenants: ["another"] }));
  await runOnce();
  await comeDueAll(id);
  await runOnce();
  expect(told()).toEqual(["approval.approved", "approval.approved"]);
  expect(await load(id)).toMatchObject({ decision: "approved", delivery: "delivered" });
});

test("a gateway that learned of the approval before is refused the lease, and reads why", async () => {
  const id = await WAYS.authorize("callback");
  await approve(id);
  const { executionId } = await load(id);
  await refuse();
  const report = { executionId: executionId ?? "", state: "executing" } as const;
  await expect(reportExecution(scenario.gateway, id, report)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining(REFUSED),
  });
  expect(await load(id)).toMatchObject({ decision: "revoked", execution: "blocked" });
  await expect(reportExecution(scenario.gateway, id, report)).rejects.toMatchObject({ code: "CONFLICT" });
  await reportExecution(scenario.gateway, id, { ...report, state: "succeeded" });
  expect(await load(id)).toMatchObject({ decision: "revoked", execution: "succeeded" });
});

test("a call that its gateway is running is not touched", async () => {
  const id = await WAYS.authorize("callback");
  await approve(id);
  const { executionId } = await load(id);
  const report = { executionId: executionId ?? "", state: "executing" } as const;
  await reportExecution(scenario.gateway, id, report, { key: "lease", bodySha256: "" });
  await refuse();
  expect(await reportExecution(scenario.gateway, id, report, { key: "lease", bodySha256: "" })).toEqual({
    replayed: true,
  });
  await comeDueAll(id);
  await runOnce();
  expect(await load(id)).toMatchObject({ decision: "approved", execution: "executing" });
});

test("of a claim and a look of the worker at the same time, one revokes it, once", async () => {
  for (let round = 0; round < 5; round += 1) {
    await inForce(admin, []);
    const id = await WAYS.approvals("callback");
    await approve(id);
    const { executionId } = await load(id);
    await refuse();
    const report = { executionId: executionId ?? "", state: "executing" } as const;
    await Promise.allSettled([reportExecution(scenario.gateway, id, report), comeDueAll(id).then(runOnce)]);
    expect(await trailOf(id)).toEqual(["approval.approved by Ines", "approval.revoked by policies"]);
  }
});

test("a call that is held before release is not released, and waits again", async () => {
  await inForce(admin, [require(mine(), { holdSeconds: 600 })]);
  const id = await WAYS.authorize("callback");
  await approve(id);
  await refuse();
  await comeDue(id);
  await turnDeadlines();
  expect(await load(id)).toMatchObject({ decision: "pending", releaseAt: null });
  const { timeline } = await getApprovalView(ines, id);
  expect(timeline.at(-1)).toMatchObject({ title: "Not released: a policy refuses it", detail: "no writes" });
  await inForce(admin, []);
  expect(await approve(id)).toMatchObject({ decision: "pending", releaseAt: expect.any(Date) });
});

test("a grant in mode reissue stays, and counts again once the policy is gone", async () => {
  const id = await WAYS.authorize("reissue");
  await approve(id);
  await refuse();
  await comeDueAll(id);
  await runOnce();
  expect(await load(id)).toMatchObject({ decision: "approved", execution: "awaiting" });
  expect(await getApprovalView(ines, id)).toMatchObject({ refusedBy: { name: "no writes" } });
  expect(await WAYS.authorize("reissue")).toBe("");
  await inForce(admin, []);
  const request = { tenantId: scenario.tenant.id, key: null, bodySha256: newId() };
  const { answer } = await authorize(scenario.gateway, aCall(scenario.tenant, { mode: "reissue" }), request);
  expect(answer).toMatchObject({ kind: "allow", reason: "grant", approvalId: id });
});

test("in mode reissue too, a report that the call begins is refused, and the grant stays", async () => {
  const id = await WAYS.authorize("reissue");
  await approve(id);
  const { executionId } = await load(id);
  await refuse();
  const report = { executionId: executionId ?? "", state: "executing" } as const;
  await expect(reportExecution(scenario.gateway, id, report)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining(REFUSED),
  });
  expect(await load(id)).toMatchObject({ decision: "approved", execution: "awaiting", redeemedAt: null });
});

test("a report of another execution takes nothing back", async () => {
  const id = await WAYS.authorize("callback");
  await approve(id);
  await refuse();
  const report = { executionId: newId(), state: "executing" } as const;
  await expect(reportExecution(scenario.gateway, id, report)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await load(id)).toMatchObject({ decision: "approved", execution: "awaiting" });
});

test("where it cannot be asked, nothing is sent, and it is asked again", async () => {
  const id = await WAYS.authorize("callback");
  await approve(id);
  await refuse();
  const isStillSo = () => Promise.reject(new Error("the database is busy"));
  await delivery.runOnce({ lapsed: LAPSED, doubted: { ...DOUBT, isStillSo } });
  expect(told()).toEqual([]);
  const [owed] = await read(system, (tx) =>
    tx.delivery.findMany({ where: { approvalId: id }, include: { log: true } }),
  );
  expect(owed).toMatchObject({
    state: "waiting",
    log: [{ status: null, error: expect.stringContaining("Nothing was sent") }],
  });
});

const budgeted = (): Policy => ({
  ...deny(mine()),
  budget: { atMost: "0", of: null, per: "day", each: "tenant" },
});

test.each([
  ["has a budget", budgeted, 0],
  ["is about another tenant", () => deny({ tenants: ["another"] }), 0],
  ["is about another tool", () => deny({ ...mine(), tools: ["other_*"] }), 0],
  ["is switched off", () => ({ ...deny(mine()), on: false }), 0],
  ["looks at the arguments", () => deny({ ...mine(), arguments: [{ path: "/none", op: "exists" }] }), 1],
] as const)(
  "a call is locked before its gateway is told only if a policy may refuse it: one that %s",
  async (_, policy, asked) => {
    const ids = await Promise.all([WAYS.approvals("callback"), WAYS.approvals("callback")]);
    for (const id of ids) await approve(id);
    await refuse(policy());
    const locked: string[] = [];
    const isStillSo: typeof isStillAllowed = (about) => {
      locked.push(about.approvalId);
      return isStillAllowed(about);
    };
    await delivery.runOnce({ lapsed: LAPSED, doubted: { ...DOUBT, isStillSo } });
    expect(locked.toSorted()).toEqual(asked ? ids.toSorted() : []);
    expect(told()).toEqual(["approval.approved", "approval.approved"]);
  },
);

test("a budget that is used up refuses nothing that people approve", async () => {
  const id = await WAYS.authorize("callback");
  await refuse(budgeted());
  expect(await approve(id)).toMatchObject({ decision: "approved" });
  await runOnce();
  await comeDueAll(id);
  await runOnce();
  expect(told()).toEqual(["approval.approved", "approval.approved"]);
  expect(await load(id)).toMatchObject({ decision: "approved", delivery: "delivered" });
});
