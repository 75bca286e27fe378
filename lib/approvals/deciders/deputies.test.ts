import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { endDelegation } from "@/lib/auth/delegations/commands";
import { createGroup, moveMembers } from "@/lib/auth/groups/commands";
import { setRota } from "@/lib/auth/groups/rota";
import { disableUser, setUserRole, setUserTenants } from "@/lib/auth/people/commands";
import { renameSelf } from "@/lib/auth/people/profile";
import { closeDatabase } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import { updateTenantSettings } from "@/lib/tenants/commands";
import {
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { getWholeApproval, wireApproval } from "../queries";
import { listQueue } from "../queue/queries";
import { listWaiting } from "../queue/waiting";
import { comeToAnEnd, out } from "../testing/delegations";
import { aCallUnder, approve, comeDue, load, seenOf, trailOf, votersOf } from "../testing/waiting";
import { listBulkItems } from "../triage/bulk";
import { runOnce } from "../worker";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;
let tom: UserScope;
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
  ops = unique("ops");
  await createGroup(system, { name: ops, description: "", members: [maya.actor.email] });
});

const FORBIDDEN = { code: "FORBIDDEN" };

const nobody = { roles: [], people: [], groups: [] } as const;

const toMaya = () => ({ deciders: { ...nobody, people: [maya.actor.email] } });

const toGroup = () => ({ deciders: { ...nobody, groups: [ops] } });

const held = (demands: Partial<Requirement>, over: Parameters<typeof aCallUnder>[2] = {}) =>
  aCallUnder({ admin, tenant, gateway }, demands, { argumentsText: `{"n":"${unique("n")}"}`, ...over });

const reject = async (scope: UserScope, id: string) =>
  decideApproval(scope, { ...(await seenOf(id)), verdict: "reject", reason: "No." });

describe("while a person is out", () => {
  test("their deputy is asked and decides what a policy leaves to them by name, and everything says in whose place", async () => {
    const id = await held(toMaya());
    await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await listWaiting(ines)).count).toBe(0);
    await out(maya, ines);
    expect((await listWaiting(ines)).count).toBe(1);
    expect((await listWaiting(tom)).count).toBe(0);
    expect((await listQueue(ines, { view: "mine" })).rows).toMatchObject([{ id }]);
    expect((await listBulkItems(ines, [id])).items[0]?.alone).toBeNull();
    expect(await getApprovalView(ines, id)).toMatchObject({
      ineligible: null,
      cannotApprove: null,
      inPlaceOf: [{ name: "Maya", until: expect.any(Date) }],
    });
    await approve(ines, id);
    const whole = await getWholeApproval(gateway.scope, id);
    expect(whole).toMatchObject({ decision: "approved", decidedBy: "Ines" });
    expect(whole.votes).toMatchObject([
      { userId: ines.actor.id, deputyFor: maya.actor.id, deputyForName: "Maya", lapsed: false },
    ]);
    expect((await wireApproval(gateway.scope, whole)).votes).toMatchObject([
      { by: "Ines", deputy_for: "Maya" },
    ]);
    const view = await getApprovalView(ines, id);
    expect(view.votes).toMatchObject([{ by: "Ines", deputyFor: "Maya", counts: true }]);
    expect(view.receipts.at(-1)?.facts?.deputy_for).toEqual({ id: maya.actor.id, name: "Maya" });
    expect(view.timeline.find(({ kind }) => kind === "decided")).toMatchObject({ detail: "for Maya" });
  });

  test("it is from the start to the end of the delegation, whatever groups they belong to", async () => {
    const id = await held(toGroup());
    const later = await out(maya, ines, 1);
    await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
    await comeToAnEnd(later);
    await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await listWaiting(ines)).count).toBe(0);
    await out(maya, ines);
    expect(await approve(ines, id)).toMatchObject({ decision: "approved" });
  });

  test("a deputy who may by themself decides by themself", async () => {
    await moveMembers(system, { name: ops, add: [ines.actor.email], remove: [] });
    await out(maya, ines);
    const id = await held(toGroup());
    expect((await getApprovalView(ines, id)).inPlaceOf).toEqual([]);
    await approve(ines, id);
    expect((await getWholeApproval(gateway.scope, id)).votes).toMatchObject([{ deputyFor: null }]);
  });

  test("the one who is out decides through their deputy only while on duty", async () => {
    await out(maya, ines);
    const id = await held(toGroup());
    const clock = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString().slice(11, 16);
    const shift = (from: number) => ({
      person: maya.actor.email,
      weekdays: [],
      from: clock(from),
      to: clock(from + 2),
    });
    await setRota(system, { name: ops, rota: { zone: "UTC", shifts: [shift(3)] } });
    await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await listWaiting(ines)).count).toBe(0);
    await setRota(system, { name: ops, rota: { zone: "UTC", shifts: [shift(-1)] } });
    expect(await approve(ines, id)).toMatchObject({ decision: "approved" });
  });

  test("a deputy's deputy decides nothing", async () => {
    const id = await held(toMaya());
    await out(maya, ines);
    await out(ines, tom);
    await expect(approve(tom, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await listWaiting(tom)).count).toBe(0);
    expect(await approve(ines, id)).toMatchObject({ decision: "approved" });
  });
});

