import "server-only";
import { ownedBy } from "@/lib/auth/agents/owner";
import { inPlaceOf } from "@/lib/auth/delegations/absences";
import { isInForce, isInForceBefore } from "@/lib/auth/delegations/validity";
import { decidesIn } from "@/lib/auth/people/deciders";
import { groupsOf, type Moment, NOW } from "@/lib/auth/people/groups";
import { Prisma } from "@/lib/generated/prisma/client";

// Who may decide a call, in SQL. In words, and for one person, it is `whyNot`; a test holds the two against each other.

/** Somebody as SQL: their address in lower case, their role, and the names of their groups as an array of texts. */
type Person = { email: Prisma.Sql; role: Prisma.Sql; groups: Prisma.Sql };

/** With their id, and that of who decides in their place, as an array. */
type Decider = Person & { ids: Prisma.Sql };

/** When it is asked who may decide a call: when they have to be on duty, and by when it has waited. */
export type When = { onDuty?: Moment; by?: Prisma.Sql };

// As a path of JSON, because the planner takes each list that a query unfolds for long, and reads other indexes then.
const NAMES_THEM = `(@.people[*] == $email || @.roles[*] == $role || @.groups[*] == $groups[*]
  || @.people.size() + @.roles.size() + @.groups.size() == 0)`;
const BY_THEN = "@.afterSeconds <= $waited";
const SEAT_LEFT = Prisma.raw(`'$.seats[*].takers[*] ? (${BY_THEN} && ${NAMES_THEM})'`);
const NO_SEAT_LEFT = Prisma.raw(`'$[*] ? (!exists (@.seats[*].takers[*] ? (${BY_THEN} && ${NAMES_THEM})))'`);
const NO_SEAT_EVER = Prisma.raw(`'$[*] ? (!exists (@.seats[*].takers[*] ? ${NAMES_THEM}))'`);
const NAMES_GROUPS = Prisma.raw("'$.seats.takers.groups[*]'");
const PARTS_OWNER = Prisma.raw(`'[{"separation": {"owner": true}}]'`);

/** In seconds: whoever may decide at any time may by then. */
export const LATEST = Prisma.raw("2147483647");

/** What the paths compare with. */
function compared({ email, role, groups }: Person, waited: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('email', ${email}, 'role', ${role}, 'groups', to_jsonb(${groups}), 'waited', ${waited})`;
}

/** The same; groups are only looked up where the demands name some. */
function comparedWith(demands: Prisma.Sql, { groups, ...who }: Person, waited: Prisma.Sql): Prisma.Sql {
  const asked = Prisma.sql`case when jsonb_path_exists(${demands}, ${NAMES_GROUPS}) then ${groups} else '{}' end`;
  return compared({ ...who, groups: asked }, waited);
}

/** Whether a demand leaves a seat to them, once the call has waited so many seconds. */
export function leavesSeat(demand: Prisma.Sql, who: Person, waited: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_path_exists(${demand}, ${SEAT_LEFT}, ${comparedWith(demand, who, waited)})`;
}

/** Of a call (alias `a`): whether each demand leaves them a seat, and none keeps them apart as the agent's owner. */
export function leavesSeats(a: Prisma.Sql, who: Decider, at: Prisma.Sql): Prisma.Sql {
  const seats = Prisma.sql`${a}.seats`;
  const waited = Prisma.sql`greatest(extract(epoch from ${at} - ${a}.created_at), 0)`;
  return Prisma.sql`(${seats} is null or (not jsonb_path_exists(${seats}, ${NO_SEAT_LEFT}, ${comparedWith(seats, who, waited)})
    and case when ${seats} @> ${PARTS_OWNER} then not exists (${ownedBy(a, who.ids)}) else true end))`;
}

/**
 * The same of somebody whom the statement knows before it reads calls. What never comes to them is found out first, with values that are
 * made once: a queue may be full of calls for others.
 */
export function leavesSeatsNow(a: Prisma.Sql, who: Decider): Prisma.Sql {
  const ever = Prisma.sql`not jsonb_path_exists(${a}.seats, ${NO_SEAT_EVER}, (select ${compared(who, LATEST)}))`;
  return Prisma.sql`(${a}.seats is null or (${ever} and ${leavesSeats(a, who, NOW)}))`;
}

/**
 * Whether a person (a row of users, alias `u`) may decide a call (alias `a`) now, by role, tenant and seat, and not as a deputy.
 * Whether they asked for it themselves is not looked at: that takes all their names.
 * @param when at another time than now: on which shift, and how long the call has waited by then
 */
export function mayDecideCall(
  u: Prisma.Sql,
  a: Prisma.Sql,
  { onDuty = NOW, by = NOW }: When = {},
): Prisma.Sql {
  const who = {
    ids: Prisma.sql`array[${u}.id]`,
    email: Prisma.sql`lower(${u}.email)`,
    role: Prisma.sql`${u}.role::text`,
    groups: groupsOf(Prisma.sql`${u}.id`, onDuty),
  };
  return Prisma.sql`(${decidesIn(u, Prisma.sql`${a}.tenant_id`)} and ${leavesSeats(a, who, by)})`;
}

/** The same as the deputy of a person who is out (alias `p`): both may decide in the tenant, and the seat is that one's. */
export function mayDecideFor(
  p: Prisma.Sql,
  u: Prisma.Sql,
  a: Prisma.Sql,
  { onDuty = NOW, by = NOW }: When = {},
): Prisma.Sql {
  const tenantId = Prisma.sql`${a}.tenant_id`;
  const who = inPlaceOf(p, { role: Prisma.sql`${u}.role::text` }, onDuty);
  const seat = leavesSeats(a, { ...who, ids: Prisma.sql`array[${p}.id, ${u}.id]` }, by);
  return Prisma.sql`(${decidesIn(u, tenantId)} and ${decidesIn(p, tenantId)} and ${seat})`;
}

/** For whom a person (alias `u`) may decide a call as a deputy, now or, where `by` is given, at some time before that: an array of ids. */
export function decidesFor(u: Prisma.Sql, a: Prisma.Sql, when: When = {}): Prisma.Sql {
  return Prisma.sql`array(
    select p.id from delegations d join users p on p.id = d.from_id
    where d.to_id = ${u}.id and ${when.by ? isInForceBefore(when.by) : isInForce()}
      and ${mayDecideFor(Prisma.raw("p"), u, a, when)}
    order by d.starts_at, d.id)`;
}
