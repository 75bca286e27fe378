import "server-only";
import { ownedBy } from "@/lib/auth/agents/owner";
import { decidesIn, inPlaceOf } from "@/lib/auth/delegations/absent";
import { isInForce } from "@/lib/auth/delegations/in-force";
import { groupsOf, NOW } from "@/lib/auth/people/groups";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { isSignedEnough } from "../signing/counting";

const PEOPLE = Prisma.raw("'{require,deciders,people}'");
const ROLES = Prisma.raw("'{require,deciders,roles}'");
const GROUPS = Prisma.raw("'{require,deciders,groups}'");

// Who may decide as well after so many seconds.
const LATER = Prisma.raw("'{require,escalate}'");
const AFTER = Prisma.raw("'{require,escalate,afterSeconds}'");
const LATER_PEOPLE = Prisma.raw("'{require,escalate,people}'");
const LATER_ROLES = Prisma.raw("'{require,escalate,roles}'");
const LATER_GROUPS = Prisma.raw("'{require,escalate,groups}'");

/**
 * Somebody as SQL: their address in lower case, their role, and the names of their groups as an array of texts. `ids`: of them, and of
 * those who decide in their place, as an array.
 */
type Decider = { ids: Prisma.Sql; email: Prisma.Sql; role: Prisma.Sql; groups: Prisma.Sql };

const PARTS_OWNER = Prisma.raw(`'{"require":{"separation":{"owner":true}}}'`);

/** Of a call (alias `a`): whether its policies keep the owner of its agent from deciding it, and that is one of these people. */
function isKeptFrom(a: Prisma.Sql, ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`case when ${a}.policy @> ${PARTS_OWNER} or ${a}.edit_policies @> jsonb_build_array(${PARTS_OWNER}::jsonb)
    then exists (${ownedBy(a, ids)}) else false end`;
}

/**
 * Of a call (alias `a`): whether the policy that held it, and each that fitted an edit of it, leave it to them.
 * @param at at which time: who comes later may not decide before, by the database's clock
 */
export function isLeftToUser(a: Prisma.Sql, who: Decider, at = NOW): Prisma.Sql {
  const waited = Prisma.sql`${at} - ${a}.created_at`;
  return Prisma.sql`(${leavesTo(Prisma.sql`${a}.policy`, who, waited)} and not exists (
    select 1 from jsonb_array_elements(${a}.edit_policies) e (policy) where not ${leavesTo(Prisma.raw("e.policy"), who, waited)})
    and not ${isKeptFrom(a, who.ids)})`;
}

function leavesTo(policy: Prisma.Sql, who: Decider, waited: Prisma.Sql): Prisma.Sql {
  const { email, role, groups } = who;
  const named = (list: Prisma.Sql) => Prisma.sql`${policy} #> ${list}`;
  // Each list by itself: where one is not there, nothing must follow for the others.
  const count = (list: Prisma.Sql) => Prisma.sql`coalesce(jsonb_array_length(${named(list)}), 0)`;
  return Prisma.sql`(${policy} is null
    or ${count(PEOPLE)} + ${count(ROLES)} + ${count(GROUPS)} = 0
    or jsonb_exists(${named(PEOPLE)}, ${email}) or jsonb_exists(${named(ROLES)}, ${role})
    or (${count(GROUPS)} > 0 and jsonb_exists_any(${named(GROUPS)}, ${groups}))
    or case when jsonb_typeof(${named(LATER)}) = 'object'
            then make_interval(secs => (${policy} #>> ${AFTER})::int) <= ${waited} and (
              jsonb_exists(${named(LATER_PEOPLE)}, ${email}) or jsonb_exists(${named(LATER_ROLES)}, ${role})
              or (${count(LATER_GROUPS)} > 0 and jsonb_exists_any(${named(LATER_GROUPS)}, ${groups})))
            else false end)`;
}

/**
 * Of a call (alias `a`): whether its policy leaves it to this person, by address, role or group, or to somebody who is out and whose
 * deputy they are, unless that one's vote is in already. Whether either of them asked for it is not looked at: that takes all their names.
 */
export function isLeftTo({ actor }: UserScope, a: Prisma.Sql): Prisma.Sql {
  const self = isLeftToUser(a, {
    ids: Prisma.sql`array[${actor.id}::uuid]`,
    email: Prisma.sql`${actor.email.toLowerCase()}`,
    role: Prisma.sql`${actor.role}`,
    groups: groupsOf(Prisma.sql`${actor.id}::uuid`, NOW),
  });
  const p = Prisma.raw("p");
  return Prisma.sql`(${self} or exists (
    select 1 from delegations d join users p on p.id = d.from_id
    where d.to_id = ${actor.id}::uuid and ${isInForce()} and ${decidesIn(p, Prisma.sql`${a}.tenant_id`)}
      and ${isLeftToUser(a, { ...inPlaceOf(p, { role: Prisma.sql`${actor.role}::text` }), ids: Prisma.sql`array[p.id, ${actor.id}::uuid]` })} and not ${hasVoteOf(Prisma.sql`p.id`, a)}))`;
}

/** Of a call (alias `a`): whether somebody has voted on it as it is now, by themself or through a deputy, and signed it where they have to. */
export function hasVoteOf(userId: Prisma.Sql, a: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`exists (
    select 1 from votes v where v.tenant_id = ${a}.tenant_id and v.approval_id = ${a}.id and v.revision = ${a}.revision
                            and ${userId} in (v.user_id, v.deputy_for) and ${isSignedEnough(Prisma.raw("v"), a)})`;
}
