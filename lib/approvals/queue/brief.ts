import { readList } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { JUDGED } from "../precedents";
import { mayDecide } from "../rules";
import { BULK_MAX, COUNT_CAP } from "../types";
import { conditionsOf, isSoonCall } from "./conditions";
import type { Brief } from "./types";

/** Newest waiting calls that a brief considers, so that ten thousand cost no more. */
const BRIEF_READ = 500;

/** From this many calls of one tool an agent repeats itself. */
const REPEATED_MIN = 3;

/** Entries per list of the brief. */
const BRIEF_MAX = 4;

const PACE_DAYS = 7;

type Raw<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Raw<T[K]> } : T;

type Facts = Raw<Omit<Brief, "soon" | "repeated" | "firstTargets">> & {
  [K in "soon" | "repeated" | "firstTargets"]: Raw<Brief[K]> | null;
};

/**
 * What needs the person's attention in the queue, and their pace, in one statement of bounded reads.
 * People who may not decide see all waiting calls.
 */
export async function getBrief(scope: UserScope): Promise<Brief> {
  const view = mayDecide(scope.actor.role) ? "mine" : "all";
  const { tenants, where } = conditionsOf(scope, { view });
  const [row] = await readList(
    scope,
    (tx) => tx.$queryRaw<{ brief: Facts }[]>`
    with newest as materialized (
      select l.*, t.key as tenant, g.name as gateway
      from unnest(${tenants}) as scope(tenant_id) cross join lateral (
        select a.id, a.tenant_id, a.gateway_id, a.provider, a.tool, a.agent, a.risk, a.revision, a.arguments_sha256, a.summary,
               a.decide_by, a.release_at, a.facts ->> 'to_whom' as target, a.target_hash
        from approvals a where a.tenant_id = scope.tenant_id and ${where("a")} order by a.id desc limit ${BRIEF_READ}::int) l
      join tenants t on t.id = l.tenant_id join gateways g on g.id = l.gateway_id
      order by l.id desc limit ${BRIEF_READ}::int),
    mine as materialized (${ownVotes(scope, tenants)})
    select json_build_object(
      'asOf', statement_timestamp(), 'soon', ${SOON}, 'repeated', ${REPEATED}, 'firstTargets', ${FIRST_TARGETS},
      'since', ${sinceLast(scope, tenants)}, 'pace', ${PACE}) as brief`,
  );
  if (!row) throw new Error("the database returned no brief");
  return toBrief(row.brief);
}

const N = Prisma.raw("n");

const SOON = Prisma.sql`(select json_agg(s) from (
  select n.id, n.risk, n.summary as headline, n.decide_by as "decideBy" from newest n where ${isSoonCall(N)}
  order by n.decide_by, n.id limit ${BRIEF_MAX}::int) s)`;

const REPEATED = Prisma.sql`(select json_agg(r) from (
  select n.agent, n.provider, n.tool, n.tenant, n.gateway, count(*)::int as count,
         json_agg(json_build_object('id', n.id, 'revision', n.revision, 'argumentsSha256', n.arguments_sha256, 'headline', n.summary,
                                    'risk', n.risk, 'decideBy', n.decide_by) order by n.id) filter (where n.nth <= ${BULK_MAX}::int) as calls
  from (select newest.*, row_number() over (partition by tenant, gateway, provider, tool, agent order by id) as nth from newest) n
  where n.agent is not null and n.release_at is null
  group by n.agent, n.provider, n.tool, n.tenant, n.gateway
  having count(*) >= ${REPEATED_MIN}::int order by count(*) desc, n.tool limit ${BRIEF_MAX}::int) r)`;

// Each target is one index lookup, for the highest risks only.
const FIRST_TARGETS = Prisma.sql`(select json_agg(f) from (
  select n.id, n.risk, n.summary as headline, n.target, n.decide_by as "decideBy" from (
    select * from newest where target is not null order by risk desc, decide_by, id limit 50) n
  where (select l.id from approvals l
         where l.tenant_id = n.tenant_id and l.gateway_id = n.gateway_id and l.tool = n.tool and l.provider is not distinct from n.provider
           and l.target_hash is not null and l.target_hash = n.target_hash and ${JUDGED} limit 1) is null
  order by n.risk desc, n.decide_by, n.id limit ${BRIEF_MAX}::int) f)`;

const DAY = Prisma.sql`interval '1 day'`;

/** The person's newest decisions, at most COUNT_CAP. */
function ownVotes({ actor }: UserScope, tenants: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select v.created_at as at, extract(epoch from v.created_at - a.created_at)::int as waited
    from (select v.tenant_id, v.approval_id, v.created_at from votes v
          where v.tenant_id = any(${tenants}) and v.user_id::text = ${actor.id} order by v.id desc limit ${COUNT_CAP}::int) v
    join approvals a on a.tenant_id = v.tenant_id and a.id = v.approval_id`;
}

const PACE = Prisma.sql`(select json_build_object(
    'today', count(*) filter (where m.at > statement_timestamp() - ${DAY}), 'days', count(*),
    'medianSeconds', percentile_disc(0.5) within group (order by m.waited))
  from mine m where m.at > statement_timestamp() - ${PACE_DAYS}::int * ${DAY})`;

/** What others and time did since the person's last decision. */
function sinceLast({ actor }: UserScope, tenants: Prisma.Sql): Prisma.Sql {
  const counted = (which: Prisma.Sql) => Prisma.sql`(select count(*)::int from (
    select 1 from approvals a where a.tenant_id = any(${tenants}) and ${which} limit ${COUNT_CAP}::int) c)`;
  const closed = Prisma.sql`a.decision <> 'pending' and a.decided_at > p.at and not exists (
    select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id and v.user_id::text = ${actor.id})`;
  return Prisma.sql`(select json_build_object(
      'at', p.at, 'arrived', ${counted(Prisma.sql`a.decision = 'pending' and a.created_at > p.at`)},
      'decided', ${counted(Prisma.sql`${closed} and a.decision <> 'expired'`)},
      'expired', ${counted(Prisma.sql`${closed} and a.decision = 'expired'`)})
    from (select max(m.at) as at from mine m) p where p.at is not null)`;
}

function toBrief({ soon, repeated, firstTargets, since, pace, asOf }: Facts): Brief {
  const timed = <T extends { decideBy: string }>(call: T) => ({ ...call, decideBy: new Date(call.decideBy) });
  return {
    soon: (soon ?? []).map(timed),
    repeated: (repeated ?? []).map((one) => ({ ...one, calls: one.calls.map(timed) })),
    firstTargets: (firstTargets ?? []).map(timed),
    since: since && { ...since, at: new Date(since.at) },
    pace,
    asOf: new Date(asOf),
  };
}
