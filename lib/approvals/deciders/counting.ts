import "server-only";
import { inPlaceOf } from "@/lib/auth/delegations/absences";
import { isInForce } from "@/lib/auth/delegations/validity";
import { decidesIn } from "@/lib/auth/people/deciders";
import { groupsOf, NOW } from "@/lib/auth/people/groups";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { leavesSeats, leavesSeatsNow, mayDecideCall, mayDecideFor, type When } from "./seats";

// Whose votes count, and whom a call still waits for, in SQL.

/**
 * Whether a yes (alias `v`) on a call (alias `a`) is signed as far as it has to be at this moment. One that was given with a passkey counts
 * as long as the person has that passkey; one without counts unless the tenant wants critical calls signed by now. What the call's own
 * policies ask for was asked of every vote.
 */
export function isSignedEnough(v: Prisma.Sql, a: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(
    (select exists (select 1 from passkeys k where k.id = s.passkey_id and k.user_id = ${v}.user_id)
     from vote_signatures s where s.tenant_id = ${v}.tenant_id and s.vote_id = ${v}.id),
    ${a}.risk <> 'critical' or not exists (
      select 1 from tenant_settings w where w.tenant_id = ${a}.tenant_id and w.critical_needs_passkey))`;
}

/** Of a call (alias `a`): whether somebody has voted on it as it is now, by themself or through a deputy, and signed it where they have to. */
export function hasVoteOf(userId: Prisma.Sql, a: Prisma.Sql): Prisma.Sql {
  // `offset 0` keeps it a look-up for each call: as a join it would read every call that waits before a page has its first rows.
  return Prisma.sql`exists (
    select 1 from votes v where v.tenant_id = ${a}.tenant_id and v.approval_id = ${a}.id and v.revision = ${a}.revision
                            and ${userId} in (v.user_id, v.deputy_for) and ${isSignedEnough(Prisma.raw("v"), a)} offset 0)`;
}

const [U, P, A, V] = [Prisma.raw("u"), Prisma.raw("p"), Prisma.raw("a"), Prisma.raw("v")];

const GIVEN: When = { onDuty: Prisma.raw("v.created_at") };

/**
 * Of votes `v` on an approval `a`: those that count now. A yes counts for the arguments it was given to, and as long as the person may
 * still decide the call: whoever lost the role, the tenant, the account, the group or the policy's trust agreed to nothing any more. Who was on duty
 * when they agreed may go off duty. A deputy's counts as long as the person who is out might decide it as well, and nobody took the
 * delegation back; that it came to its end does no harm. What a passkey signed counts as long as the person has it.
 */
export const COUNTS = Prisma.sql`(v.verdict = 'approve' and v.revision = a.revision and ${isSignedEnough(V, A)} and exists (
  select 1 from users u where u.id = v.user_id and case when v.deputy_for is null then ${mayDecideCall(U, A, GIVEN)} else exists (
    select 1 from delegations d join users p on p.id = d.from_id
    where d.to_id = v.user_id and d.from_id = v.deputy_for and ${isInForce(Prisma.raw("v.created_at"))} and ${mayDecideFor(P, U, A, GIVEN)})
  end))`;

/** Of a vote `v`: for whom it counts. Whoever votes as a deputy and the person who is out are one, and so are two deputies of theirs. */
export const COUNTED_AS = Prisma.sql`coalesce(v.deputy_for, v.user_id)`;

/**
 * Of a call (alias `a`): whether its policies leave a seat to this person, or to somebody who is out and whose deputy they are, unless
 * that one's vote is in already. Whether either of them asked for it is not looked at.
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
