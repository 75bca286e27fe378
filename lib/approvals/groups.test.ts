import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createGroup, moveMembers } from "@/lib/auth/groups/commands";
import { getGroup } from "@/lib/auth/groups/queries";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { yamlOf } from "@/lib/core/json/yaml";
import { NO_TENANT, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { previewPolicies } from "@/lib/insights/policies/queries";
import { savePolicies } from "@/lib/policies/commands";
import { deleteGroup, findPoliciesOfGroups } from "@/lib/policies/groups";
import { checkPolicy, readPolicies } from "@/lib/policies/paste";
import { findPolicies } from "@/lib/policies/queries";
import { anAdministrator, inForce, require } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";
import {
  aCall,
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { decideApproval } from "./commands";
import { getApprovalView } from "./detail/queries";
import { ask as authorize } from "./gate/ask";
import { tryCall } from "./gate/try";
import { listWaiting } from "./queue/waiting";
import { listBulkItems } from "./triage/bulk";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;
let name: string;

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
  ines = await aPerson([tenant], "admin", "Ines");
  name = unique("ops");
  await createGroup(system, { name, description: "", members: [maya.actor.email] });
});

const FORBIDDEN = { code: "FORBIDDEN" };

const leftTo = (...groups: string[]) => ({ deciders: { roles: [], people: [], groups } });

const join = (...people: UserScope[]) => move(people, []);

const leave = (...people: UserScope[]) => move([], people);

const emails = (people: readonly UserScope[]) => people.map(({ actor }) => actor.email);

const move = (add: readonly UserScope[], remove: readonly UserScope[]) =>
  moveMembers(system, { name, add: emails(add), remove: emails(remove) });

const load = (id: string) => read(system, (tx) => tx.approval.findFirstOrThrow({ where: { id } }));

async function heldWith(demands: Partial<Requirement>) {
  await inForce(admin, [require({ tenants: [tenant.key] }, demands)]);
  const call = aCall(tenant, { argumentsText: `{"n":"${unique("n")}"}` });
  const { answer } = await authorize(gateway.scope, call, { tenantId: tenant.id, key: null, bodySha256: "" });
  if (answer.kind !== "wait") throw new Error(`expected wait, got ${answer.kind}`);
  return answer.approval.id;
}

async function approve(scope: UserScope, id: string, argumentsText?: string) {
  const { revision, argumentsSha256 } = await load(id);
  return decideApproval(scope, {
    id,
    revision,
    argumentsSha256,
    verdict: "approve",
    argumentsText,
    seen: LOOKED,
  });
}

