import "server-only";
import { inPlaceOf } from "@/lib/auth/delegations/absences";
import { isInForce, isOut } from "@/lib/auth/delegations/validity";
import { isDecider } from "@/lib/auth/people/deciders";
import { groupsOf } from "@/lib/auth/people/groups";
import { read } from "@/lib/core/db";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Policy } from "@/lib/policies/types";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { LATEST, leavesSeat } from "./seats";
import type { Shortage } from "./types";

const OUT_NAMED = 5;

const [U, P] = [Prisma.raw("u"), Prisma.raw("p")];

const decidesThere = (who: Prisma.Sql) => Prisma.sql`(${isDecider(who)}
  and (place.id is null or ${who}.all_tenants or exists (
    select 1 from memberships m where m.user_id = ${who}.id and m.tenant_id = place.id)))`;

// Later escalations and all shifts count: the people need not be available at the same time.
const DEMAND = Prisma.raw("ask.demand");

const IS_ASKED = leavesSeat(
  DEMAND,
  {
    email: Prisma.sql`lower(u.email)`,
    role: Prisma.sql`u.role::text`,
    groups: groupsOf(Prisma.sql`u.id`, "at any hour"),
  },
  LATEST,
);

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

/** The names, if none has a wildcard; null otherwise or if there are none. */
function wholeNames(names: readonly string[]): readonly string[] | null {
  return names.length > 0 && names.every((name) => !name.includes("*")) ? names : null;
}

/**
 * For each policy, how many people may decide its calls if that is fewer than it requires; null
 * otherwise. Excludes absent people, not their deputies, and people without a required passkey.
 * With several tenants, the one with the fewest people counts; unknown tenants do not.
 * @param without a person to leave out, as if they had left
 * @throws DomainError FORBIDDEN
 */
export async function findShortages(
  scope: Scope,
  policies: readonly Policy[],
  without: string | null = null,
): Promise<(Shortage | null)[]> {
  assertMayAdministerAll(scope, "see who may decide calls");
  const asked = policies.map((policy, at) => ({
    ...{ at, policy, agents: wholeNames(policy.match.agents) },
    tenants: wholeNames(policy.match.tenants)?.map((key) => key.toLowerCase()) ?? null,
  }));
  const stays = (who: Prisma.Sql) => Prisma.sql`${who}.id is distinct from ${without}::uuid`;
  const mayDecide = Prisma.sql`${stays(U)} and ${MAY_DECIDE}`;
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<(Shortage & { at: number })[]>`
      with asked as (
        select p.at, p.tenants, p.agents, d.demand, (d.demand->'passkey')::boolean as passkey,
               (d.demand #> '{separation,owner}')::boolean as apart,
               (select sum((seat.one->'count')::int) from jsonb_array_elements(d.demand->'seats') seat (one)) as approvals
        from json_to_recordset(${JSON.stringify(asked)}::json) as p (at int, policy jsonb, tenants text[], agents text[]),
             jsonb_array_elements(seats_of(p.policy, null)) as d (demand)),
      short as (
        select distinct on (ask.at) ask.*, place.id as place_id, found.people::int as found, found.owners
        from asked ask
        cross join lateral (
          select null::uuid as id where ask.tenants is null
          union all select t.id from tenants t where lower(t.key) = any(ask.tenants)) place
        cross join lateral (
          -- Of each call one person at the most owns the agent: the worst call counts.
          select count(*) - case when bool_or(enough.owns) then 1 else 0 end as people, coalesce(bool_or(enough.owns), false) as owners
          from (
            select ask.apart and ${ownsSome(U)} as owns from users u where ${mayDecide} and ${HAS_PASSKEY}
            limit ask.approvals + 1) enough) found
        where found.people < ask.approvals order by ask.at, found.people)
      select ask.at, ask.found as people, ask.owners as "withoutOwner", array(
        select u.name from users u cross join (select ask.place_id as id) place
        where ${isOut(U)} and ${stays(U)} and ${decidesThere(U)} and ${IS_ASKED}
        order by lower(u.name), u.id limit ${OUT_NAMED}::int) as out, (
        select count(*)::int from users u cross join (select ask.place_id as id) place
        where ${mayDecide} and not ${HAS_PASSKEY}) as "withoutPasskey"
      from short ask`,
  );
  const short = new Map(rows.map(({ at, ...shortage }) => [at, shortage]));
  return policies.map((_, at) => short.get(at) ?? null);
}

/** The warning that fewer people may decide than must approve, and which of them are out. */
export function shortageWords(
  { people, out, withoutOwner, withoutPasskey }: Shortage,
  approvals: number,
): string {
  const have = approvals === 1 ? "" : `, and ${approvals} have to approve`;
  const owner = withoutOwner ? " The owner of the agent is not counted." : "";
  const away = `${owner}${out.length === 0 ? "" : ` Out at present: ${out.join(", ")}.`}`;
  const lacking =
    withoutPasskey === 0
      ? ""
      : ` ${countedAs(withoutPasskey, "other has", "others have")} no passkey; people add one in their profile.`;
  const verb = withoutPasskey === 0 ? "decide" : "approve";
  return people === 0
    ? `No person can ${verb} these calls${have}.${lacking}${away}`
    : `Only ${countedAs(people, "person", "people")} can ${verb} these calls${have}.${lacking}${away}`;
}

const countedAs = (count: number, one: string, many: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
