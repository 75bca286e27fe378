import "server-only";
import { hasVoteOf } from "@/lib/approvals/deciders/counting";
import { demandsOf, isRequesterApart } from "@/lib/approvals/deciders/rules";
import { decidesFor, mayDecideCall } from "@/lib/approvals/deciders/seats";
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

/** More are not notified of one event. */
const PEOPLE_MAX = 500;

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

const [U, A] = [Prisma.raw("u"), Prisma.raw("a")];

const PERSON = Prisma.sql`
  u.id, u.name, u.email, u.role::text, p.choices, u.preferences,
  json_build_object('push', exists (select 1 from push_devices d where d.user_id = u.id),
                    'slack', exists (select 1 from slack_accounts s where s.user_id = u.id)) as reach`;

const CHOSEN = Prisma.sql`left join notification_preferences p on p.user_id = u.id`;

const NAMED_GROUPS = Prisma.sql`array(
  select g from unnest(${groupsOf(Prisma.sql`u.id`, NOW)}) g
  where jsonb_path_exists(a.seats, '$[*].seats[*].takers[*].groups[*] ? (@ == $g)', jsonb_build_object('g', g)))`;

/** By role, tenant, policy and group, also in place of another person. */
const ELIGIBLE = Prisma.sql`(${mayDecideCall(U, A)} or cardinality(${decidesFor(U, A)}) > 0)`;

type Decider = Omit<Person, "why"> & { names: string[]; groups: string[]; deputyOf: string | null };

/**
 * Who may decide a pending call now, has not yet, has not snoozed it and is not out.
 * @param only a person, to ask whether they still do
 */
export async function findDeciders(tx: Tx, call: Approval, only?: string): Promise<Person[]> {
  const one = only === undefined ? Prisma.empty : Prisma.sql`and u.id = ${only}::uuid`;
  const found = await tx.$queryRaw<Decider[]>`
    select ${PERSON}, array[u.email, u.name] || ${otherNames(Prisma.sql`u.id`)} as names,
           case when a.seats is null then '{}' else ${NAMED_GROUPS} end as groups,
           case when not ${mayDecideCall(U, A)} then (
             select o.name from users o where o.id = (${decidesFor(U, A)})[1]) end as "deputyOf",
           exists (select 1 from notifications n where n.tenant_id = a.tenant_id and n.approval_id = a.id and n.recipient_id = u.id
                     and n.kind in ('waits', 'escalated') and n.state in ('queued', 'sent')) as "isTold"
    from approvals a join users u on ${decidesIn(U, Prisma.sql`a.tenant_id`)} ${CHOSEN}
    where a.tenant_id = ${call.tenantId}::uuid and a.id = ${call.id}::uuid and a.decision::text = 'pending' and a.release_at is null ${one}
      and ${ELIGIBLE}
      and not ${hasVoteOf(Prisma.sql`u.id`, A)} and not ${isOut(U)} and not exists (
        select 1 from approval_snoozes s where s.tenant_id = a.tenant_id and s.user_id = u.id and s.approval_id = a.id
                                           and s.until > statement_timestamp())
    order by u.id limit ${PEOPLE_MAX}::int`;
  const requester = await barredRequester(tx, call);
  return found
    .filter(({ names }) => requester === null || !isNamed(names, requester))
    .map(({ names, groups, deputyOf, ...person }) => ({
      ...person,
      why: deputyOf === null ? { rule: "decides", groups } : { rule: "deputy", of: deputyOf },
    }));
}