describe("a call that a policy leaves to a group", () => {
  test("is decided by a member and by nobody else, who is told why", async () => {
    const id = await heldWith(leftTo(name));
    const told = `The policy “requiring” leaves this call to the group ${name}.`;
    await expect(approve(ines, id)).rejects.toMatchObject({
      ...FORBIDDEN,
      message: `${told} Nothing was recorded.`,
    });
    expect(await getApprovalView(ines, id)).toMatchObject({ ineligible: told, verbs: ["cancel"] });
    expect((await listBulkItems(ines, [id])).items[0]?.alone).toBe(told);
    expect((await listWaiting(ines)).views).toMatchObject({ mine: 0, all: 1 });
    expect(await getApprovalView(maya, id)).toMatchObject({
      ineligible: null,
      missing: { needed: 1, undecided: 1 },
      policy: { clauses: [`waits for the group ${name}`] },
    });
    expect((await listBulkItems(maya, [id])).items[0]?.alone).toBeNull();
    expect((await listWaiting(maya)).views.mine).toBe(1);
    expect(await approve(maya, id)).toMatchObject({ decision: "approved" });
  });

  test("is decided by who belongs to it at that moment, whenever they came", async () => {
    const id = await heldWith(leftTo(name));
    await join(ines);
    await leave(maya);
    await expect(approve(maya, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await listWaiting(maya)).views.mine).toBe(0);
    expect((await listWaiting(ines)).views.mine).toBe(1);
    expect(await approve(ines, id)).toMatchObject({ decision: "approved" });
  });

  test("needs a role that may decide, and any of the people, roles and groups that are named", async () => {
    const viewer = await aPerson([tenant], "viewer");
    await join(viewer);
    const id = await heldWith({ approvals: 2, deciders: { roles: ["admin"], people: [], groups: [name] } });
    await expect(approve(viewer, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await getApprovalView(maya, id)).missing).toMatchObject({
      needed: 2,
      undecided: 2,
      onDuty: 2,
      withoutPasskey: 0,
    });
    await approve(ines, id);
    expect(await approve(maya, id)).toMatchObject({ decision: "approved", approvals: 2 });
  });

  test("does not count the yes of somebody who left the group", async () => {
    await join(ines);
    const third = await aPerson([tenant], "approver", "Tom");
    const id = await heldWith({ approvals: 2, ...leftTo(name) });
    await approve(maya, id);
    await move([third], [maya]);
    expect(await getApprovalView(ines, id)).toMatchObject({
      approvalsGiven: 0,
      votes: [{ counts: false }],
      missing: { needed: 2, undecided: 2 },
    });
    expect(await approve(ines, id)).toMatchObject({ decision: "pending", approvals: 1 });
    await join(maya);
    expect(await approve(third, id)).toMatchObject({ decision: "approved", approvals: 3 });
  });

  test("and its edited arguments, where a policy leaves those to a group", async () => {
    const id = await heldWith({ approvals: 2 });
    const match = { tenants: [tenant.key], arguments: [{ path: "/n", op: "equals", value: "two" } as const] };
    await inForce(admin, [require(match, leftTo(name), "twos"), require({ tenants: [tenant.key] })]);
    await approve(ines, id, '{"n":"two"}');
    const other = await aPerson([tenant]);
    await approve(other, id);
    // Two people agree, as the first policy asks, and no one of the group.
    expect(await load(id)).toMatchObject({ decision: "pending" });
    const late = await aPerson([tenant]);
    await expect(approve(late, id)).rejects.toMatchObject({
      message: expect.stringContaining(`one more of ${name} is needed.`),
    });
    expect(await getApprovalView(late, id)).toMatchObject({
      cannotApprove: expect.stringContaining(`one more of ${name} is needed.`),
      missing: { needed: 1, undecided: 1 },
    });
    await join(late);
    expect(await getApprovalView(late, id)).toMatchObject({ cannotApprove: null, missing: { undecided: 2 } });
    expect(await approve(maya, id)).toMatchObject({ decision: "approved" });
  });

  test("stays bound by requirements that were stored before there were groups", async () => {
    const people = { roles: [], people: [maya.actor.email], groups: [] };
    const stranger = await aPerson([tenant], "admin", "Stranger");
    const id = await heldWith({ deciders: people });
    await ingest(
      system,
      (tx) => tx.$executeRaw`
        update approvals set policy = policy #- '{require,deciders,groups}' where id = ${id}::uuid`,
    );
    expect((await listWaiting(stranger)).views.mine).toBe(0);
    expect((await listWaiting(maya)).views.mine).toBe(1);
    const view = await getApprovalView(stranger, id);
    expect(view.ineligible).toContain(`leaves this call to ${maya.actor.email}`);
    expect(view.missing).toMatchObject({ needed: 1, undecided: 1, onDuty: 1, withoutPasskey: 0 });
    await expect(approve(stranger, id)).rejects.toMatchObject(FORBIDDEN);
    expect(await approve(maya, id)).toMatchObject({ decision: "approved" });
  });
});

