import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createGroup, moveMembers } from "@/lib/auth/groups/commands";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { closeLiveHub, liveHub } from "@/lib/live/hub";
import { deleteGroup } from "@/lib/policies/groups";
import { anAdministrator, inForce, require } from "@/lib/policies/testing/installation";
import type { Escalation, Requirement } from "@/lib/policies/types";
import {
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { decideApproval } from "./commands";
import { findShortages } from "./deciders/shortages";
import { getApprovalView } from "./detail/queries";
import { listQueue } from "./queue/queries";
import { listWaiting } from "./queue/waiting";
import { aCallUnder, approve, comeDue, load, seenOf, trailOf, undo } from "./testing/waiting";
import { runOnce } from "./worker";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;
let tom: UserScope;
let onCall: string;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterEach(() => ingest(system, (tx) => tx.$executeRaw`delete from approvals`));
afterAll(async () => {
  await closeLiveHub();
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant();
  gateway = await aGateway([tenant], "http://127.0.0.1:9/hook");
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "admin", "Ines");
  tom = await aPerson([tenant], "approver", "Tom");
  onCall = unique("on-call");
  await createGroup(system, { name: onCall, description: "", members: [tom.actor.email] });
});

const nobody = { roles: [], people: [], groups: [] };

const toOnCall = (afterSeconds = 600): Escalation => ({ ...nobody, groups: [onCall], afterSeconds });

/** A call for Maya that escalates to the on-call group after ten minutes. */
const leftToMaya = (over: Partial<Requirement> = {}) =>
  aCallUnder(
    { admin, tenant, gateway },
    { deciders: { ...nobody, people: [maya.actor.email] }, escalate: toOnCall(), ...over },
    { argumentsText: `{"n":"${unique("n")}"}` },
  );

