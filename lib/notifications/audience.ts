import "server-only";
import { hasVoteOf } from "@/lib/approvals/deciders/counting";
import { demandsOf, isRequesterApart } from "@/lib/approvals/deciders/rules";
import { decidesFor, mayDecideCall, type When } from "@/lib/approvals/deciders/seats";
import { isOut } from "@/lib/auth/delegations/validity";
import { decidesIn, isDecider } from "@/lib/auth/people/deciders";
import { groupsOf, NOW } from "@/lib/auth/people/groups";
import { isNamed, otherNames } from "@/lib/auth/people/names";
import type { Tx } from "@/lib/core/db";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import type { NoticeKind } from "@/lib/notices/types";
import { loadTenantSettings } from "@/lib/tenants/queries";
import type { Reach } from "./rules";
import type { Why } from "./why";

// Who is to be notified of an event, from the rows of this moment.

const PAGE = 500;
/** More destinations are not notified of one event. */
const DESTINATIONS_MAX = 500;

export type Person = {
  id: string;
  name: string;
  email: string;
  role: string;
  choices: unknown;
  preferences: unknown;
  reach: Omit<Reach, "email">;
  why: Why;
  /** Whether they were notified before that this call waits. */
  isTold: boolean;
};

/** Some of the people to notify, by id; `next`: the last id, null at the end. */
export type PeoplePage = { people: Person[]; next: string | null };

const nextOf = (found: readonly { id: string }[]): string | null =>
  found.length < PAGE ? null : (found.at(-1)?.id ?? null);

const [U, A] = [Prisma.raw("u"), Prisma.raw("a")];

const PERSON = Prisma.sql`
  u.id, u.name, u.email, u.role::text, p.choices, u.preferences,
  json_build_object('push', exists (select 1 from push_devices d where d.user_id = u.id),
                    'slack', exists (select 1 from slack_accounts s where s.user_id = u.id)) as reach`;

const CHOSEN = Prisma.sql`left join notification_preferences p on p.user_id = u.id`;

const NAMED_GROUPS = Prisma.sql`array(
  select g from unnest(${groupsOf(Prisma.sql`u.id`, NOW)}) g
  where jsonb_path_exists(a.seats, '$[*].seats[*].takers[*].groups[*] ? (@ == $g)', jsonb_build_object('g', g)))`;

type Decider = Omit<Person, "why"> & {
  names: string[];
  groups: string[];
  /** Whether the seat is their own. */
  isOwn: boolean;
  /** Absent people in whose place they may decide. */
  absent: { name: string; names: string[] }[];
};

/** As in the queue: in place of a person who has not voted yet. */
const ABSENT = Prisma.sql`(
  select coalesce(json_agg(json_build_object('name', p.name, 'names', array[p.email, p.name] || ${otherNames(Prisma.sql`p.id`)})
                  order by o.place), '[]')
  from unnest(${decidesFor(U, A)}) with ordinality o (id, place) join users p on p.id = o.id
  where not ${hasVoteOf(Prisma.sql`p.id`, A)})`;

/** By role, tenant, policy and group, also in place of another person. */
const eligible = (when: When = {}) =>
  Prisma.sql`(${mayDecideCall(U, A, when)} or cardinality(${decidesFor(U, A, when)}) > 0)`;

/** Who may decide a pending call now, has not yet, has not snoozed it and is not out. */
export function findDeciders(tx: Tx, call: Approval, after: string | null): Promise<PeoplePage> {
  return deciders(tx, call, Prisma.sql`(${after}::uuid is null or u.id > ${after}::uuid)`);
}

/** Whether the person is still one of them. */
export async function isStillAsked(tx: Tx, call: Approval, person: string): Promise<boolean> {
  const { people } = await deciders(tx, call, Prisma.sql`u.id = ${person}::uuid`);
  return people.length > 0;
}

