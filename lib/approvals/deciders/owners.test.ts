import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { nameOwner } from "@/lib/auth/agents/commands";
import { setUserRole } from "@/lib/auth/people/commands";
import { closeDatabase, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { agentList } from "@/lib/insights/agents/list";
import { listAgents } from "@/lib/insights/agents/queries";
import { anAdministrator } from "@/lib/policies/testing/installation";
import type { Requirement } from "@/lib/policies/types";
import {
  aGateway,
  aPerson,
  aTenant,
  LOOKED,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { trials } from "@/lib/testing/trials";
import { breakGlass } from "../break-glass/commands";
import { decideApproval } from "../commands";
import { getApprovalView } from "../detail/queries";
import { listWaiting } from "../queue/waiting";
import { out } from "../testing/delegations";
import { aCallUnder, approve, load, seenOf } from "../testing/waiting";

// Policies apply to all tenants, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let admin: UserScope;
let tenant: TestTenant;
let gateway: TestGateway;
let maya: UserScope;
let ines: UserScope;
let tom: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  admin = await anAdministrator();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});
beforeEach(async () => {
  tenant = await aTenant({ breakGlass: "admins" });
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "admin", "Maya");
  ines = await aPerson([tenant], "approver", "Ines");
  tom = await aPerson([tenant], "approver", "Tom");
});

const apart = (over: Partial<Requirement["separation"]> = {}) => ({
  separation: { requester: false, editor: false, owner: true as const, ...over },
});

const held = (demands: Partial<Requirement>, agent: string | undefined = "Cursor") =>
  aCallUnder({ admin, tenant, gateway }, demands, { argumentsText: `{"n":"${unique("n")}"}`, agent });

const owns = (person: UserScope | null, agent = "cursor") =>
  nameOwner(system, { tenant: tenant.key, agent, owner: person?.actor.email ?? null });

const OWN = {
  code: "FORBIDDEN",
  message: expect.stringMatching(/^You own the agent that makes this call, and the policy “requiring”/),
};

