import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUserRole } from "@/lib/auth/people/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator, deny, inForce, require } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
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
import { getApprovalView } from "../detail/queries";
import { ask as authorize } from "../gate/ask";
import { listQueue } from "../queue/queries";
import { decideTogether, listBulkItems } from "../triage/bulk";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;

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
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "admin", "Ines");
});

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

async function heldWith(demands: Partial<Requirement>, over: Parameters<typeof aCall>[1] = {}) {
  await inForce(admin, [require({ tenants: [tenant.key] }, demands)]);
  const { answer } = await authorize(gateway.scope, aCall(tenant, over), {
    tenantId: tenant.id,
    key: null,
    bodySha256: "",
  });
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${answer.kind}`);
  return answer.approval.id;
}

async function approve(scope: UserScope, id: string, argumentsText?: string, reason?: string) {
  const { revision, argumentsSha256 } = await load(id);
  const seen = { id, revision, argumentsSha256 };
  return decideApproval(scope, { ...seen, verdict: "approve", argumentsText, reason, seen: LOOKED });
}

const votesOf = (id: string) =>
  read(system, (tx) => tx.vote.findMany({ where: { approvalId: id }, orderBy: { id: "asc" } }));

const trailOf = (id: string) =>
  read(system, async (tx) =>
    (await tx.activity.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } })).map(
      ({ action }) => action,
    ),
  );

const deliveries = (id: string) => read(system, (tx) => tx.delivery.count({ where: { approvalId: id } }));

const EDITED = '{"path":"/tmp/edited","content":"hello"}';

describe("a policy that asks for two people", () => {
  test("waits for the second, and says who agreed and how many more have to", async () => {
    const id = await heldWith({ approvals: 2 });
    expect(await getApprovalView(maya, id)).toMatchObject({
      approvalsRequired: 2,
      approvalsGiven: 0,
      missing: { needed: 2, undecided: 2 },
      policy: { clauses: ["waits for 2 people"] },
      agentMessage: expect.stringContaining("waits until 2 people have approved it"),
    });
    expect(await approve(maya, id)).toMatchObject({ decision: "pending", approvals: 1, required: 2 });
    expect(await deliveries(id)).toBe(0);
    const listed = async (scope: UserScope) =>
      (await listQueue(scope, { view: "mine" })).rows.map((row) => [
        row.id,
        row.approvalsGiven,
        row.approvalsRequired,
      ]);
    expect(await listed(ines)).toEqual([[id, 1, 2]]);
    expect(await listed(maya)).toEqual([]);
    expect(await getApprovalView(maya, id)).toMatchObject({
      hasVoted: true,
      verbs: ["extend", "cancel"],
      approvalsGiven: 1,
      missing: { needed: 1, undecided: 1, who: [{ name: "Ines", isViewer: false }] },
      votes: [{ by: "Maya", counts: true, earlier: false }],
    });
    expect((await getApprovalView(ines, id)).verbs).toContain("approve");
    expect(await approve(ines, id)).toMatchObject({ decision: "approved", approvals: 2 });
    expect(await deliveries(id)).toBe(1);
    expect(await getApprovalView(maya, id)).toMatchObject({
      approvalsGiven: 2,
      missing: null,
      agentMessage: expect.stringContaining("2 people approved this call"),
    });
    expect(await trailOf(id)).toEqual(["approval.voted", "approval.approved"]);
  });

  test("counts a person once, by whatever token or session, and under another role too", async () => {
    const id = await heldWith({ approvals: 2 });
    await approve(maya, id);
    const byToken = proveScope({ ...maya.actor, via: "token" } as const, maya.tenants);
    const raised = proveScope({ ...maya.actor, role: "admin" } as const, maya.tenants);
    await setUserRole(system, maya.actor.id, "admin");
    for (const again of [maya, byToken, raised])
      await expect(approve(again, id)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await load(id)).toMatchObject({ decision: "pending" });
  });

  test("ends with one rejection", async () => {
    const id = await heldWith({ approvals: 2 });
    await approve(maya, id);
    const { revision, argumentsSha256 } = await load(id);
    const no = { id, revision, argumentsSha256, verdict: "reject", reason: "Too many." } as const;
    expect(await decideApproval(ines, no)).toMatchObject({ decision: "rejected" });
  });

  test("counts only those who may still decide when the last one agrees", async () => {
    const third = await aPerson([tenant], "approver", "Tom");
    const lose = {
      role: () => setUserRole(system, maya.actor.id, "viewer"),
      account: () =>
        ingest(system, (tx) =>
          tx.user.update({ where: { id: maya.actor.id }, data: { disabledAt: new Date() } }),
        ),
      tenant: () => ingest(system, (tx) => tx.membership.deleteMany({ where: { userId: maya.actor.id } })),
    };
    for (const [what, how] of Object.entries(lose)) {
      maya = await aPerson([tenant], "approver", `Maya without ${what}`);
      const id = await heldWith({ approvals: 2 }, { argumentsText: `{"without":"${what}"}` });
      await approve(maya, id);
      await how();
      expect(await getApprovalView(ines, id), what).toMatchObject({
        approvalsGiven: 0,
        votes: [{ counts: false, earlier: false }],
      });
      expect(await approve(ines, id), what).toMatchObject({ decision: "pending", approvals: 1 });
      expect(await approve(third, id), what).toMatchObject({ decision: "approved", approvals: 2 });
      const told = await read(system, (tx) => tx.outboxEvent.findFirstOrThrow({ where: { approvalId: id } }));
      expect(told.body, what).toContain("Tom");
      expect(told.body, what).not.toContain(maya.actor.name);
      const { approvalsGiven, votes } = await getApprovalView(ines, id);
      expect([approvalsGiven, votes.map(({ counts }) => counts)], what).toEqual([2, [false, true, true]]);
    }
  });

  test("ends at once where a vote counts again and is enough with the others", async () => {
    const id = await heldWith({ approvals: 2 });
    await approve(maya, id);
    await setUserRole(system, maya.actor.id, "viewer");
    expect(await approve(ines, id)).toMatchObject({ decision: "pending", approvals: 1 });
    await expect(approve(ines, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await setUserRole(system, maya.actor.id, "approver");
    expect(await getApprovalView(ines, id)).toMatchObject({
      ...{ approvalsGiven: 2, missing: { needed: 0, undecided: 0 } },
      verbs: ["approve", "extend", "cancel"],
    });
    expect(await approve(ines, id)).toMatchObject({ decision: "approved", approvals: 2 });
    expect(await votesOf(id)).toHaveLength(2);
  });

  test("warns while fewer people may than have to", async () => {
    const id = await heldWith({
      approvals: 2,
      deciders: { roles: ["admin"], people: ["nobody@acme.example"], groups: [] },
    });
    expect(await getApprovalView(ines, id)).toMatchObject({ missing: { needed: 2, undecided: 1 } });
    await approve(ines, id);
    expect(await getApprovalView(maya, id)).toMatchObject({ missing: { needed: 1, undecided: 0 } });
    await setUserRole(system, maya.actor.id, "admin");
    expect(await getApprovalView(maya, id)).toMatchObject({ missing: { needed: 1, undecided: 1 } });
  });
});

describe("an edit", () => {
  test("begins anew, and names who edited among those who agree", async () => {
    const id = await heldWith({ approvals: 2 });
    await approve(maya, id);
    expect(await approve(ines, id, EDITED)).toMatchObject({ decision: "pending", approvals: 1 });
    expect(await getApprovalView(maya, id)).toMatchObject({
      hasVoted: false,
      approvalsGiven: 1,
      votes: [
        { by: "Maya", counts: false, earlier: true },
        { by: "Ines", counts: true, earlier: false },
      ],
      timeline: expect.arrayContaining([
        expect.objectContaining({ by: "Ines", detail: "1 of 2 approvals given · with edited arguments" }),
      ]),
    });
    expect(await approve(maya, id)).toMatchObject({ decision: "approved", approvals: 2 });
  });

  test("is approved by somebody else where the policy says so, administrators included", async () => {
    const id = await heldWith({ separation: { requester: false, editor: true } });
    expect(await approve(ines, id, EDITED, "A safer place.")).toMatchObject({
      decision: "pending",
      approvals: 0,
      required: 1,
    });
    expect(await votesOf(id)).toEqual([]);
    expect(await trailOf(id)).toEqual(["approval.edited"]);
    await expect(approve(ines, id)).rejects.toMatchObject({
      code: "FORBIDDEN",
      message: expect.stringContaining("does not let editors approve their own edits"),
    });
    const own = await getApprovalView(ines, id);
    expect(own.verbs).toEqual(["edit", "reject", "request_changes", "extend", "cancel"]);
    expect(own.cannotApprove).toContain("You edited the arguments, and the policy “requiring”");
    expect(await getApprovalView(maya, id)).toMatchObject({ cannotApprove: null, revision: 2 });
    expect(await approve(maya, id)).toMatchObject({ decision: "approved", approvals: 1 });
    expect(await load(id)).toMatchObject({ argumentsText: EDITED, revision: 2 });
  });

  test("that a policy left to others stays so when the policy is in force no more", async () => {
    const id = await heldWith({ approvals: 1 });
    const apart = { separation: { requester: false, editor: true } };
    await inForce(admin, [require({ tenants: [tenant.key] }, apart, "at this hour")]);
    await approve(ines, id, EDITED);
    await inForce(admin, []);
    await expect(approve(ines, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await getApprovalView(ines, id)).toMatchObject({
      cannotApprove: expect.stringContaining("You edited the arguments"),
      verbs: expect.not.arrayContaining(["approve"]),
    });
    const again = '{"path":"/tmp/edited","content":"again"}';
    expect(await approve(ines, id, again)).toMatchObject({ decision: "pending", approvals: 0 });
    expect(await approve(maya, id)).toMatchObject({ decision: "approved", approvals: 1 });
  });

  test("of an edit leaves it to the first editor again", async () => {
    const id = await heldWith({ separation: { requester: false, editor: true } });
    await approve(ines, id, EDITED);
    await approve(maya, id, '{"path":"/tmp/again","content":"hello"}');
    await expect(approve(maya, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await approve(ines, id)).toMatchObject({ decision: "approved" });
  });

  test("is judged by the policies of that moment, and what they ask stays with the call", async () => {
    const id = await heldWith({ approvals: 1 });
    const admins = { roles: ["admin"], people: [], groups: [] } as const;
    const three = { approvals: 3, separation: { requester: false, editor: true }, deciders: admins };
    await inForce(admin, [require({ tenants: [tenant.key] }, three, "three")]);
    expect(await approve(ines, id, EDITED)).toMatchObject({ decision: "pending", approvals: 0, required: 3 });
    // A less strict policy list does not apply to pending calls.
    await inForce(admin, []);
    await expect(approve(ines, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await getApprovalView(maya, id)).toMatchObject({
      editedBy: "Ines",
      editPolicies: [{ name: "three", clauses: expect.arrayContaining(["waits for 3 administrators"]) }],
      seats: [{ of: "the approvers" }, { of: "the administrators", open: 3 }],
      ineligible: null,
      verbs: expect.arrayContaining(["approve"]),
    });
    const others = [];
    for (let at = 0; at < 4; at += 1) others.push(await aPerson([tenant], "admin"));
    const [a, b, c, d] = others as [UserScope, UserScope, UserScope, UserScope];
    for (const one of [a, b]) await approve(one, id);
    // An administrator fills a seat of both policies, so that nothing is left for an approver.
    expect(await getApprovalView(maya, id)).toMatchObject({
      cannotApprove: expect.stringContaining("one more of the administrators"),
      verbs: ["edit", "reject", "request_changes", "extend", "cancel"],
    });
    await expect(approve(maya, id)).rejects.toMatchObject({ code: "CONFLICT" });
    await setUserRole(system, a.actor.id, "approver");
    expect(await getApprovalView(c, id)).toMatchObject({
      approvalsGiven: 2,
      missing: { needed: 2, undecided: 2 },
    });
    await approve(c, id);
    expect(await approve(d, id)).toMatchObject({ decision: "approved" });
  });

  test("that a policy refuses is not kept", async () => {
    const id = await heldWith({ approvals: 2 });
    await inForce(admin, [deny({ tenants: [tenant.key] }, "none")]);
    await expect(approve(ines, id, EDITED)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await load(id)).toMatchObject({ revision: 1, editPolicies: null });
  });
});

test("who asked for a call and who edited it are not among those who are left to approve it", async () => {
  const id = await heldWith(
    { approvals: 2, separation: { requester: true, editor: true } },
    { onBehalfOf: "Maya" },
  );
  expect(await getApprovalView(ines, id)).toMatchObject({ missing: { needed: 2, undecided: 1 } });
  await approve(ines, id, EDITED);
  expect(await getApprovalView(ines, id)).toMatchObject({ missing: { needed: 2, undecided: 0 } });
  await aPerson([tenant]);
  expect(await getApprovalView(ines, id)).toMatchObject({ missing: { needed: 2, undecided: 1 } });
});

test("a call that several have to approve is opened by itself, and not approved among others", async () => {
  const id = await heldWith({ approvals: 2 });
  const { revision, argumentsSha256 } = await load(id);
  const alone = "2 people have to approve it. Open it by itself.";
  expect((await listBulkItems(maya, [id])).items).toMatchObject([{ alone }]);
  const items = [{ id, revision, argumentsSha256 }];
  const seen = { typed: "1", end: true, ms: 1_000, visible_ms: 1_000 };
  const { results } = await decideTogether(maya, { verdict: "approve", items, seen });
  expect(results).toMatchObject([{ ok: false, code: "CONFLICT" }]);
  expect(await votesOf(id)).toEqual([]);
});

test("calls that wait by different policies are not approved together: those that wait by another than the first", async () => {
  const argumentsText = (n: number) => ({ argumentsText: `{"n":${n}}` });
  const ids = [await heldWith({}, argumentsText(1)), await heldWith({}, argumentsText(2))];
  await inForce(admin, []);
  const { answer } = await authorize(gateway.scope, aCall(tenant, argumentsText(3)), {
    tenantId: tenant.id,
    key: null,
    bodySha256: "",
  });
  if (answer.kind !== "wait") throw new Error("expected wait");
  ids.push(answer.approval.id);
  const { items } = await listBulkItems(maya, ids);
  expect(items.map(({ id, alone }) => [id, alone])).toEqual([
    [ids[0], null],
    [ids[1], null],
    [ids[2], "It does not wait by the same policy as the first one. Open it by itself."],
  ]);
  const calls = await Promise.all(ids.map(load));
  const seen = { typed: "3", end: true, ms: 1_000, visible_ms: 1_000 };
  const chosen = calls.map(({ id, revision, argumentsSha256 }) => ({ id, revision, argumentsSha256 }));
  const { results } = await decideTogether(maya, { verdict: "approve", items: chosen, seen });
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false]);
});

test("what was asked when the call was held stays while nobody edits it, whatever is saved meanwhile", async () => {
  const id = await heldWith({ approvals: 2 });
  await approve(maya, id);
  await inForce(admin, []);
  expect(await load(id)).toMatchObject({ approvalsRequired: 2, decision: "pending" });
  expect(await approve(ines, id)).toMatchObject({ decision: "approved", approvals: 2 });
});

describe("eight people at once", () => {
  const eight = () =>
    Promise.all(Array.from({ length: 8 }, (_, at) => aPerson([tenant], at % 2 ? "admin" : "approver")));

  const codeOf = (one: PromiseSettledResult<unknown>) =>
    one.status === "fulfilled" ? "recorded" : (one.reason as { code: string }).code;

  test("are counted one after the other: three agree, the others come too late, the gateway is told once", async () => {
    const people = await eight();
    const id = await heldWith({ approvals: 3 });
    const results = await Promise.allSettled(people.map((one) => approve(one, id)));
    expect(results.map(codeOf).toSorted()).toEqual([
      ...Array.from({ length: 5 }, () => "ALREADY_DECIDED"),
      ...Array.from({ length: 3 }, () => "recorded"),
    ]);
    expect(new Set((await votesOf(id)).map(({ userId }) => userId)).size).toBe(3);
    expect(await deliveries(id)).toBe(1);
  });

  test("with edits and other policies between never end with fewer who agreed to what runs", async () => {
    const people = await eight();
    for (let round = 0; round < 4; round += 1) {
      const id = await heldWith({ approvals: 3 }, { argumentsText: `{"round":${round}}` });
      const other = require({ tenants: [tenant.key] }, { approvals: 4 }, "four");
      const results = await Promise.allSettled([
        ...people.map((one, at) =>
          approve(one, id, at % 4 === 0 ? `{"path":"/tmp/${round}-${at}","content":"x"}` : undefined),
        ),
        inForce(admin, [other]),
      ]);
      for (const code of results.map(codeOf))
        expect(["recorded", "ALREADY_DECIDED", "STALE_VIEW", "CONFLICT"]).toContain(code);
      // The remaining person reads the call again and approves its current revision.
      for (const one of people) await approve(one, id).catch(() => null);
      const { decision, revision, approvalsRequired } = await load(id);
      const agreed = (await votesOf(id)).filter((vote) => vote.revision === revision);
      expect(decision).toBe("approved");
      expect(approvalsRequired).toBeGreaterThanOrEqual(3);
      expect(agreed.length).toBeGreaterThanOrEqual(approvalsRequired);
      expect(new Set(agreed.map(({ userId }) => userId)).size).toBe(agreed.length);
      expect(await deliveries(id)).toBe(1);
    }
  });
});
