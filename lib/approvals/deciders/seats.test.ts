import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOwner } from "@/lib/auth/agents/commands";
import { type Absent, absentFor } from "@/lib/auth/delegations/absences";
import { putGroup } from "@/lib/auth/groups/commands";
import { type OwnGroups, ownGroups } from "@/lib/auth/people/groups";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import {
  ANY_DECIDER,
  type Deciders,
  type Escalation,
  type PolicySeat,
  type Requirement,
} from "@/lib/policies/types";
import { aGateway, aPerson, aTenant, type TestGateway, type TestTenant } from "@/lib/testing/factories";
import { mayDecide } from "../rules";
import { out } from "../testing/delegations";
import { isLeftTo } from "./counting";
import { asAbsent, findIneligible } from "./eligibility";
import { demandsOf, separating, standingOf, whyNot } from "./rules";
import { decidesFor, mayDecideCall } from "./seats";
import type { Candidate } from "./types";

// Two implementations decide whether a person may decide: SQL for all calls, TypeScript for one.
// Both must agree for each of these calls and people.

const system = systemScope("tests");
let drop: () => Promise<void>;
let tenant: TestTenant;
let gateway: TestGateway;
let people: UserScope[];
let named: UserScope;
let owner: UserScope;
let requester: UserScope;

beforeAll(async () => {
  ({ drop } = await useOwnDatabase());
  tenant = await aTenant();
  gateway = await aGateway([tenant]);
  const made = async (role: "approver" | "admin" | "viewer") => aPerson([tenant], role);
  const [onDuty, offDuty, plain, deputy] = await Promise.all(
    (["approver", "approver", "approver", "approver"] as const).map(made),
  );
  const [onDutyAdmin, plainAdmin, deputyAdmin] = await Promise.all(
    (["admin", "admin", "admin"] as const).map(made),
  );
  const viewer = await made("viewer");
  if (!onDuty || !offDuty || !plain || !deputy || !onDutyAdmin || !plainAdmin || !deputyAdmin)
    throw new Error("nobody there");
  people = [onDuty, offDuty, plain, deputy, onDutyAdmin, plainAdmin, deputyAdmin, viewer];
  [named, owner, requester] = [plain, onDuty, onDutyAdmin];
  const clock = (by: number) => new Date(Date.now() + by * HOUR_MS).toISOString().slice(11, 16);
  const shift = ({ actor }: UserScope, by: number) => ({
    ...{ person: actor.email, weekdays: [], from: clock(by - 2), to: clock(by + 2) },
  });
  await putGroup(system, {
    ...{ name: "ops", description: "" },
    members: [onDuty, offDuty, onDutyAdmin, viewer].map(({ actor }) => actor.email),
    rota: {
      zone: "UTC",
      shifts: [shift(onDuty, 0), shift(onDutyAdmin, 0), shift(viewer, 0), shift(offDuty, 12)],
    },
  });
  await nameOwner(system, { tenant: tenant.key, agent: "owned", owner: owner.actor.email });
  await out(named, deputy);
  await out(offDuty, deputy);
  await out(onDuty, deputyAdmin);
  await out(onDutyAdmin, deputyAdmin);
  await out(plainAdmin, plain);
  await holdCalls();
});
afterAll(async () => {
  await closeDatabase();
  await drop();
});

const NONE: Deciders = { roles: [], people: [], groups: [] };
const WAITS_SECONDS = 120;
const SHA = "a".repeat(64);

/** Every condition on deciders that a policy can have, with and without it. */
function requirements(): Partial<Requirement>[] {
  const email = named.actor.email;
  const whom: (Deciders & { seats?: PolicySeat[] })[] = [
    NONE,
    { ...NONE, roles: ["admin"] },
    { ...NONE, roles: ["approver"] },
    { ...NONE, people: [email] },
    { ...NONE, groups: ["ops"] },
    { roles: ["admin"], people: [email], groups: ["ops", "elsewhere"] },
    {
      ...{ ...NONE, people: [email], groups: ["ops"] },
      seats: [
        { ...NONE, approvals: 2, groups: ["ops"] },
        { ...NONE, approvals: 1, people: [email] },
      ],
    },
  ];
  const later: (Escalation | null)[] = [
    null,
    { ...NONE, groups: ["ops"], afterSeconds: 60 },
    { ...NONE, roles: ["admin"], afterSeconds: 60 },
    { ...NONE, people: [email], afterSeconds: WAITS_SECONDS },
    { ...NONE, roles: ["approver"], afterSeconds: 3_600 },
  ];
  const apart = [{}, { requester: true }, { owner: true as const }];
  return whom.flatMap(({ seats, ...deciders }, at) =>
    later
      .filter((escalate) => escalate === null || at > 0)
      .flatMap((escalate) =>
        apart.map((one) => ({
          ...{ deciders, escalate, ...(seats ? { seats } : {}) },
          separation: { requester: false, editor: false, ...one },
        })),
      ),
  );
}