describe("who owns the agent of a call", () => {
  test("decides nothing of it, administrators included, as long as they do", async () => {
    const id = await held(apart());
    await owns(maya);
    await expect(approve(maya, id)).rejects.toMatchObject(OWN);
    const no = { ...(await seenOf(id)), verdict: "reject", reason: "No." } as const;
    await expect(decideApproval(maya, no)).rejects.toMatchObject(OWN);
    expect((await listWaiting(maya)).count).toBe(0);
    expect((await listWaiting(ines)).count).toBe(1);
    const view = await getApprovalView(maya, id);
    expect(view).toMatchObject({
      ineligible: OWN.message,
      agentOwner: { is: { name: "Maya", isOff: false } },
    });
    await owns(null);
    expect((await getApprovalView(maya, id)).agentOwner).toEqual({ is: null });
    await approve(maya, id);
    expect((await load(id)).decision).toBe("approved");
  });

  test("decides it where no policy keeps owners apart, or the agent is another one or another tenant's", async () => {
    await owns(maya);
    await approve(maya, await held({}));
    await approve(maya, await held(apart(), "claude-code"));
    const other = await aTenant();
    await nameOwner(system, { tenant: other.key, agent: "claude-code", owner: maya.actor.email });
    await approve(maya, await held(apart(), "claude-code"));
  });

  test("has no deputy for it, and is nobody's", async () => {
    const people = [ines.actor.email, maya.actor.email];
    const toInes = { ...apart(), deciders: { roles: [], people, groups: [] } };
    await owns(ines);
    const id = await held(toInes);
    await out(ines, tom);
    await expect(approve(tom, id)).rejects.toMatchObject({
      message: expect.stringMatching(/You decide for Ines at present, who owns the agent/),
    });
    await owns(tom);
    const second = await held({
      ...apart(),
      deciders: { roles: [], people: [ines.actor.email], groups: [] },
    });
    await expect(approve(tom, second)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect((await listWaiting(tom)).count).toBe(0);
  });

  test("agreed in vain if they are named before the last one agrees, and are not counted among those left", async () => {
    const id = await held({ ...apart(), approvals: 2 });
    await approve(ines, id);
    await owns(ines);
    const view = await getApprovalView(tom, id);
    expect(view).toMatchObject({ approvalsGiven: 0, missing: { needed: 2, undecided: 2 } });
    await approve(tom, id);
    expect((await load(id)).decision).toBe("pending");
    await approve(maya, id);
    expect((await load(id)).decision).toBe("approved");
    const votes = await read(system, (tx) => tx.vote.findMany({ where: { approvalId: id } }));
    expect(votes.filter(({ lapsed }) => lapsed).map(({ userName }) => userName)).toEqual(["Ines"]);
  });

  test("passes it by break-glass, which says so", async () => {
    const id = await held(apart());
    await owns(maya);
    await breakGlass(maya, {
      ...(await seenOf(id)),
      reason: "It burns.",
      seen: { ...LOOKED, typed: "write_file" },
    });
    const [review] = await read(system, (tx) => tx.review.findMany({ where: { approvalId: id } }));
    expect(review?.bypassed).toEqual(["owner"]);
  });

  test("named while they decide, is refused or was first: nothing between", async () => {
    for (let trial = 0; trial < trials(5, 50); trial += 1) {
      const id = await held(apart(), `agent-${trial}`);
      const [decided] = await Promise.allSettled([approve(ines, id), owns(ines, `agent-${trial}`)]);
      const { decision, decidedAt } = await load(id);
      expect(decision).toBe(decided.status === "fulfilled" ? "approved" : "pending");
      const [named] = await read(
        system,
        (tx) => tx.$queryRaw<{ at: Date }[]>`
          select named_at as at from agent_owners where tenant_id = ${tenant.id}::uuid and agent = ${`agent-${trial}`}`,
      );
      if (decidedAt && named) expect(named.at.getTime()).toBeGreaterThanOrEqual(decidedAt.getTime());
    }
  });
});

test("an owner that another administrator named meanwhile is not replaced unseen", async () => {
  const [first, second, third] = [ines, tom, maya].map(({ actor }) => actor.email);
  const name = (owner: string | null | undefined, seen?: string | null) =>
    nameOwner(system, { tenant: tenant.key, agent: "Cursor", owner: owner ?? null, seen });
  expect(await name(first, null)).toEqual({ owner: first, before: null });
  await name(second, first);
  const stale = { code: "STALE_VIEW", message: expect.stringContaining(`it is ${second} now`) };
  // An undo of the first change, and a form that was opened before both.
  await expect(name(null, first)).rejects.toMatchObject(stale);
  await expect(name(third, null)).rejects.toMatchObject(stale);
  expect(await name(second, first)).toEqual({ owner: second, before: second });
  await name(null, second);
  await expect(name(third, second)).rejects.toMatchObject({
    message: expect.stringContaining("it has no owner now"),
  });
  expect(await name(third)).toEqual({ owner: third, before: null });
});

test("agents are listed by name with who owns them, page by page, and found by what they are called", async () => {
  for (const agent of ["beta", "Alpha", "gamma"]) await held({}, agent);
  await owns(ines, "beta");
  await owns(tom, "not-seen-yet");
  await setUserRole(system, tom.actor.id, "viewer");
  const everywhere = proveScope(admin.actor, [tenant.id], { unlimited: true });
  const names = async (over: object = {}) => {
    const { rows, nextCursor } = await listAgents(everywhere, { tenant: tenant.key, ...over });
    return { rows: rows.map(({ agent }) => agent), nextCursor };
  };
  const all = await names();
  expect([...all.rows].sort()).toEqual(["Alpha", "beta", "gamma", "not-seen-yet"].sort());
  const first = await names({ limit: 3 });
  const second = await names({ limit: 3, cursor: first.nextCursor });
  expect([...first.rows, ...second.rows]).toEqual(all.rows);
  expect(second.nextCursor).toBeNull();
  const there = await aTenant();
  await nameOwner(system, { tenant: there.key, agent: "beta", owner: ines.actor.email });
  const both = proveScope(admin.actor, [tenant.id, there.id], { unlimited: true });
  const keys: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await listAgents(both, { limit: 1, cursor });
    keys.push(...page.rows.map(({ agent, tenant: { key } }) => `${agent} ${key}`));
    cursor = page.nextCursor;
  }
  expect(keys.filter((key) => key.startsWith("beta "))).toEqual(
    [tenant.key, there.key].sort().map((key) => `beta ${key}`),
  );
  expect(keys).toHaveLength(5);
  expect((await names({ owned: "unowned" })).rows.sort()).toEqual(["Alpha", "gamma"]);
  expect((await names({ q: "BET" })).rows).toEqual(["beta"]);
  const { rows } = await listAgents(everywhere, { tenant: tenant.key, q: "beta" });
  expect(rows).toMatchObject([{ lastSeenAt: expect.any(Date), owner: { name: "Ines", isOff: false } }]);
  await expect(listAgents(ines, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(agentList.link({ view: "all" })).toBe("/settings/agents");
});
