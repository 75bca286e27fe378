import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { activityHash } from "@/lib/activity/chain";
import { endDelegation, resumeDelegation } from "@/lib/auth/delegations/commands";
import { createGroup, moveMembers } from "@/lib/auth/groups/commands";
import { setUserRole } from "@/lib/auth/people/commands";
import { renameSelf } from "@/lib/auth/people/profile";
import { closeDatabase } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import { updateTenantSettings } from "@/lib/tenants/commands";
import {
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { breakGlass } from "../break-glass/commands";
import { getApprovalView } from "../detail/queries";
import { contradictionsIn } from "../evidence/consistency";
import { getEvidence } from "../evidence/queries";
import { getWholeApproval } from "../queries";
import { listQueue } from "../queue/queries";
import { listWaiting } from "../queue/waiting";
import { comeToAnEnd, out } from "../testing/delegations";
import { aCallUnder, approve, comeDue, load, seenOf, trailOf, votersOf } from "../testing/waiting";
import { runOnce } from "../worker";

// Counting of approvals with deputies. Policies apply to all tenants, so these tests need their own
// database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;
let tom: UserScope;
let zoe: UserScope;
let ops: string;

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
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "approver", "Ines");
  tom = await aPerson([tenant], "approver", "Tom");
  zoe = await aPerson([tenant], "approver", "Zoe");
  ops = unique("ops");
  const members = [maya, tom].map(({ actor }) => actor.email);
  await createGroup(system, { name: ops, description: "", members });
});

const CONFLICT = { code: "CONFLICT" };

/** A call that two people of the group must approve: Maya and Tom. */
const held = (approvals = 2, demands: Partial<Requirement> = {}) =>
  aCallUnder(
    { admin, tenant, gateway },
    { approvals, deciders: { roles: [], people: [], groups: [ops] }, ...demands },
    { argumentsText: `{"n":"${unique("n")}"}` },
  );

const join = (one: UserScope) => moveMembers(system, { name: ops, add: [one.actor.email], remove: [] });

const given = async (id: string) => {
  const { approvalsGiven, votes } = await getApprovalView(tom, id);
  const [row] = (await listQueue(tom, { view: "all" })).rows.filter((one) => one.id === id);
  expect(row?.approvalsGiven).toBe(approvalsGiven);
  return { approvalsGiven, counts: votes.map(({ counts }) => counts) };
};

const votesOf = async (id: string) => (await getWholeApproval(gateway.scope, id)).votes;

async function contradictions(id: string) {
  const file = await getEvidence(tom, id);
  const rows = file.activity.map(({ hash, ...row }) => ({
    ...{ tenantId: row.tenant_id, seq: BigInt(row.seq), at: new Date(row.at), actorKind: row.actor_kind },
    ...{
      actorId: row.actor_id,
      actorName: row.actor_name,
      action: row.action,
      subjectKind: row.subject_kind,
    },
    ...{ subjectId: row.subject_id, details: row.details, previous: row.previous, hash },
  }));
  expect(rows.map((row) => activityHash(row))).toEqual(rows.map(({ hash }) => hash));
  return contradictionsIn(JSON.stringify(file), file, rows);
}

describe("a person and their deputy count once", () => {
  test("a deputy and somebody else are two", async () => {
    await out(maya, ines);
    const id = await held();
    expect(await approve(ines, id)).toMatchObject({ decision: "pending", approvals: 1 });
    expect(await given(id)).toEqual({ approvalsGiven: 1, counts: [true] });
    expect(await approve(tom, id)).toMatchObject({ decision: "approved", approvals: 2 });
    await renameSelf(maya, "Maya M.");
    expect(await contradictions(id)).toEqual([]);
    expect((await getEvidence(tom, id)).votes[0]?.deputy_for).toEqual({ id: maya.actor.id, name: "Maya" });
  });

  test("whoever comes second in the same place is told who was first, and is not asked", async () => {
    await out(maya, ines);
    const first = await held();
    await approve(maya, first);
    expect((await listWaiting(ines)).count).toBe(0);
    expect((await getApprovalView(ines, first)).cannotApprove).toContain(
      "already has an approval in their place",
    );
    await expect(approve(ines, first)).rejects.toMatchObject({
      ...CONFLICT,
      message: expect.stringContaining("Maya, in whose place you would decide, has already voted"),
    });
    expect(await votersOf(first)).toEqual(["Maya"]);
    const second = await held();
    await approve(ines, second);
    expect((await listWaiting(maya)).views.mine).toBe(0);
    await expect(approve(maya, second)).rejects.toMatchObject({
      ...CONFLICT,
      message: expect.stringContaining("Ines has already voted on this call in your place"),
    });
    expect(await votersOf(second)).toEqual(["Ines"]);
  });

  test("two deputies of one person, one after the other, count once together", async () => {
    const id = await held();
    const first = await out(maya, ines);
    await approve(ines, id);
    await comeToAnEnd(first);
    await out(maya, zoe);
    await expect(approve(zoe, id)).rejects.toMatchObject(CONFLICT);
    expect(await given(id)).toEqual({ approvalsGiven: 1, counts: [true] });
  });

  test("also where a vote that had lapsed counts again beside the other: on the page, in the list, at the decision and at the release", async () => {
    await out(maya, ines);
    const id = await held(3, { holdSeconds: 30 });
    await approve(ines, id);
    await setUserRole(system, ines.actor.id, "viewer");
    expect(await approve(maya, id)).toMatchObject({ approvals: 1 });
    await setUserRole(system, ines.actor.id, "approver");
    expect(await given(id)).toEqual({ approvalsGiven: 1, counts: [true, true] });
    expect(await approve(tom, id)).toMatchObject({ decision: "pending", approvals: 2 });
    await join(zoe);
    expect(await approve(zoe, id)).toMatchObject({ approvals: 3, releaseAt: expect.any(Date) });
    await moveMembers(system, { name: ops, add: [], remove: [zoe.actor.email] });
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "pending", releaseAt: null });
  });

  test("a deputy of two counts for one of them, the first whose place nobody has", async () => {
    await out(maya, ines);
    await out(tom, ines);
    const id = await held();
    await approve(maya, id);
    expect(await approve(ines, id)).toMatchObject({ decision: "approved", approvals: 2 });
    expect(await votesOf(id)).toMatchObject([{ deputyFor: null }, { deputyFor: tom.actor.id }]);
    const other = await held();
    await approve(ines, other);
    await expect(approve(ines, other)).rejects.toMatchObject(CONFLICT);
    expect(await given(other)).toEqual({ approvalsGiven: 1, counts: [true] });
  });

  test("whoever comes to decide by themself presses again, for themself and no longer as a deputy", async () => {
    await out(maya, ines);
    const id = await held(3);
    await approve(ines, id);
    await join(ines);
    expect(await approve(ines, id)).toMatchObject({ approvals: 1 });
    expect(await votesOf(id)).toMatchObject([{ userId: ines.actor.id, deputyFor: null }]);
    expect(await approve(maya, id)).toMatchObject({ approvals: 2 });
    expect(await approve(tom, id)).toMatchObject({ decision: "approved" });
    expect(await contradictions(id)).toEqual([]);
  });
});

