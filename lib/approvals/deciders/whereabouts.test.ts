import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createGroup } from "@/lib/auth/groups/commands";
import { setRota } from "@/lib/auth/groups/rota";
import { openSession } from "@/lib/auth/sessions/commands";
import { closeDatabase, ingest } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { anAdministrator } from "@/lib/policies/testing/installation";
import {
  aGateway,
  aPerson,
  aTenant,
  type TestGateway,
  type TestTenant,
  unique,
} from "@/lib/testing/factories";
import { countStatements } from "@/lib/testing/statements";
import { out } from "../testing/delegations";
import { aCallUnder } from "../testing/waiting";
import { findWhereabouts } from "./whereabouts";

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
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  maya = await aPerson([tenant], "approver", "Maya");
  ines = await aPerson([tenant], "approver", "Ines");
  tom = await aPerson([tenant], "approver", "Tom");
});

const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
const theHour = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

async function onRota(person: UserScope, from: string | null, to: string | null): Promise<string> {
  const name = unique("ops");
  await createGroup(system, { name, description: "", members: [person.actor.email] });
  const shift = { person: person.actor.email, weekdays: [], from, to };
  await setRota(system, { name, rota: { zone: "UTC", shifts: [shift] } });
  return name;
}

const of = async (scope: UserScope, name: string, call?: string) =>
  (await findWhereabouts(scope, { call })).people.find((person) => person.name === name);

test("who is away is said with the end and the deputy", async () => {
  await out(maya, ines);
  const found = await findWhereabouts(tom, {});
  expect(found).toMatchObject({ eligible: 3, away: 1, onCall: 0, hasShifts: false });
  expect(await of(tom, "Maya")).toMatchObject({
    away: { deputy: "Ines", until: expect.any(Date) },
    isViewer: false,
  });
  expect(await of(tom, "Tom")).toMatchObject({ away: null, isViewer: true });
  expect(found.people[0]?.name).toBe("Maya");
});

test("who is on call is said until the end of the shift, first; who has another shift is off duty", async () => {
  const end = theHour() + 2 * HOUR_MS;
  const group = await onRota(maya, clock(theHour() - HOUR_MS), clock(end));
  await onRota(ines, clock(theHour() + 5 * HOUR_MS), clock(theHour() + 6 * HOUR_MS));
  const found = await findWhereabouts(tom, {});
  expect(found).toMatchObject({ onCall: 1, hasShifts: true });
  expect(found.people[0]).toMatchObject({
    name: "Maya",
    onCall: [{ group, until: new Date(end) }],
    isOffDuty: false,
  });
  expect(await of(tom, "Ines")).toMatchObject({ onCall: [], isOffDuty: true });
});

test("a shift that goes over midnight ends on the right day", async () => {
  // Begins in this hour and ends an hour earlier of the next day.
  const group = await onRota(maya, clock(theHour()), clock(theHour() - HOUR_MS));
  const until = new Date(theHour() + 23 * HOUR_MS);
  expect(await of(tom, "Maya")).toMatchObject({ onCall: [{ group, until }] });
});

test("a duty that goes on with another shift has no end", async () => {
  const group = await onRota(maya, null, null);
  expect(await of(tom, "Maya")).toMatchObject({ onCall: [{ group, until: null }] });
});

test("who is away is on no call, whatever the rota says", async () => {
  await onRota(maya, null, null);
  await out(maya, ines);
  expect(await findWhereabouts(tom, {})).toMatchObject({ away: 1, onCall: 0, hasShifts: true });
});