async function deciders(tx: Tx, call: Approval, which: Prisma.Sql): Promise<PeoplePage> {
  const found = await tx.$queryRaw<Decider[]>`
    select ${PERSON}, array[u.email, u.name] || ${otherNames(Prisma.sql`u.id`)} as names,
           case when a.seats is null then '{}' else ${NAMED_GROUPS} end as groups,
           m.own as "isOwn", case when m.own then '[]' else ${ABSENT} end as absent,
           exists (select 1 from notifications n where n.tenant_id = a.tenant_id and n.approval_id = a.id and n.recipient_id = u.id
                     and n.kind in ('waits', 'escalated') and n.state in ('queued', 'sent')) as "isTold"
    from approvals a join users u on ${decidesIn(U, Prisma.sql`a.tenant_id`)} ${CHOSEN}
    cross join lateral (select ${mayDecideCall(U, A)} as own) m
    where a.tenant_id = ${call.tenantId}::uuid and a.id = ${call.id}::uuid and a.decision::text = 'pending' and a.release_at is null and ${which}
      and ${eligible()} and not ${hasVoteOf(Prisma.sql`u.id`, A)} and not ${isOut(U)} and not exists (
        select 1 from approval_snoozes s where s.tenant_id = a.tenant_id and s.user_id = u.id and s.approval_id = a.id
                                           and s.until > statement_timestamp())
    order by u.id limit ${PAGE}::int`;
  const requester = await barredRequester(tx, call);
  const isRequester = (names: string[]) => requester !== null && isNamed(names, requester);
  const people = found.flatMap(({ names, groups, isOwn, absent, ...person }): Person[] => {
    if (isRequester(names)) return [];
    if (isOwn) return [{ ...person, why: { rule: "decides", groups } }];
    const other = absent.find((one) => !isRequester(one.names));
    return other ? [{ ...person, why: { rule: "deputy", of: other.name } }] : [];
  });
  return { people, next: nextOf(found) };
}

/**
 * Whether a person may take part in a decision: also one who has voted, has snoozed the call or is out.
 * @param at by the shifts of another moment than now
 */
export async function isEligible(
  tx: Tx,
  { tenantId, id }: Approval,
  personId: string,
  at: Date | null = null,
): Promise<boolean> {
  const when = at === null ? {} : { onDuty: Prisma.sql`${at}::timestamptz` };
  const found = await tx.$queryRaw<unknown[]>`
    select 1 from approvals a join users u on ${decidesIn(U, Prisma.sql`a.tenant_id`)}
    where a.tenant_id = ${tenantId}::uuid and a.id = ${id}::uuid and u.id = ${personId}::uuid and ${eligible(when)}`;
  return found.length > 0;
}

/** On whose behalf the call is, if they may not decide it themselves. */
async function barredRequester(tx: Tx, call: Approval): Promise<string | null> {
  if (call.onBehalfOf === null) return null;
  const { blockSelfApproval } = await loadTenantSettings(tx, call.tenantId);
  return isRequesterApart(demandsOf(call), blockSelfApproval) ? call.onBehalfOf : null;
}

const inTenant = (tenantId: string) => Prisma.sql`(u.disabled_at is null and (u.all_tenants or exists (
  select 1 from memberships m where m.user_id = u.id and m.tenant_id = ${tenantId}::uuid)))`;

/** One of several kinds of people of a tenant, and why they are notified. */
export type PeopleKind = { which: Prisma.Sql; why: Why };

export async function findPeople(
  tx: Tx,
  tenantId: string,
  { which, why }: PeopleKind,
  after: string | null = null,
): Promise<PeoplePage> {
  const people = await tx.$queryRaw<Person[]>`
    select ${PERSON}, ${JSON.stringify(why)}::json as why, false as "isTold"
    from users u ${CHOSEN}
    where ${inTenant(tenantId)} and ${which} and (${after}::uuid is null or u.id > ${after}::uuid)
    order by u.id limit ${PAGE}::int`;
  return { people, next: nextOf(people) };
}

/** Who was notified that the call waits, and has not decided it. */
export function toldOf({ tenantId, id }: Approval): PeopleKind {
  const which = Prisma.sql`exists (select 1 from notifications n where n.tenant_id = ${tenantId}::uuid and n.approval_id = ${id}::uuid
      and n.recipient_id = u.id and n.kind in ('waits', 'escalated', 'reminder') and n.state in ('sent', 'queued'))
    and not exists (select 1 from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid and v.user_id = u.id)`;
  return { which, why: { rule: "told" } };
}

/** Who was asked to decide a call that expired, whether or not a message reached them. */
export function askedOf({ tenantId, id }: Approval): PeopleKind {
  const which = Prisma.sql`exists (select 1 from notifications n where n.tenant_id = ${tenantId}::uuid and n.approval_id = ${id}::uuid
      and n.recipient_id = u.id)`;
  return { which, why: { rule: "asked" } };
}

/** Who approved the call that then failed. */
export function approversOf({ tenantId, id }: Approval): PeopleKind {
  const which = Prisma.sql`exists (select 1 from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid
      and v.user_id = u.id and v.verdict in ('approve', 'break_glass'))`;
  return { which, why: { rule: "approved" } };
}

