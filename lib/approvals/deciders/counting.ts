import "server-only";
import { inPlaceOf } from "@/lib/auth/delegations/absences";
import { isInForce } from "@/lib/auth/delegations/validity";
import { decidesIn } from "@/lib/auth/people/deciders";
import { groupsOf, NOW } from "@/lib/auth/people/groups";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import {
  leavesSeats,
  leavesSeatsNow,
  mayDecideCall,
  mayDecideFor,
  personOf,
  takerThen,
  type When,
} from "./seats";

// SQL for which votes count, and who a call still waits for.

/**
 * Whether an approval (alias `v`) of a call (alias `a`) is signed as required now. A signed vote
 * counts while its passkey exists. An unsigned one counts unless the tenant now requires passkeys
 * for critical calls; the call's own policies were checked at the vote.
 */
export function isSignedEnough(v: Prisma.Sql, a: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(
    (select exists (select 1 from passkeys k where k.id = s.passkey_id and k.user_id = ${v}.user_id)
     from vote_signatures s where s.tenant_id = ${v}.tenant_id and s.vote_id = ${v}.id),
    ${a}.risk <> 'critical' or not exists (
      select 1 from tenant_settings w where w.tenant_id = ${a}.tenant_id and w.critical_needs_passkey))`;
}

/** Whether a person's counting vote on a call (alias `a`) exists, also through a deputy. */
export function hasVoteOf(userId: Prisma.Sql, a: Prisma.Sql): Prisma.Sql {
  // `offset 0` keeps it a lookup per call: as a join it would read all pending calls before the
  // first rows of a page.
  return Prisma.sql`exists (
    select 1 from votes v where v.tenant_id = ${a}.tenant_id and v.approval_id = ${a}.id and v.revision = ${a}.revision
                            and ${userId} in (v.user_id, v.deputy_for) and ${isSignedEnough(Prisma.raw("v"), a)} offset 0)`;
}

const [U, P, A, V] = [Prisma.raw("u"), Prisma.raw("p"), Prisma.raw("a"), Prisma.raw("v")];

const GIVEN = { onDuty: Prisma.raw("v.created_at") } satisfies When;

/**
 * Votes `v` on an approval `a` that count now: on the current revision, by people who may still
 * decide. For a deputy's vote, so must the absent person. Going off duty and the planned end of a
 * delegation do no harm; its revocation does. A signed vote needs its passkey.
 */
export const COUNTS = Prisma.sql`(v.verdict = 'approve' and v.revision = a.revision and ${isSignedEnough(V, A)} and exists (
  select 1 from users u where u.id = v.user_id and case when v.deputy_for is null then ${mayDecideCall(U, A, GIVEN)} else exists (
    select 1 from delegations d join users p on p.id = d.from_id
    where d.to_id = v.user_id and d.from_id = v.deputy_for and ${isInForce(Prisma.raw("v.created_at"))} and ${mayDecideFor(P, U, A, GIVEN)})
  end))`;

/** The giver of a counting vote `v` on a call `a` as a `Taker`; a deputy as the absent person. */
export const GIVEN_AS = Prisma.sql`(
  select case when p.id is null then ${takerThen(A, personOf(U, GIVEN.onDuty), NOW)}
              else ${takerThen(A, inPlaceOf(P, { role: Prisma.sql`u.role::text` }, GIVEN.onDuty), NOW)} end
  from users u left join users p on p.id = v.deputy_for where u.id = v.user_id)`;

/**
 * For a vote `v`: the person that it counts for. A deputy and their absent person count as one, and
 * so do two deputies of the same person.
 */
export const COUNTED_AS = Prisma.sql`coalesce(v.deputy_for, v.user_id)`;

/**
 * Whether the policies of a call (alias `a`) leave a seat to this person. Also to an absent person
 * who has not voted and has them as deputy. Does not check whether either is the requester.
 */
export function isLeftTo({ actor }: UserScope, a: Prisma.Sql): Prisma.Sql {
  const id = Prisma.sql`${actor.id}::uuid`;
  const role = Prisma.sql`${actor.role}::text`;
  const email = Prisma.sql`${actor.email.toLowerCase()}::text`;
  const self = { ids: Prisma.sql`array[${id}]`, email, role, groups: groupsOf(id, NOW) };
  const p = Prisma.raw("p");
  const other = { ...inPlaceOf(p, { role }), ids: Prisma.sql`array[p.id, ${id}]` };
  return Prisma.sql`(${leavesSeatsNow(a, self)} or exists (
    select 1 from delegations d join users p on p.id = d.from_id
    where d.to_id = ${id} and ${isInForce()} and ${decidesIn(p, Prisma.sql`${a}.tenant_id`)}
      and ${leavesSeats(a, other, NOW)} and not ${hasVoteOf(Prisma.sql`p.id`, a)}))`;
}
