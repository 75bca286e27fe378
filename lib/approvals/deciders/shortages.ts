import "server-only";
import { inPlaceOf } from "@/lib/auth/delegations/absences";
import { isInForce, isOut } from "@/lib/auth/delegations/validity";
import { isDecider } from "@/lib/auth/people/deciders";
import { read, type Tx } from "@/lib/core/db";
import { fillSeats } from "@/lib/core/matching";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { seatName } from "@/lib/policies/sentences";
import type { Policy, PolicyWarning, Requirement } from "@/lib/policies/types";
import { seatsIn, sumOf } from "@/lib/policies/types";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { LATEST, leavesSeat, personOf } from "./seats";
import type { Shortage } from "./types";

const OUT_NAMED = 5;

const [U, P] = [Prisma.raw("u"), Prisma.raw("p")];

const decidesThere = (who: Prisma.Sql) => Prisma.sql`(${isDecider(who)}
  and (place.id is null or ${who}.all_tenants or exists (
    select 1 from memberships m where m.user_id = ${who}.id and m.tenant_id = place.id)))`;

// Later escalations and all shifts count: the people need not be available at the same time.
const DEMAND = Prisma.raw("ask.seats");

const IS_ASKED = leavesSeat(DEMAND, personOf(U, "at any hour"), LATEST);

const IS_ASKED_FOR = leavesSeat(
  DEMAND,
  inPlaceOf(P, { role: Prisma.sql`u.role::text` }, "at any hour"),
  LATEST,
);

/** Whether a person owns an agent that the policy `ask` matches, in `place` or in any tenant. */
const ownsSome = (who: Prisma.Sql) => Prisma.sql`exists (
  select 1 from agent_owners w where w.owner_id = ${who}.id and (place.id is null or w.tenant_id = place.id)
    and (ask.agents is null or w.agent in (select lower(name) from unnest(ask.agents) name)))`;

const HAS_PASSKEY = Prisma.sql`(not ask.passkey or exists (select 1 from passkeys k where k.user_id = u.id))`;

/** Whether `u` may decide calls of `ask` in `place`, directly or as a deputy, and is not out. */
const MAY_DECIDE = Prisma.sql`${decidesThere(U)} and not ${isOut(U)} and (${IS_ASKED} or exists (
  select 1 from delegations d join users p on p.id = d.from_id
  where d.to_id = u.id and ${isInForce()} and ${decidesThere(P)} and ${IS_ASKED_FOR}))`;

/** The same, as if the person `without` had left. */
const mayDecide = (without: string | null) =>
  Prisma.sql`u.id is distinct from ${without}::uuid and ${MAY_DECIDE}`;

/** The names, if none has a wildcard; null otherwise or if there are none. */
function wholeNames(names: readonly string[]): readonly string[] | null {
  return names.length > 0 && names.every((name) => !name.includes("*")) ? names : null;
}

/** The people for each seat in one tenant, limited to as many as can matter. */
type Place = { at: number; placeId: string | null; people: { seat: number; id: string; owns: boolean }[] };

type Asked = {
  at: number;
  policy: Extract<Policy, { action: "require" }>;
  agents: readonly string[] | null;
  tenants: readonly string[] | null;
};

/**
 * For each policy, how many people may decide its calls if that is fewer than it requires, and which
 * of its seats lack people; null otherwise. Excludes absent people, not their deputies, and people
 * without a required passkey. With several tenants, the one with the fewest people counts; unknown
 * tenants do not.
 * @param without a person to leave out, as if they had left
 * @throws DomainError FORBIDDEN
 */
export async function findShortages(
  scope: Scope,
  policies: readonly Policy[],
  without: string | null = null,
): Promise<(Shortage | null)[]> {
  assertMayAdministerAll(scope, "see who may decide calls");
  const asked = policies.flatMap((policy, at): Asked[] =>
    policy.action !== "require"
      ? []
      : [
          {
            ...{ at, policy, agents: wholeNames(policy.match.agents) },
            tenants: wholeNames(policy.match.tenants)?.map((key) => key.toLowerCase()) ?? null,
          },
        ],
  );
  const short = await read(scope, async (tx) => {
    const places = await tx.$queryRaw<Place[]>`${peopleOfPlaces(asked, without)}`;
    const worst = new Map<number, Short>();
    for (const place of places) {
      const found = shortOf(place, asked.find(({ at }) => at === place.at)?.policy.require);
      if (found && found.people < (worst.get(place.at)?.people ?? Number.POSITIVE_INFINITY))
        worst.set(place.at, found);
    }
    return worst.size === 0 ? [] : withMissing(tx, asked, worst, without);
  });
  const byPolicy = new Map(short);
  return policies.map((_, at) => byPolicy.get(at) ?? null);
}

const asksOf = (asked: readonly Asked[]) => Prisma.sql`
  select p.at, p.tenants, p.agents, (d.demand->'passkey')::boolean as passkey,
         (d.demand #> '{separation,owner}')::boolean as apart, d.demand as seats,
         (select sum((seat.one->'count')::int) from jsonb_array_elements(d.demand->'seats') seat (one)) as approvals
  from json_to_recordset(${JSON.stringify(asked)}::json) as p (at int, policy jsonb, tenants text[], agents text[]),
       jsonb_array_elements(seats_of(p.policy, null)) as d (demand)`;