/** Locks a chain of the trail, so that later transactions wait there and keep their locks. */
async function holding(chain: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let done: Promise<void> = Promise.resolve();
  await new Promise<void>((held, failed) => {
    done = ingest(system, async (tx) => {
      await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('activity:' || ${chain}, 0))`;
      held();
      await released;
    });
    done.catch(failed);
  });
  return async () => {
    release();
    await done;
  };
}

async function waiting(many: number): Promise<void> {
  await expect
    .poll(
      () =>
        read(system, async (tx) => {
          const [row] = await tx.$queryRaw<{ n: number }[]>`
            select count(*)::int as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`;
          return row?.n;
        }),
      { timeout: 60_000 },
    )
    .toBe(many);
}

describe("a membership that is taken away while its person decides", () => {
  test("goes before a decision that waited for it, which is refused", async () => {
    const id = await heldWith(leftTo(name));
    const release = await holding(NO_TENANT);
    const leaving = leave(maya);
    await waiting(1);
    const deciding = approve(maya, id).catch((error) => error);
    await waiting(2);
    await release();
    await leaving;
    expect(await deciding).toMatchObject(FORBIDDEN);
    expect((await load(id)).decision).toBe("pending");
  });

  test("waits for a decision that began before it", async () => {
    const id = await heldWith(leftTo(name));
    const release = await holding(tenant.id);
    const deciding = approve(maya, id);
    await waiting(1);
    const leaving = leave(maya);
    await waiting(2);
    expect((await getGroup(system, name)).members).toHaveLength(1);
    await release();
    expect(await deciding).toMatchObject({ decision: "approved" });
    expect(await leaving).toMatchObject({ removed: [maya.actor.email] });
  });

  test("leaves one decision or none of eight members who decide at once", async () => {
    const eight = await Promise.all(Array.from({ length: 8 }, () => aPerson([tenant])));
    for (let round = 0; round < trials(3, 40); round++) {
      await join(...eight);
      const id = await heldWith(leftTo(name));
      const removing = leave(maya, ...eight);
      const decisions = await Promise.allSettled(eight.map((one) => approve(one, id)));
      await removing;
      const won = decisions.filter(({ status }) => status === "fulfilled");
      expect((await load(id)).decision).toBe(won.length === 1 ? "approved" : "pending");
      for (const one of decisions)
        if (one.status === "rejected")
          expect(["FORBIDDEN", "ALREADY_DECIDED"]).toContain((one.reason as { code: string }).code);
      const late = await approve(eight[0] as UserScope, id).catch((error) => error);
      expect(["FORBIDDEN", "ALREADY_DECIDED"]).toContain(late.code);
    }
  });
});

describe("policies that name a group that is not there", () => {
  const wrong = () => [
    require({}, leftTo("nobodys"), "first"),
    require({}, leftTo(name, "nobodys"), "second"),
  ];
  const errors = (...pointers: string[]) => ({
    code: "VALIDATION_ERROR",
    details: {
      errors: pointers.map((pointer) => ({ pointer, message: expect.stringContaining(`the groups are `) })),
    },
  });
  const [FIRST, SECOND] = ["/policies/0/require/deciders/groups/0", "/policies/1/require/deciders/groups/1"];

  test("are neither saved, nor previewed, nor tried, and told at their places which groups there are", async () => {
    const seen = (await findPolicies(admin))?.version ?? null;
    const whole = errors(FIRST, SECOND);
    await expect(savePolicies(admin, { policies: wrong(), seen })).rejects.toMatchObject(whole);
    expect((await findPolicies(admin))?.version ?? null).toBe(seen);
    await expect(previewPolicies(admin, { policies: wrong() })).rejects.toMatchObject(whole);
    const call = { ...aCall(tenant), gateway: gateway.name };
    await expect(tryCall(admin, { call, policies: wrong() })).rejects.toMatchObject(whole);
  });

  test("are told to the form at the member, and to a pasted text at the line", async () => {
    await expect(checkPolicy(admin, require({}, leftTo("nobodys")))).rejects.toMatchObject(
      errors("/require/deciders/groups/0"),
    );
    expect(await checkPolicy(admin, require({}, leftTo(name)))).toEqual({});
    const text = yamlOf({ policies: wrong().map(writtenPolicy) });
    const { policies, problems } = await readPolicies(admin, text);
    expect(policies).toBeNull();
    const lines = text.split("\n");
    expect(problems.map(({ line }) => lines[line - 1]?.trim())).toEqual(["- nobodys", "- nobodys"]);
    expect(problems[0]?.message).toContain("require/deciders/groups/0: there is no group “nobodys”");
  });
});

describe("a group that policies name", () => {
  test("is not deleted, also where the policy is switched off, and the policies are named", async () => {
    const off = { ...require({ tenants: ["nobody"] }, leftTo(name), "second"), on: false };
    await inForce(admin, [require({ tenants: ["nobody"] }, leftTo(name), "first"), off]);
    expect((await findPoliciesOfGroups(admin)).get(name)).toEqual(["first", "second"]);
    await expect(deleteGroup(system, name)).rejects.toMatchObject({
      code: "CONFLICT",
      message: `The policies “first”, “second” name the group “${name}”. It was not deleted; change those policies first.`,
    });
    await inForce(admin, []);
    expect(await deleteGroup(system, name)).toEqual({ removed: [maya.actor.email] });
    await expect(deleteGroup(system, name)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("is either deleted or named, of both at once", async () => {
    for (let round = 0; round < trials(3, 40); round++) {
      const own = unique("ops");
      await createGroup(system, { name: own, description: "", members: [] });
      const [saved, deleted] = await Promise.allSettled([
        inForce(admin, [require({ tenants: ["nobody"] }, leftTo(own))]),
        deleteGroup(system, own),
      ]);
      expect([saved.status, deleted.status].sort()).toEqual(["fulfilled", "rejected"]);
      await inForce(admin, []);
    }
  });

  test("when it is gone, what waits for it waits for nobody, and the page says so", async () => {
    const id = await heldWith(leftTo(name));
    await inForce(admin, []);
    await deleteGroup(system, name);
    await expect(approve(maya, id)).rejects.toMatchObject(FORBIDDEN);
    expect((await getApprovalView(maya, id)).missing).toMatchObject({
      needed: 1,
      undecided: 0,
      onDuty: 0,
      withoutPasskey: 0,
    });
  });
});