test("who has a page open is here, for two minutes", async () => {
  await openSession(maya.actor.id, { provider: "credentials" });
  expect(await of(tom, "Maya")).toMatchObject({ isHere: true });
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update sessions set last_seen_at = clock_timestamp() - interval '3 minutes' where user_id = ${maya.actor.id}::uuid`,
  );
  expect(await of(tom, "Maya")).toMatchObject({ isHere: false });
});

test("of a call, only those count whom its policies name, off duty too", async () => {
  const ops = await onRota(ines, clock(theHour() + 5 * HOUR_MS), clock(theHour() + 6 * HOUR_MS));
  const people = [maya.actor.email];
  const call = await aCallUnder(
    { admin, tenant, gateway },
    { deciders: { roles: [], people, groups: [ops] } },
  );
  const found = await findWhereabouts(tom, { call });
  expect(found.people.map(({ name }) => name)).toEqual(["Maya", "Ines"]);
  expect(found).toMatchObject({ eligible: 2, onCall: 0, hasShifts: true });
});

test("people and calls of other tenants do not exist", async () => {
  const elsewhere = await aTenant();
  const stranger = await aPerson([elsewhere], "approver", "Stranger");
  const call = await aCallUnder({ admin, tenant, gateway }, {});
  expect(await of(tom, "Stranger")).toBeUndefined();
  expect(await findWhereabouts(stranger, { call })).toMatchObject({ eligible: 0, people: [] });
  expect(await findWhereabouts(tom, { call: "x" })).toMatchObject({ eligible: 0 });
});

test("people are counted for each tenant, and for one if the page shows one", async () => {
  const other = await aTenant();
  const both = await aPerson([tenant, other], "approver", "Bo");
  await aPerson([other], "approver", "Olga");
  await out(maya, tom);
  const found = await findWhereabouts(both, {});
  expect(found).toMatchObject({ eligible: 5, away: 1 });
  expect(found.tenants).toHaveLength(2);
  expect(found.tenants).toEqual(
    expect.arrayContaining([
      { key: tenant.key, eligible: 4, available: 3, isViewerAlone: false },
      { key: other.key, eligible: 2, available: 2, isViewerAlone: false },
    ]),
  );
  expect(await of(both, "Maya")).toMatchObject({ tenants: { some: [tenant.key], more: 0 } });
  expect(await of(both, "Bo")).toMatchObject({ tenants: null });

  const one = await findWhereabouts(both, { tenant: other.key });
  expect(one).toMatchObject({ eligible: 2, away: 0, tenants: [{ key: other.key, available: 2 }] });
  expect(one.people.map(({ name, tenants }) => [name, tenants])).toEqual([
    ["Bo", null],
    ["Olga", null],
  ]);
  expect(await findWhereabouts(tom, { tenant: other.key })).toMatchObject({ eligible: 0, tenants: [] });
});

test("a tenant in which no one would answer comes first: all are away or off duty", async () => {
  const two = [await aTenant(), await aTenant()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const [first, last] = two as [TestTenant, TestTenant];
  const both = await aPerson([first, last], "approver", "Bo");
  await onRota(both, clock(theHour() + 5 * HOUR_MS), clock(theHour() + 6 * HOUR_MS));
  await out(await aPerson([last], "approver", "Olga"), both);
  await aPerson([first], "approver", "Eve");
  expect((await findWhereabouts(both, {})).tenants).toEqual([
    { key: last.key, eligible: 2, available: 0, isViewerAlone: false },
    { key: first.key, eligible: 2, available: 1, isViewerAlone: false },
  ]);
});

test("a tenant in which only the viewer would answer comes before the others", async () => {
  const two = [await aTenant(), await aTenant()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const [first, last] = two as [TestTenant, TestTenant];
  const both = await aPerson([first, last], "approver", "Bo");
  await out(await aPerson([last], "approver", "Olga"), both);
  await aPerson([first], "approver", "Eve");
  expect((await findWhereabouts(both, {})).tenants).toEqual([
    { key: last.key, eligible: 2, available: 1, isViewerAlone: true },
    { key: first.key, eligible: 2, available: 2, isViewerAlone: false },
  ]);
});

test("viewers, people who were switched off and those of other roles are not counted, and viewers are not answered", async () => {
  const viewer = await aPerson([tenant], "viewer", "Vera");
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update users set disabled_at = clock_timestamp() where id = ${maya.actor.id}::uuid`,
  );
  const found = await findWhereabouts(tom, {});
  expect(found.people.map(({ name }) => name).sort()).toEqual(expect.arrayContaining(["Ines", "Tom"]));
  expect(found.eligible).toBe(2);
  await expect(findWhereabouts(viewer, {})).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("it is one statement", async () => {
  const { texts, stop } = countStatements();
  await findWhereabouts(tom, {}).finally(stop);
  expect(texts.filter((text) => /\bfrom users\b/.test(text))).toHaveLength(1);
});