describe("a delegation widens", () => {
  const refused = async (id: string) => {
    await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await listWaiting(ines)).count).toBe(0);
  };

  test("no role: what is left to administrators is not the deputy's, nor is it where one of them loses theirs", async () => {
    const boss = await aPerson([tenant], "admin", "Ada");
    await out(boss, ines);
    await refused(await held({ deciders: { ...nobody, roles: ["admin"] } }));
    const id = await held(toMaya());
    await out(maya, ines);
    await setUserRole(system, maya.actor.id, "triager");
    await refused(id);
    await setUserRole(system, maya.actor.id, "approver");
    await setUserRole(system, ines.actor.id, "viewer");
    await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
  });

  test("no tenant: neither one the deputy does not see, nor one that the person who is out does not see", async () => {
    const other = await aTenant();
    const elsewhere = await aPerson([other], "approver", "Eve");
    const id = await held({ deciders: { ...nobody, people: [elsewhere.actor.email, maya.actor.email] } });
    const both = await aPerson([tenant, other], "approver", "Bo");
    await out(elsewhere, both);
    await expect(approve(both, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await listWaiting(both)).count).toBe(0);
    await out(maya, ines);
    await setUserTenants(system, ines.actor.id, [other.key]);
    const view = await getApprovalView(maya, id);
    expect(view.missing).toMatchObject({ undecided: 0 });
    expect(view.out).toMatchObject([{ name: "Maya", deputy: "Ines" }]);
  });

  test("nothing for whoever was switched off", async () => {
    const id = await held(toMaya());
    await out(maya, ines);
    await disableUser(system, maya.actor.id);
    await refused(id);
  });
});

describe("neither of the two may have asked for the call", () => {
  const apart = { separation: { requester: true, editor: false } };
  const mail = ({ actor }: UserScope) => ({ onBehalfOf: actor.email });

  test("where a policy keeps requesters apart", async () => {
    await out(maya, ines);
    for (const one of [maya, ines]) {
      const id = await held({ ...toMaya(), ...apart }, mail(one));
      await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
      await expect(reject(ines, id)).rejects.toMatchObject(FORBIDDEN);
    }
    const id = await held({ ...toMaya(), ...apart }, mail(maya));
    expect((await getApprovalView(ines, id)).ineligible).toContain(
      "You decide for Maya at present, and the call is made on their behalf.",
    );
    expect(await approve(ines, await held({ ...toMaya(), ...apart }, mail(tom)))).toMatchObject({
      decision: "approved",
    });
  });

  test("where the tenant lets nobody approve their own; a no is possible", async () => {
    await out(maya, ines);
    for (const one of [maya, ines]) {
      const id = await held(toMaya(), mail(one));
      await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
      expect(await getApprovalView(ines, id)).toMatchObject({
        ownCall: true,
        verbs: expect.not.arrayContaining(["approve", "edit"]),
      });
      expect(await reject(ines, id)).toMatchObject({ decision: "rejected" });
    }
    await updateTenantSettings(admin, tenant.key, { blockSelfApproval: false });
    expect(await approve(ines, await held(toMaya(), mail(maya)))).toMatchObject({ decision: "approved" });
  });

  test("nor under a name that they take before a held call is released", async () => {
    await out(maya, ines);
    const id = await held({ ...toMaya(), ...apart, holdSeconds: 30 }, { onBehalfOf: "M. Meier" });
    await approve(ines, id);
    await renameSelf(maya, "M. Meier");
    await comeDue(id);
    await runOnce();
    expect(await load(id)).toMatchObject({ decision: "pending", releaseAt: null });
    expect(await votersOf(id)).toEqual([]);
  });

  test("nor have edited the arguments, where a policy keeps editors apart", async () => {
    const edited = '{"path":"/tmp/edited","content":"x"}';
    const id = await held({ ...toMaya(), separation: { requester: false, editor: true } });
    await approve(maya, id, edited);
    await out(maya, ines);
    await expect(approve(ines, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await getApprovalView(ines, id)).cannotApprove).toContain("who edited the arguments");
  });
});

test("an edit that another policy fits is judged by both policies in the same place", async () => {
  await out(maya, ines);
  const id = await held(toMaya());
  await approve(ines, id, '{"path":"/tmp/edited","content":"x"}');
  expect((await getWholeApproval(gateway.scope, id)).votes).toMatchObject([
    { revision: 2, deputyFor: maya.actor.id },
  ]);
  expect(await trailOf(id)).toContain("approval.approved by Ines");
});

test("a press and the end of the delegation at once: either it is recorded and counts, or who pressed is told", async () => {
  for (let round = 0; round < 6; round += 1) {
    const delegation = await out(maya, ines);
    const id = await held(toMaya());
    const [pressed] = await Promise.allSettled([approve(ines, id), endDelegation(maya, delegation)]);
    const { decision, votes } = await getWholeApproval(gateway.scope, id);
    if (pressed.status === "fulfilled") {
      expect(decision).toBe("approved");
      expect(votes).toMatchObject([{ deputyFor: maya.actor.id, lapsed: false }]);
    } else {
      expect(pressed.reason).toMatchObject(FORBIDDEN);
      expect({ decision, votes }).toEqual({ decision: "pending", votes: [] });
    }
  }
});
