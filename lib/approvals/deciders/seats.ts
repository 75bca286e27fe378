import "server-only";
import { ownedBy } from "@/lib/auth/agents/owner";
import { inPlaceOf } from "@/lib/auth/delegations/absences";
import { isInForce, isInForceBefore } from "@/lib/auth/delegations/validity";
import { decidesIn } from "@/lib/auth/people/deciders";
import { groupsOf, type Moment, NOW } from "@/lib/auth/people/groups";
import { Prisma } from "@/lib/generated/prisma/client";

// Who may decide a call, in SQL. `whyNot` is the same rule for one person; a test compares the two.

/** A person as SQL: email in lower case, role, and group names as a text array. */
type Person = { email: Prisma.Sql; role: Prisma.Sql; groups: Prisma.Sql };

type Decider = Person & { ids: Prisma.Sql };

/** The time of the check: the shift on duty, and the end of the call's waiting time. */
export type When = { onDuty?: Moment; by?: Prisma.Sql };

// A JSON path, because the planner overestimates unnested lists and then chooses other indexes.
const NAMES_THEM = `(@.people[*] == $email || @.roles[*] == $role || @.groups[*] == $groups[*]
  || @.people.size() + @.roles.size() + @.groups.size() == 0)`;
const BY_THEN = "@.afterSeconds <= $waited";
// Of one demand, or of all that a list holds.
const SEAT_LEFT = Prisma.raw(`'$.seats[*].takers[*] ? (${BY_THEN} && ${NAMES_THEM})'`);
const SEAT_EVER = Prisma.raw(`'$.seats[*].takers[*] ? ${NAMES_THEM}'`);
const SEVERAL = Prisma.raw("'$ ? (@.size() > 1 || @[0].seats.size() > 1)'");
const NAMES_GROUPS = Prisma.raw("'$.seats.takers.groups[*]'");
const PARTS_OWNER = Prisma.raw(`'[{"separation": {"owner": true}}]'`);

/** In seconds: every escalation has happened by then. */
export const LATEST = Prisma.raw("2147483647");

function compared({ email, role, groups }: Person, waited: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_build_object('email', ${email}, 'role', ${role}, 'groups', to_jsonb(${groups}), 'waited', ${waited})`;
}

/** The same; reads groups only if the demands name some. */
function comparedWith(demands: Prisma.Sql, { groups, ...who }: Person, waited: Prisma.Sql): Prisma.Sql {
  const asked = Prisma.sql`case when jsonb_path_exists(${demands}, ${NAMES_GROUPS}) then ${groups} else '{}' end`;
  return compared({ ...who, groups: asked }, waited);
}

/** Whether demands leave a person a seat, once the call has waited this many seconds. */
export function leavesSeat(demands: Prisma.Sql, who: Person, waited: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`jsonb_path_exists(${demands}, ${SEAT_LEFT}, ${comparedWith(demands, who, waited)})`;
}

const waitedUntil = (a: Prisma.Sql, at: Prisma.Sql) =>
  Prisma.sql`greatest(extract(epoch from ${at} - ${a}.created_at), 0)`;

/** A person as a `Taker`, once the call (alias `a`) has waited until then. */
export function takerThen(a: Prisma.Sql, who: Person, at: Prisma.Sql): Prisma.Sql {
  return compared(who, waitedUntil(a, at));
}

/** Whether it takes more than a number of people to fill the seats of a call (alias `a`). */
export function hasSeveralSeats(a: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(jsonb_path_exists(${a}.seats, ${SEVERAL}), false)`;
}

/**
 * Whether a demand of a call (alias `a`) leaves them a seat, and none excludes the owner. Others may
 * have filled the seat: `tallyOf` says that for one call.
 */
export function leavesSeats(a: Prisma.Sql, who: Decider, at: Prisma.Sql): Prisma.Sql {
  const seats = Prisma.sql`${a}.seats`;
  return Prisma.sql`(${seats} is null or (${leavesSeat(seats, who, waitedUntil(a, at))}
    and case when ${seats} @> ${PARTS_OWNER} then not exists (${ownedBy(a, who.ids)}) else true end))`;
}

/**
 * The same for a person who is known before the statement reads calls. First excludes calls that
 * never reach them, with values computed once: a queue may be full of calls for others.
 */
export function leavesSeatsNow(a: Prisma.Sql, who: Decider): Prisma.Sql {
  const ever = Prisma.sql`jsonb_path_exists(${a}.seats, ${SEAT_EVER}, (select ${compared(who, LATEST)}))`;
  return Prisma.sql`(${a}.seats is null or (${ever} and ${leavesSeats(a, who, NOW)}))`;
}

/** A person (row of users, alias `u`) as policies see them. */
export function personOf(u: Prisma.Sql, onDuty: Moment = NOW): Person {
  return {
    email: Prisma.sql`lower(${u}.email)`,
    role: Prisma.sql`${u}.role::text`,
    groups: groupsOf(Prisma.sql`${u}.id`, onDuty),
  };
}

/**
 * Whether a person (row of users, alias `u`) may decide a call (alias `a`) now. Checks role, tenant
 * and seat, not deputies. Does not check whether they are the requester: that needs all their
 * names.
 * @param when at another time than now: on which shift, and how long the call has waited by then
 */
export function mayDecideCall(
  u: Prisma.Sql,
  a: Prisma.Sql,
  { onDuty = NOW, by = NOW }: When = {},
): Prisma.Sql {
  const who = { ids: Prisma.sql`array[${u}.id]`, ...personOf(u, onDuty) };
  return Prisma.sql`(${decidesIn(u, Prisma.sql`${a}.tenant_id`)} and ${leavesSeats(a, who, by)})`;
}

/** The same as deputy of an absent person (alias `p`), who has the seat. */
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

/**
 * Ids of the people that a person (alias `u`) may decide a call for as a deputy. Now or, if `by` is
 * given, at some time before that.
 */
export function decidesFor(u: Prisma.Sql, a: Prisma.Sql, when: When = {}): Prisma.Sql {
  return Prisma.sql`array(
    select p.id from delegations d join users p on p.id = d.from_id
    where d.to_id = ${u}.id and ${when.by ? isInForceBefore(when.by) : isInForce()}
      and ${mayDecideFor(Prisma.raw("p"), u, a, when)}
    order by d.starts_at, d.id)`;
}