const later = (id: string, seconds: number) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set created_at = created_at - make_interval(secs => ${seconds}::int),
        escalate_at = escalate_at - make_interval(secs => ${seconds}::int) where id = ${id}::uuid`,
  );

const mine = async (scope: UserScope) => (await listQueue(scope, { view: "mine" })).rows.map((row) => row.id);

describe("a call that waited so long", () => {
  test("comes to the group as well, by the clock alone, and to nobody else", async () => {
    const id = await leftToMaya();
    const before = await getApprovalView(tom, id);
    expect(before).toMatchObject({
      verbs: ["cancel"],
      ineligible: `The policy “requiring” leaves this call to ${maya.actor.email}; after 10 minutes the group ${onCall} may decide as well.`,
      escalations: [{ to: `the group ${onCall}`, came: false }],
      policy: {
        clauses: [`waits for ${maya.actor.email}`, `after 10 minutes the group ${onCall} may decide as well`],
      },
      // People who join later are not missing.
      missing: { needed: 1, undecided: 2 },
    });
    expect(before.timeline).toContainEqual(
      expect.objectContaining({ title: "In the queue of one person who may decide" }),
    );
    expect(await mine(tom)).toEqual([]);
    await expect(approve(tom, id)).rejects.toMatchObject({ code: "FORBIDDEN" });

    await later(id, 600);
    const { createdAt } = await load(id);
    expect(await getApprovalView(tom, id)).toMatchObject({
      verbs: expect.arrayContaining(["approve", "reject"]),
      ineligible: null,
      escalations: [{ at: new Date(createdAt.getTime() + 600_000), came: true }],
    });
    expect(await mine(tom)).toEqual([id]);
    expect(await listWaiting(tom)).toMatchObject({ count: 1 });
    expect(await getApprovalView(ines, id)).toMatchObject({
      ineligible: `The policy “requiring” leaves this call to ${maya.actor.email} or the group ${onCall}.`,
    });
    expect(await mine(ines)).toEqual([]);
    await expect(approve(ines, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await mine(maya)).toEqual([id]);
    expect(await approve(tom, id)).toMatchObject({ decision: "approved" });
  });

  test("a moment before it has come to nobody", async () => {
    const id = await leftToMaya();
    await later(id, 590);
    expect(await mine(tom)).toEqual([]);
    await expect(approve(tom, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("comes to roles and people too", async () => {
    const others = [ines, tom];
    for (const to of [{ roles: ["admin"] as const }, { people: [ines.actor.email] }]) {
      const id = await leftToMaya({ escalate: { ...nobody, ...to, afterSeconds: 60 } });
      await later(id, 60);
      expect(await Promise.all(others.map(mine))).toEqual([[id], []]);
      await expect(approve(tom, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
      const no = { ...(await seenOf(id)), verdict: "reject", reason: "No." } as const;
      expect(await decideApproval(ines, no)).toMatchObject({ decision: "rejected" });
    }
  });

  test("counts a vote of the group beside one of those before, as long as they belong to it", async () => {
    const id = await leftToMaya({ approvals: 2 });
    await approve(maya, id);
    await later(id, 700);
    const fourth = await aPerson([tenant], "approver", "Fourth");
    await moveMembers(system, { name: onCall, add: [fourth.actor.email], remove: [tom.actor.email] });
    await expect(approve(tom, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await approve(fourth, id)).toMatchObject({ decision: "approved", approvals: 2 });
  });

  test("is told of once, in the trail and to open browsers, whoever looks and however often", async () => {
    const id = await leftToMaya();
    expect(await runOnce()).toBe(0);
    await later(id, 600);
    const heard: string[] = [];
    const silence = await liveHub().subscribe({ event: () => heard.push(id) }, { topic: "approval", id });
    const moved = await Promise.all([runOnce(), runOnce(), runOnce()]);
    expect(moved.reduce((sum, one) => sum + one)).toBe(1);
    await expect.poll(() => heard.length).toBe(1);
    silence();
    expect(await runOnce()).toBe(0);
    expect(await trailOf(id)).toEqual(["approval.escalated by escalation"]);
    expect((await getApprovalView(maya, id)).timeline).toContainEqual(
      expect.objectContaining({ title: "Escalated", by: null, detail: `the group ${onCall}` }),
    );
    expect(await load(id)).toMatchObject({ escalateAt: null });
  });

  test("that people agreed on is not told of while it is held, and is once they take that back", async () => {
    const id = await leftToMaya({ holdSeconds: 30 });
    await approve(maya, id);
    await later(id, 600);
    expect(await runOnce()).toBe(0);
    await undo(maya, id);
    expect(await runOnce()).toBe(1);
    expect(await trailOf(id)).toEqual([
      "approval.agreed by Maya",
      "approval.undone by Maya",
      "approval.escalated by escalation",
    ]);
    await approve(tom, id);
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "approved", decidedBy: "Tom" });
  });

  test("that is decided before is never told of", async () => {
    const id = await leftToMaya();
    await approve(maya, id);
    await later(id, 600);
    expect(await runOnce()).toBe(0);
    expect(await trailOf(id)).toEqual(["approval.approved by Maya"]);
  });
});

test("what fits an edit escalates as well, and fills its own seats", async () => {
  const id = await leftToMaya();
  const roles = { ...nobody, roles: ["approver"] as const };
  const second = require({ tenants: [tenant.key] }, {
    deciders: { ...nobody, people: [maya.actor.email] },
    escalate: { ...roles, afterSeconds: 1_200 },
    approvals: 2,
  }, "second");
  await inForce(admin, [second]);
  await approve(maya, id, '{"path":"/tmp/edited","content":"hello"}');
  await later(id, 700);
  expect(await runOnce()).toBe(1);
  await expect(approve(tom, id)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining(`; one more of ${maya.actor.email} is needed.`),
  });
  const { escalateAt, createdAt } = await load(id);
  expect(escalateAt).toEqual(new Date(createdAt.getTime() + 1_200_000));
  await later(id, 600);
  expect(await runOnce()).toBe(1);
  expect(await approve(tom, id)).toMatchObject({ decision: "approved" });
  const told = await read(system, (tx) =>
    tx.activity.findMany({
      where: { subjectId: id, action: "approval.escalated" },
      orderBy: { seq: "asc" },
    }),
  );
  expect(told.map(({ details }) => JSON.parse(details).whom)).toEqual([`the group ${onCall}`, "an approver"]);
});

test("what a call waits by without an escalation is as it was, also where an earlier version stored it", async () => {
  const id = await leftToMaya({ escalate: null });
  await later(id, 100_000);
  expect(await mine(tom)).toEqual([]);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update approvals set policy = policy #- '{require,escalate}' #- '{require,holdSeconds}' where id = ${id}::uuid`,
  );
  expect(await mine(tom)).toEqual([]);
  expect(await mine(maya)).toEqual([id]);
  await expect(approve(tom, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await approve(maya, id)).toMatchObject({ decision: "approved" });
});

test("a group that a policy escalates to is there, and is not deleted", async () => {
  await leftToMaya();
  await expect(deleteGroup(system, onCall)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("The policy “requiring” names the group"),
  });
  const unknown = { ...toOnCall(), groups: ["nowhere"] };
  await expect(leftToMaya({ escalate: unknown })).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    details: { errors: [{ pointer: "/policies/0/require/escalate/groups/0" }] },
  });
});

test("people who come later count where it is warned of too few", async () => {
  const deciders = { ...nobody, people: [maya.actor.email] };
  const asked = (approvals: number) =>
    require({ tenants: [tenant.key] }, { approvals, deciders, escalate: toOnCall(2_000_000) });
  expect(await findShortages(system, [asked(2), asked(3)])).toEqual([
    null,
    { people: 2, out: [], withoutOwner: false, withoutPasskey: 0, seats: [] },
  ]);
  const id = await leftToMaya({ approvals: 2 });
  expect(await getApprovalView(maya, id)).toMatchObject({ missing: { needed: 2, undecided: 2 } });
  const soon = await leftToMaya({ approvals: 2, escalate: toOnCall(2_000_000) });
  // The deadline is before their escalation.
  expect(await getApprovalView(maya, soon)).toMatchObject({
    missing: { needed: 2, undecided: 1 },
    escalations: [],
  });
});