export const ADMINISTRATORS: PeopleKind = { which: Prisma.sql`u.role = 'admin'`, why: { rule: "admin" } };

/** Who may review what one person approved alone, or, without a call, the sample. */
export function reviewersOf(call: Approval | null): PeopleKind {
  const why = { rule: "reviews" } as const;
  if (call === null) return { which: isDecider(U), why };
  const own = Prisma.sql`exists (select 1 from votes v where v.tenant_id = ${call.tenantId}::uuid
      and v.approval_id = ${call.id}::uuid and v.user_id = u.id and v.verdict = 'break_glass')`;
  return { which: Prisma.sql`${isDecider(U)} and not ${own}`, why };
}

/** Who chose this kind themselves: it is off by default. */
export function subscribersOf(kind: NoticeKind): PeopleKind {
  const which = Prisma.sql`jsonb_array_length(coalesce(p.choices->'channels'->${kind}, '[]')) > 0`;
  return { which, why: { rule: "chosen" } };
}

/** Whether the person is still one of them. */
export async function isOneOf(
  tx: Tx,
  tenantId: string,
  { which, why }: PeopleKind,
  id: string,
): Promise<boolean> {
  const one: PeopleKind = { which: Prisma.sql`${which} and u.id = ${id}::uuid`, why };
  return (await findPeople(tx, tenantId, one)).people.length > 0;
}

/** One person as of now, if they may still see the tenant. */
export async function findPerson(tx: Tx, tenantId: string, id: string): Promise<Person | null> {
  const one: PeopleKind = { which: Prisma.sql`u.id = ${id}::uuid`, why: { rule: "chosen" } };
  const { people } = await findPeople(tx, tenantId, one);
  return people[0] ?? null;
}

export type SharedPlace = { id: string; name: string; channel: "email" | "slack" | "webhook"; why: Why };

type Event = {
  tenantId: string;
  kind: NoticeKind;
  call: Approval | null;
  /** `after_seconds` of an escalation. */
  details: unknown;
};

// As in lib/approvals/deciders/seats.ts, for a group.
const NAMES_GROUP = "(@.groups[*] == $g || @.people.size() + @.roles.size() + @.groups.size() == 0)";
const TAKES = Prisma.raw(`'$[*].seats[*].takers[*] ? (@.afterSeconds <= $waited && ${NAMES_GROUP})'`);
const TAKES_BEFORE = Prisma.raw(`'$[*].seats[*].takers[*] ? (@.afterSeconds < $waited && ${NAMES_GROUP})'`);

/**
 * The shared destinations of a tenant that take this event: of its kind and risk, and for a group only calls that the
 * group may decide by now; of an escalation those that it adds.
 */
export function findDestinations(tx: Tx, { tenantId, kind, call, details }: Event): Promise<SharedPlace[]> {
  const risk = call ? Prisma.sql`and d.min_risk <= ${call.risk}::risk` : Prisma.empty;
  return tx.$queryRaw<SharedPlace[]>`
    select d.id, d.name, d.channel, json_build_object('rule', 'destination', 'name', d.name, 'group', g.name) as why
    from destinations d left join groups g on g.id = d.group_id
    where d.tenant_id = ${tenantId}::uuid and d.off_at is null and ${kind} = any(d.events) ${risk}
      and (d.group_id is null or g.id is not null and ${forGroup(kind, call, details)})
    order by d.id limit ${DESTINATIONS_MAX}::int`;
}

/** Whether the event is for a group (alias `g`). */
function forGroup(kind: NoticeKind, call: Approval | null, details: unknown): Prisma.Sql {
  if (call === null || call.seats === null) return Prisma.sql`true`;
  const seats = Prisma.sql`${JSON.stringify(call.seats)}::jsonb`;
  const waited = Prisma.sql`greatest(extract(epoch from clock_timestamp() - ${call.createdAt}::timestamptz), 0)`;
  const takes = (path: Prisma.Sql, seconds: Prisma.Sql) =>
    Prisma.sql`jsonb_path_exists(${seats}, ${path}, jsonb_build_object('g', g.name, 'waited', ${seconds}))`;
  const { after_seconds: after } = details as { after_seconds?: unknown };
  if (kind !== "escalated" || typeof after !== "number") return takes(TAKES, waited);
  return Prisma.sql`(${takes(TAKES, waited)} and not ${takes(TAKES_BEFORE, Prisma.sql`${after}::float8`)})`;
}
