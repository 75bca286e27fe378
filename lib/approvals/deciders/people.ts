import "server-only";
import { inPlaceOf } from "@/lib/auth/delegations/absences";
import { isInForce, isOut } from "@/lib/auth/delegations/validity";
import { decidesIn } from "@/lib/auth/people/deciders";
import { otherNames } from "@/lib/auth/people/names";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { POLICY_APPROVALS_MAX } from "@/lib/policies/types";
import { COUNTED_AS, COUNTS, GIVEN_AS, hasVoteOf, isSignedEnough } from "./counting";
import { decidesFor, mayDecideCall, personOf, takerThen, type When } from "./seats";

// SQL values for a larger statement: who may decide a call, who agreed, and whose approval counts.

// No policy requires this many people, so reading more changes nothing.
export const UNDECIDED_READ = 2 * POLICY_APPROVALS_MAX;
const OUT_SHOWN = 10;

// On any shift, and after all escalations.
const SOME_TIME: When = { onDuty: "at any hour", by: Prisma.sql`a.decide_by` };

const [U, A, V] = [Prisma.raw("u"), Prisma.raw("a"), Prisma.raw("v")];
const [N, P] = [Prisma.raw("n"), Prisma.raw("p")];

const callItself = ({ tenantId, id }: Approval) =>
  Prisma.sql`a.tenant_id = ${tenantId}::uuid and a.id = ${id}::uuid`;

/** How many people may decide it; once closed, how many could at its arrival. */
export function deciders(approval: Approval): Prisma.Sql {
  const { tenantId, decision, createdAt } = approval;
  if (decision === "pending")
    return Prisma.sql`(select count(*)::int from approvals a, users u
      where ${callItself(approval)} and (${mayDecideCall(U, A)} or cardinality(${decidesFor(U, A)}) > 0))`;
  return Prisma.sql`(
    select count(*)::int from users u
    where ${decidesIn(U, Prisma.sql`${tenantId}::uuid`)} and u.created_at <= ${createdAt})`;
}

/**
 * People who may decide a pending call and have not yet. Excludes people who are out until its
 * deadline; people who are out now are not on duty. Deputies count as the people they replace.
 */
export function undecided(approval: Approval): Prisma.Sql {
  if (approval.decision !== "pending") return Prisma.sql`null::json`;
  const asTaker = (who: Parameters<typeof takerThen>[1]) => takerThen(A, who, Prisma.sql`a.decide_by`);
  const names = (who: string) =>
    Prisma.sql`array[${Prisma.raw(who)}.email, ${Prisma.raw(who)}.name] || ${otherNames(Prisma.raw(`${who}.id`))}`;
  return Prisma.sql`(
    select coalesce(json_agg(json_build_object('id', n.id, 'name', n.name, 'place', n.place, 'isOnDuty', n.is_on_duty,
             'who', case when p.id is null then ${asTaker(personOf(N, "at any hour"))}
                                                 else ${asTaker(inPlaceOf(P, { role: Prisma.sql`n.role::text` }, "at any hour"))} end,
             'hasPasskey', exists (select 1 from passkeys k where k.user_id = n.id),
             'names', ${names("n")} || case when p.id is null then '{}' else ${names("p")} end)), '[]')
    from (
      select u.id, u.email, u.name, u.role, w.place, w.is_on_duty
      from approvals a, users u cross join lateral (
        select u.id as place, ${mayDecideCall(U, A)} and not ${isOut(U)} as is_on_duty
        where ${mayDecideCall(U, A, SOME_TIME)} and not ${isOut(U, Prisma.sql`a.decide_by`)}
        union all
        select f.id, f.id = any(${decidesFor(U, A)}) from unnest(${decidesFor(U, A, SOME_TIME)}) f (id)
        where not ${mayDecideCall(U, A, SOME_TIME)} and not ${isOut(U, Prisma.sql`a.decide_by`)}) w
      where ${callItself(approval)} and not ${hasVoteOf(Prisma.sql`w.place`, A)} and not exists (
        select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and v.revision = a.revision and v.user_id = u.id
          and ${isSignedEnough(V, A)})
      order by u.id limit ${UNDECIDED_READ}::int) n left join users p on p.id = n.place and n.place <> n.id
      join approvals a on a.tenant_id = ${approval.tenantId}::uuid and a.id = ${approval.id}::uuid)`;
}

/** Of those who may decide a call that waits, who is out now. */
export function out(approval: Approval): Prisma.Sql {
  if (approval.decision !== "pending") return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    select coalesce(json_agg(json_build_object('name', o.name, 'until', o.ends_at, 'deputy', o.deputy) order by o.ends_at, o.name), '[]')
    from (
      select u.name, d.ends_at, t.name as deputy from approvals a, users u
      join delegations d on d.from_id = u.id join users t on t.id = d.to_id
      where ${callItself(approval)} and ${isInForce()} and ${mayDecideCall(U, A, SOME_TIME)}
      order by d.ends_at, u.id limit ${OUT_SHOWN}::int) o)`;
}

export function counting({ tenantId, id, decision }: Approval): Prisma.Sql {
  const counts = decision === "pending" ? COUNTS : Prisma.sql`v.revision = a.revision and not v.lapsed`;
  return Prisma.sql`(
    select coalesce(json_agg(v.id), '[]') from votes v join approvals a on a.tenant_id = v.tenant_id and a.id = v.approval_id
    where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid and ${counts})`;
}

/** SQL value: the approvals of a call (alias `a`) that count now, oldest first. */
export const AGREED = Prisma.sql`(
  select coalesce(json_agg(json_build_object('userId', v.user_id, 'name', v.user_name, 'at', v.created_at,
           'place', ${COUNTED_AS}, 'who', ${GIVEN_AS}) order by v.id), '[]')
  from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and ${COUNTS})`;

/** The same of one call; of none once it is closed. */
export function agreed(approval: Approval): Prisma.Sql {
  if (approval.decision !== "pending") return Prisma.sql`'[]'::json`;
  return Prisma.sql`(select ${AGREED} from approvals a where ${callItself(approval)})`;
}

/** For a pending call: approvals that lack a signature required now. */
export function unsigned({ tenantId, id, decision }: Approval): Prisma.Sql {
  if (decision !== "pending") return Prisma.sql`'[]'::json`;
  return Prisma.sql`(
    select coalesce(json_agg(v.id), '[]') from votes v join approvals a on a.tenant_id = v.tenant_id and a.id = v.approval_id
    where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid and v.verdict = 'approve' and v.revision = a.revision
      and not ${isSignedEnough(V, A)})`;
}