/** The people for each seat. Leaves out places that have enough people, unless it matters who they are. */
const peopleOfPlaces = (asked: readonly Asked[], without: string | null) => Prisma.sql`
  with asked as (${asksOf(asked)}),
  lone as (
    select k.at, k.tenants, k.agents, k.passkey, k.apart, k.approvals, (seat.nr - 1)::int as seat,
           jsonb_array_length(k.seats->'seats') as several, jsonb_build_object('seats', jsonb_build_array(seat.one)) as seats
    from asked k, jsonb_array_elements(k.seats->'seats') with ordinality seat (one, nr))
  select ask.at, place.id as "placeId",
         coalesce(json_agg(json_build_object('seat', ask.seat, 'id', found.id, 'owns', found.owns)) filter (where found.id is not null), '[]') as people
  from lone ask
  cross join lateral (
    select null::uuid as id where ask.tenants is null
    union all select t.id from tenants t where lower(t.key) = any(ask.tenants)) place
  left join lateral (
    select u.id, ask.apart and ${ownsSome(U)} as owns from users u where ${mayDecide(without)} and ${HAS_PASSKEY}
    order by u.id limit ask.approvals + 1) found on true
  group by ask.at, place.id, ask.approvals
  having max(ask.several) > 1 or count(found.id) <= ask.approvals`;

type Short = Pick<Shortage, "people" | "withoutOwner" | "seats"> & { placeId: string | null };

/** Of each call one person at most owns the agent: the worst call counts. Null if enough are left. */
function shortOf({ placeId, people }: Place, asked: Requirement | undefined): Short | null {
  if (!asked) return null;
  const seats = seatsIn(asked);
  const total = sumOf(seats);
  const ids = [...new Set(people.map(({ id }) => id))];
  const owners = new Set(people.filter(({ owns }) => owns).map(({ id }) => id));
  const sits = new Set(people.map(({ seat, id }) => `${seat} ${id}`));
  const numbered = seats.map((seat, at) => ({ ...seat, at, count: seat.approvals }));
  const filledBy = (some: readonly string[]) =>
    fillSeats(numbered, some, (id, { at }) => sits.has(`${at} ${id}`)).flat().length;
  const counts = [...owners].map((owner) => filledBy(ids.filter((id) => id !== owner)));
  const filled = Math.min(filledBy(ids), ...counts);
  if (filled >= total) return null;
  const lacking = numbered.flatMap(({ at, count, approvals: _, ...of }) => {
    const able = ids.filter((id) => sits.has(`${at} ${id}`)).length;
    return able < count ? [{ at, of, people: able, approvals: count }] : [];
  });
  return { placeId, people: filled, withoutOwner: owners.size > 0, seats: asked.seats ? lacking : [] };
}

/** Adds who is out, and how many more would be enough with a passkey. */
async function withMissing(
  tx: Tx,
  asked: readonly Asked[],
  short: ReadonlyMap<number, Short>,
  without: string | null,
) {
  const places = [...short].map(([at, { placeId }]) => ({ at, place_id: placeId }));
  const some = asked.filter(({ at }) => short.has(at));
  const rows = await tx.$queryRaw<(Pick<Shortage, "out" | "withoutPasskey"> & { at: number })[]>`
    with asked as (
      select k.*, w.place_id from (${asksOf(some)}) k
      join json_to_recordset(${JSON.stringify(places)}::json) as w (at int, place_id uuid) on w.at = k.at)
    select ask.at, array(
      select u.name from users u cross join (select ask.place_id as id) place
      where ${isOut(U)} and u.id is distinct from ${without}::uuid and ${decidesThere(U)} and ${IS_ASKED}
      order by lower(u.name), u.id limit ${OUT_NAMED}::int) as out, (
      select count(*)::int from users u cross join (select ask.place_id as id) place
      where ${mayDecide(without)} and not ${HAS_PASSKEY}) as "withoutPasskey"
    from asked ask`;
  return rows.flatMap(({ at, ...more }): [number, Shortage][] => {
    const found = short.get(at);
    if (!found) return [];
    const { placeId: _, ...rest } = found;
    return [[at, { ...rest, ...more }]];
  });
}

/** The warnings that fewer people may decide than must approve, and which of them are out. */
export function shortageWarnings(shortage: Shortage, require: Requirement): PolicyWarning[] {
  const { approvals, seats } = require;
  if (!seats) return [{ pointer: "/require/deciders", message: shortageWords(shortage, approvals) }];
  const { people, seats: lacking } = shortage;
  const more = detailsOf(shortage);
  if (lacking.length === 0)
    return [
      {
        pointer: "/require/seats",
        message: `Only ${people} of the ${approvals} people who have to approve can be found, because a person counts once.${more}`,
      },
    ];
  return lacking.map(({ at, of, people: able, approvals: asked }) => {
    const who = `${able === 0 ? "No person" : `Only ${countedAs(able, "person", "people")}`} of ${seatName(of)}`;
    const have = `${asked} ${asked === 1 ? "has" : "have"} to approve`;
    return { pointer: `/require/seats/${at}`, message: `${who} can decide these calls, and ${have}.${more}` };
  });
}

/** The warning that fewer people may decide than must approve, and which of them are out. */
export function shortageWords(shortage: Shortage, approvals: number): string {
  const { people, withoutPasskey } = shortage;
  const have = approvals === 1 ? "" : `, and ${approvals} have to approve`;
  const verb = withoutPasskey === 0 ? "decide" : "approve";
  const who = people === 0 ? "No person" : `Only ${countedAs(people, "person", "people")}`;
  return `${who} can ${verb} these calls${have}.${detailsOf(shortage)}`;
}

function detailsOf({ out, withoutOwner, withoutPasskey }: Shortage): string {
  const owner = withoutOwner ? " The owner of the agent is not counted." : "";
  const away = `${owner}${out.length === 0 ? "" : ` Out at present: ${out.join(", ")}.`}`;
  const lacking =
    withoutPasskey === 0
      ? ""
      : ` ${countedAs(withoutPasskey, "other has", "others have")} no passkey; people add one in their profile.`;
  return `${lacking}${away}`;
}

const countedAs = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