const policyOf = (demands: Partial<Requirement>) => ({
  ...{ name: "requiring", version: 1, action: "require" },
  require: { ...ANY_DECIDER, ...demands },
});

async function holdCalls(): Promise<void> {
  const both = [false, true];
  const rows = [null, ...requirements()].flatMap((demands, at) =>
    both.flatMap((long) =>
      both.flatMap((edited) =>
        both.map((owned) => ({
          id: newId(),
          policy: demands && policyOf(demands),
          // Of other people than the call's own, of some: a seat of either policy is enough.
          edit_policies: edited ? [policyOf({ deciders: { ...NONE, groups: ["ops"] } })] : null,
          agent: owned ? "Owned" : "another",
          on_behalf_of: at % 2 === 0 ? requester.actor.email : null,
          waited: long ? WAITS_SECONDS : 0,
        })),
      ),
    ),
  );
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      insert into approvals (id, tenant_id, gateway_id, tool, arguments_text, arguments_sha256, requested_sha256, risk, risk_source,
                             held_because, summary, mode, agent, on_behalf_of, policy, edit_policies, decide_by, use_by_seconds, created_at)
      select r.id, ${tenant.id}::uuid, ${gateway.scope.actor.id}::uuid, 'write_file', '{}', ${SHA}, ${SHA}, 'high', 'request', 'policy_required',
             'Write a file', 'callback', r.agent, r.on_behalf_of, r.policy, r.edit_policies, now() + interval '1 day', 900,
             statement_timestamp() - make_interval(secs => r.waited)
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (id uuid, agent text, on_behalf_of text, policy jsonb, edit_policies jsonb, waited int)`,
  );
}

type Said = { call: string; person: string; may: boolean; places: string[] };
type Known = { id: string; role: string; own: OwnGroups; absent: Absent[] };

const [U, A] = [Prisma.raw("u"), Prisma.raw("a")];

test("SQL and words say the same of every call and person", async () => {
  const ids = people.map(({ actor }) => actor.id);
  const found = await read(system, async (tx) => ({
    said: await tx.$queryRaw<Said[]>`
      select a.id as call, u.id as person, ${mayDecideCall(U, A)} as may, ${decidesFor(U, A)} as places
      from approvals a, users u where a.tenant_id = ${tenant.id}::uuid and u.id = any(${ids}::uuid[])`,
    known: await tx.$queryRaw<Known[]>`
      select u.id, u.role::text, ${ownGroups(Prisma.raw("u.id"))} as own,
             ${absentFor(Prisma.raw("u.id"), Prisma.sql`${tenant.id}::uuid`)} as absent
      from users u where u.id = any(${ids}::uuid[])`,
    calls: await tx.approval.findMany({ where: { tenantId: tenant.id } }),
  }));
  const calls = new Map(found.calls.map((call) => [call.id, call]));
  const left = await leftTo();
  const counts = { may: 0, mayNot: 0, places: 0 };
  for (const { call: id, person, ...sql } of found.said) {
    const call = calls.get(id);
    const scope = people.find(({ actor }) => actor.id === person);
    const known = found.known.find((one) => one.id === person);
    if (!call || !scope || !known) throw new Error("a call or a person is gone");
    const { may, places } = inWords(call, scope, known);
    const about = `${JSON.stringify(call.seats)} of ${call.agent}, by ${known.role} ${scope.actor.email}`;
    // SQL returns no deputy places for people who may decide themselves, and viewers have no queue.
    expect({ about, may: sql.may, places: may ? [] : sql.places }).toEqual({ about, may, places });
    if (mayDecide(known.role))
      expect({ about, left: left.has(`${id} ${person}`) }).toEqual({ about, left: may || places.length > 0 });
    counts[may ? "may" : "mayNot"] += 1;
    counts.places += places.length;
  }
  expect(found.said).toHaveLength(found.calls.length * people.length);
  expect(found.known.filter(({ own }) => own.offDuty.length > 0)).toHaveLength(1);
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(300);
});

test("what is read of a person for one call is what SQL reads of everybody", async () => {
  await read(system, async (tx) => {
    const calls = await tx.approval.findMany({ where: { tenantId: tenant.id, onBehalfOf: null }, take: 600 });
    const left = await leftTo();
    for (const [at, call] of calls.entries()) {
      const scope = people[at % (people.length - 1)];
      if (!scope) throw new Error("nobody there");
      const why = await findIneligible(tx, scope, call);
      expect({ why, left: why === null }).toEqual({ why, left: left.has(`${call.id} ${scope.actor.id}`) });
    }
  });
});

/** The calls that SQL leaves to each person: "call person". */
async function leftTo(): Promise<Set<string>> {
  const rows = await Promise.all(
    people.map((scope) =>
      read(
        system,
        (tx) => tx.$queryRaw<{ key: string }[]>`
          select a.id || ' ' || ${scope.actor.id} as key from approvals a
          where a.tenant_id = ${tenant.id}::uuid and ${isLeftTo(scope, A)}`,
      ),
    ),
  );
  return new Set(rows.flat().map(({ key }) => key));
}

/** The TypeScript rule without the requester check: that needs names, which SQL does not read. */
function inWords(call: Approval, { actor }: UserScope, { role, own, absent }: Known) {
  const demands = demandsOf(call);
  const ownerId = call.agent === "Owned" ? owner.actor.id : null;
  const waitedMs = Date.now() - call.createdAt.getTime();
  const isOwner = actor.id === ownerId;
  const person: Candidate = { ...actor, ...own, role, isRequester: false, isOwner, waitedMs };
  const isAsked = whyNot(demands, person) === null;
  const isApart = separating(demands, "requester") !== undefined;
  expect(whyNot(demands, { ...person, isRequester: true }) === null).toBe(isAsked && !isApart);
  const { inPlaceOf } = standingOf(demands, person, asAbsent(absent, { onBehalfOf: null }, ownerId));
  return mayDecide(role)
    ? { may: isAsked, places: inPlaceOf.map(({ id }) => id) }
    : { may: false, places: [] };
}

test("of a policy as an earlier version stored it, what it does not say is not demanded", async () => {
  const [row] = await read(
    system,
    (tx) => tx.$queryRaw<{ seats: unknown }[]>`
      select seats_of('{"name": "old", "require": {"deciders": {"roles": ["admin"], "people": []}, "separation": {"requester": true}}}',
                      '[{"name": "none", "require": null}, {"name": "new", "require": {"approvals": 2, "passkey": true, "escalate": {
                         "afterSeconds": 60, "roles": [], "people": ["a@acme.example"], "groups": []}}}]') as seats`,
  );
  const anybody = { ...NONE, afterSeconds: 0 };
  expect(row?.seats).toEqual([
    {
      policy: "old",
      seats: [{ count: 1, takers: [{ ...anybody, roles: ["admin"] }] }],
      separation: { requester: true, editor: false, owner: false },
      passkey: false,
    },
    {
      policy: "new",
      seats: [{ count: 2, takers: [anybody, { ...NONE, people: ["a@acme.example"], afterSeconds: 60 }] }],
      separation: { requester: false, editor: false, owner: false },
      passkey: true,
    },
  ]);
});

test("several groups of approvers are a seat each, and an escalation joins all of them", async () => {
  const seats = [
    { ...NONE, approvals: 2, groups: ["ops"] },
    { approvals: 1, people: ["a@acme.example"] },
  ];
  const escalate = { ...NONE, afterSeconds: 60, roles: ["admin"] };
  const policy = { name: "both", require: { approvals: 3, deciders: { groups: ["ops"] }, seats, escalate } };
  const [row] = await read(
    system,
    (tx) =>
      tx.$queryRaw<{ seats: unknown }[]>`select seats_of(${JSON.stringify(policy)}::jsonb, null) as seats`,
  );
  const then = { ...NONE, roles: ["admin"], afterSeconds: 60 };
  expect(row?.seats).toEqual([
    {
      policy: "both",
      seats: [
        { count: 2, takers: [{ ...NONE, groups: ["ops"], afterSeconds: 0 }, then] },
        { count: 1, takers: [{ ...NONE, people: ["a@acme.example"], afterSeconds: 0 }, then] },
      ],
      separation: { requester: false, editor: false, owner: false },
      passkey: false,
    },
  ]);
});