describe("what a deputy approved", () => {
  test("counts after the time of the delegation is over", async () => {
    const delegation = await out(maya, ines);
    const id = await held();
    await approve(ines, id);
    await comeToAnEnd(delegation);
    expect(await given(id)).toEqual({ approvalsGiven: 1, counts: [true] });
    expect(await approve(tom, id)).toMatchObject({ decision: "approved" });
  });

  test("lapses where the delegation is taken back, and counts again where that is", async () => {
    const delegation = await out(maya, ines);
    const id = await held();
    await approve(ines, id);
    await endDelegation(maya, delegation);
    expect(await given(id)).toEqual({ approvalsGiven: 0, counts: [false] });
    await resumeDelegation(maya, delegation);
    expect(await given(id)).toEqual({ approvalsGiven: 1, counts: [true] });
    await endDelegation(maya, delegation);
    expect(await approve(maya, id)).toMatchObject({ decision: "pending", approvals: 1 });
    expect(await approve(tom, id)).toMatchObject({ decision: "approved" });
    expect((await votesOf(id)).map(({ userName, lapsed }) => `${userName} ${lapsed}`)).toEqual([
      "Ines true",
      "Maya false",
      "Tom false",
    ]);
    expect(await contradictions(id)).toEqual([]);
  });

  test("may be approved anew under a new delegation", async () => {
    const id = await held();
    await endDelegation(
      maya,
      await (async () => {
        const delegation = await out(maya, ines);
        await approve(ines, id);
        return delegation;
      })(),
    );
    await out(maya, ines);
    expect(await given(id)).toMatchObject({ approvalsGiven: 0 });
    expect(await approve(ines, id)).toMatchObject({ approvals: 1 });
    expect(await approve(tom, id)).toMatchObject({ decision: "approved" });
    expect(await contradictions(id)).toEqual([]);
  });

  test("lapses where the person who is out could not decide it any more", async () => {
    await out(maya, ines);
    const id = await held();
    await approve(ines, id);
    await moveMembers(system, { name: ops, add: [], remove: [maya.actor.email] });
    expect(await given(id)).toEqual({ approvalsGiven: 0, counts: [false] });
  });

  test("is not released where the delegation was taken back while the call was held", async () => {
    const delegation = await out(maya, ines);
    const id = await held(1, { holdSeconds: 30 });
    await approve(ines, id);
    await endDelegation(maya, delegation);
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "pending", releaseAt: null });
    expect(await trailOf(id)).toContain("approval.release_stopped by release");
  });
});

test("those who are out for as long as a call waits are not counted as left; their deputies are, in their place", async () => {
  const id = await held();
  await out(maya, ines);
  expect((await getApprovalView(tom, id)).missing).toEqual({
    ...{ needed: 2, undecided: 2, onDuty: 2, withoutPasskey: 0, noOneFor: [] },
    who: [
      { name: "Tom", isViewer: true },
      { name: "Ines", isViewer: false },
    ],
  });
  // A deputy of both counts as one person for the two of them.
  await join(ines);
  const view = await getApprovalView(tom, id);
  expect(view.missing).toMatchObject({ needed: 2, undecided: 2, onDuty: 2, withoutPasskey: 0 });
  expect(view.out).toMatchObject([{ name: "Maya", deputy: "Ines", until: expect.any(Date) }]);
});

test("whoever stands in breaks no glass that a yes of theirs would not need, and breaks it for themself", async () => {
  await updateTenantSettings(admin, tenant.key, { breakGlass: "approvers" });
  await out(maya, ines);
  const glass = async (id: string) =>
    breakGlass(ines, {
      ...(await seenOf(id)),
      reason: "It burns.",
      seen: { ...LOOKED, typed: "send_email" },
    });
  await expect(glass(await held(1))).rejects.toMatchObject(CONFLICT);
  const id = await held(2);
  await approve(ines, id);
  const { breakGlass: asked } = await getApprovalView(ines, id);
  expect(asked?.bypassed).toEqual(["people"]);
});