/** Whether a person may take part in a decision: also one who has voted, has snoozed the call or is out. */
export async function isEligible(tx: Tx, { tenantId, id }: Approval, personId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    select 1 from approvals a join users u on ${decidesIn(U, Prisma.sql`a.tenant_id`)}
    where a.tenant_id = ${tenantId}::uuid and a.id = ${id}::uuid and u.id = ${personId}::uuid and ${ELIGIBLE}`;
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

function people(tx: Tx, tenantId: string, which: Prisma.Sql, why: Why): Promise<Person[]> {
  return tx.$queryRaw<Person[]>`
    select ${PERSON}, ${JSON.stringify(why)}::json as why, false as "isTold"
    from users u ${CHOSEN} where ${inTenant(tenantId)} and ${which} order by u.id limit ${PEOPLE_MAX}::int`;
}

/** Who was notified that the call waits, and has not decided it. */
export function findTold(tx: Tx, { tenantId, id }: Approval): Promise<Person[]> {
  const told = Prisma.sql`exists (select 1 from notifications n where n.tenant_id = ${tenantId}::uuid and n.approval_id = ${id}::uuid
      and n.recipient_id = u.id and n.kind in ('waits', 'escalated', 'reminder') and n.state in ('sent', 'queued'))
    and not exists (select 1 from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid and v.user_id = u.id)`;
  return people(tx, tenantId, told, { rule: "told" });
}

/** Who was asked to decide a call that expired, whether or not a message reached them. */
export function findAsked(tx: Tx, { tenantId, id }: Approval): Promise<Person[]> {
  const asked = Prisma.sql`exists (select 1 from notifications n where n.tenant_id = ${tenantId}::uuid and n.approval_id = ${id}::uuid
      and n.recipient_id = u.id)`;
  return people(tx, tenantId, asked, { rule: "asked" });
}

/** Who approved the call that then failed. */
export function findApprovers(tx: Tx, { tenantId, id }: Approval): Promise<Person[]> {
  const voted = Prisma.sql`exists (select 1 from votes v where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid
      and v.user_id = u.id and v.verdict in ('approve', 'break_glass'))`;
  return people(tx, tenantId, voted, { rule: "approved" });
}

export function findAdmins(tx: Tx, tenantId: string): Promise<Person[]> {
  return people(tx, tenantId, Prisma.sql`u.role = 'admin'`, { rule: "admin" });
}

/** Who may review what one person approved alone. */
export function findReviewers(tx: Tx, { tenantId, id }: Approval): Promise<Person[]> {
  const others = Prisma.sql`${isDecider(U)} and not exists (select 1 from votes v where v.tenant_id = ${tenantId}::uuid
      and v.approval_id = ${id}::uuid and v.user_id = u.id and v.verdict = 'break_glass')`;
  return people(tx, tenantId, others, { rule: "reviews" });
}

/** Who chose this kind themselves: it is off by default. */
export function findSubscribers(tx: Tx, tenantId: string, kind: NoticeKind): Promise<Person[]> {
  const chosen = Prisma.sql`jsonb_array_length(coalesce(p.choices->'channels'->${kind}, '[]')) > 0`;
  return people(tx, tenantId, chosen, { rule: "chosen" });
}

/** One person as of now, if they may still see the tenant. */
export async function findPerson(tx: Tx, tenantId: string, id: string): Promise<Person | null> {
  const [person] = await people(tx, tenantId, Prisma.sql`u.id = ${id}::uuid`, { rule: "chosen" });
  return person ?? null;
}

export type SharedPlace = { id: string; name: string; channel: "email" | "slack" | "webhook"; why: Why };

/**
 * The shared destinations of a tenant that take this event: of its kind and risk, and for a group only calls that the
 * group may decide.
 */
export function findDestinations(
  tx: Tx,
  { tenantId, kind, call }: { tenantId: string; kind: NoticeKind; call: Approval | null },
): Promise<SharedPlace[]> {
  const risk = call ? Prisma.sql`and d.min_risk <= ${call.risk}::risk` : Prisma.empty;
  const seats = call?.seats === null || call === null ? null : JSON.stringify(call.seats);
  return tx.$queryRaw<SharedPlace[]>`
    select d.id, d.name, d.channel, json_build_object('rule', 'destination', 'name', d.name, 'group', g.name) as why
    from destinations d left join groups g on g.id = d.group_id
    where d.tenant_id = ${tenantId}::uuid and d.off_at is null and ${kind} = any(d.events) ${risk}
      and (d.group_id is null or g.id is not null and (${call === null} or ${seats}::jsonb is null or jsonb_path_exists(${seats}::jsonb,
        '$[*].seats[*].takers[*] ? (@.groups[*] == $g || @.people.size() + @.roles.size() + @.groups.size() == 0)', jsonb_build_object('g', g.name))))
    order by d.id limit ${PEOPLE_MAX}::int`;
}
