import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOwner } from "@/lib/auth/agents/commands";
import { endDelegation } from "@/lib/auth/delegations/commands";
import { createGroup, moveMembers } from "@/lib/auth/groups/commands";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { allow, require, seated } from "@/lib/policies/testing/installation";
import type { Policy, Requirement } from "@/lib/policies/types";
import { aPerson, aTenant, type TestTenant } from "@/lib/testing/factories";
import { out } from "../testing/delegations";
import { findShortages } from "./shortages";
import { findWarnings } from "./warnings";

// The total number of people counts, so these tests need their own database.
const system = systemScope("tests");
let drop: () => Promise<void>;
let here: TestTenant;
let there: TestTenant;
let maya: UserScope;
let ines: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  [here, there] = [await aTenant(), await aTenant()];
  [maya, ines] = [await aPerson([here], "approver"), await aPerson([here, there], "admin")];
  const viewer = await aPerson([here, there], "viewer");
  const off = await aPerson([here, there]);
  await ingest(system, (tx) =>
    tx.user.update({ where: { id: off.actor.id }, data: { disabledAt: new Date() } }),
  );
  const members = [maya, viewer, off].map(({ actor }) => actor.email);
  await createGroup(system, { name: "ops", description: "", members });
  await createGroup(system, { name: "empty", description: "", members: [] });
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const demand = (tenants: readonly string[], demands: Partial<Requirement>): Policy =>
  require({ tenants }, demands);

const found = async (tenants: readonly string[], demands: Partial<Requirement>) =>
  (await findShortages(system, [demand(tenants, demands)]))[0] ?? null;

const shortage = async (tenants: readonly string[], demands: Partial<Requirement>) =>
  (await found(tenants, demands))?.people ?? null;

test("where owners are kept apart, one of them is not counted: of the agents that the policy names", async () => {
  const apart = { separation: { requester: false, editor: false, owner: true } } as const;
  const demands = { approvals: 2, ...apart };
  expect(await found([here.key], demands)).toBeNull();
  await nameOwner(system, { tenant: here.key, agent: "Cursor", owner: maya.actor.email });
  expect(await found([here.key], demands)).toMatchObject({ people: 1, withoutOwner: true });
  expect(await found([here.key], { approvals: 2 })).toBeNull();
  const ofAgents = (agents: readonly string[]) =>
    findShortages(system, [require({ tenants: [here.key], agents }, demands)]);
  expect(await ofAgents(["claude-code"])).toEqual([null]);
  expect(await ofAgents(["claude-code", "CURSOR"])).toMatchObject([{ people: 1 }]);
  await nameOwner(system, { tenant: here.key, agent: "cursor", owner: null });
  expect(await found([here.key], demands)).toBeNull();
});

const groups = (...names: string[]) => ({ deciders: { roles: [], people: [], groups: names } });

test("of a group those count who may decide: neither viewers nor people who are switched off", async () => {
  expect(await shortage([], { approvals: 2, ...groups("ops") })).toBe(1);
  expect(await shortage([], { approvals: 1, ...groups("ops") })).toBeNull();
  expect(await shortage([], groups("empty"))).toBe(0);
  await moveMembers(system, { name: "ops", add: [ines.actor.email], remove: [] });
  expect(await shortage([], { approvals: 2, ...groups("ops", "empty") })).toBeNull();
  await moveMembers(system, { name: "ops", add: [], remove: [ines.actor.email] });
});

test("people, roles and groups are counted together, and each person once", async () => {
  const deciders = { roles: ["admin"], people: [maya.actor.email], groups: ["ops"] } as const;
  expect(await shortage([], { approvals: 2, deciders })).toBeNull();
  expect(await shortage([], { approvals: 3, deciders })).toBe(2);
  expect(await shortage([], { approvals: 3 })).toBe(2);
});

test("where tenants are named by their keys, the one with the fewest people counts", async () => {
  expect(await shortage([here.key], { approvals: 2 })).toBeNull();
  expect(await shortage([here.key, there.key], { approvals: 2 })).toBe(1);
  expect(await shortage([there.key], groups("ops"))).toBe(0);
  expect(await shortage([there.key.toUpperCase()], groups("ops"))).toBe(0);
  // A pattern may match any tenant; an unknown tenant has no calls.
  expect(await shortage([`${there.key}*`], groups("ops"))).toBeNull();
  expect(await shortage(["nobodys"], groups("ops"))).toBeNull();
});

test("each demand is answered at its place, and who does not administer all tenants is told nothing", async () => {
  const demands = [demand([], {}), demand([], groups("empty")), demand([], { approvals: 9 })];
  expect(await findShortages(system, demands)).toEqual([
    null,
    { people: 0, out: [], withoutOwner: false, withoutPasskey: 0, seats: [] },
    { people: 2, out: [], withoutOwner: false, withoutPasskey: 0, seats: [] },
  ]);
  expect(await findShortages(system, [allow({})])).toEqual([null]);
  await expect(findShortages(ines, demands)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("whoever is out is named and not counted; their deputy counts, and nobody by a role that only the other has", async () => {
  const tom = await aPerson([here], "approver", "Tom");
  const delegation = await out(maya, tom);
  expect(await found([], groups("ops"))).toBeNull();
  expect(await found([], { approvals: 2, ...groups("ops") })).toEqual({
    people: 1,
    out: [maya.actor.name],
    withoutOwner: false,
    withoutPasskey: 0,
    seats: [],
  });
  await moveMembers(system, { name: "ops", add: [tom.actor.email], remove: [] });
  expect(await shortage([], { approvals: 2, ...groups("ops") })).toBe(1);
  await moveMembers(system, { name: "ops", add: [], remove: [tom.actor.email] });
  await endDelegation(maya, delegation);
  expect(await found([], { approvals: 2, ...groups("ops") })).toEqual({
    people: 1,
    out: [],
    withoutOwner: false,
    withoutPasskey: 0,
    seats: [],
  });
  const gone = await out(ines, tom);
  const admins = { deciders: { roles: ["admin"], people: [], groups: [] } } as const;
  expect(await found([here.key], admins)).toEqual({
    people: 0,
    out: [ines.actor.name],
    withoutOwner: false,
    withoutPasskey: 0,
    seats: [],
  });
  await endDelegation(ines, gone);
});

test("each of several groups of approvers needs its own people, and a person counts for one", async () => {
  const inBoth = await aPerson([here], "approver", "Bo");
  const emails = [inBoth.actor.email];
  await createGroup(system, { name: "left", description: "", members: emails });
  await createGroup(system, { name: "right", description: "", members: emails });
  const asked = seated({ groups: ["left"] }, { groups: ["right"] });
  const policy = demand([here.key], asked);
  const warned = async () => (await findWarnings(system, [policy]))[0];
  expect(await found([here.key], asked)).toMatchObject({ people: 1, seats: [] });
  expect(await warned()).toEqual([
    {
      pointer: "/require/seats",
      message: "Only 1 of the 2 people who have to approve can be found, because a person counts once.",
    },
  ]);
  const other = await aPerson([here], "approver", "Lee");
  await moveMembers(system, { name: "left", add: [other.actor.email], remove: [] });
  expect(await found([here.key], asked)).toBeNull();
  expect(await warned()).toEqual([]);
  await moveMembers(system, { name: "right", add: [], remove: emails });
  expect(await found([here.key], asked)).toMatchObject({ people: 1, seats: [{ at: 1, people: 0 }] });
  expect(await warned()).toEqual([
    {
      pointer: "/require/seats/1",
      message: "No person of right can decide these calls, and 1 has to approve.",
    },
  ]);
});
