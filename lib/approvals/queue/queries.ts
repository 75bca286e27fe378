import { savedHere } from "@/lib/auth/people/saved-views";
import { readList, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { hasVoteOf } from "../deciders/counting";
import { mayReadFiguresOf } from "../rules";
import { lookUp } from "./conditions";
import type { QueueFilter } from "./list";
import { findPlaces, QUEUE_PAGE } from "./places";
import { agreedTo, ROW_KEY, readRows } from "./rows";
import { isPendingView } from "./rules";
import { queryOf } from "./saved-views";
import type { QueuePage, RecentDecision, Waiting } from "./types";
import { listWaiting } from "./waiting";

const FACET_MAX = 50;
// Longer than a decided row stays on the screen, so that each can show its decider.
const RECENT_SECONDS = 30;

/**
 * A page of the queue. Pending views: soon expiring calls, then by risk and deadline, identical
 * calls as one row. Needs attention: the most harmful first. Decided: newest first.
 * @param waiting this person's pending calls, if already read
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export function listQueue(
  scope: UserScope,
  filter: QueueFilter,
  waiting: Promise<Waiting> = listWaiting(scope),
): Promise<QueuePage> {
  const reading = readList(scope, async (tx) => {
    const pending = isPendingView(filter.view);
    // Read before the rows, so that changes during the read count as newer than this page.
    const around = await readAround(tx, scope, filter);
    const conditions = await lookUp(tx, scope, filter);
    const { places, nextCursor } = await findPlaces(tx, conditions, filter);
    const ids = places.map((place) => place.id);
    const rows = await readRows(tx, scope, conditions, ids, pending);
    return {
      ...around,
      rows,
      nextCursor,
      lastDecision: rows.length === 0 ? await findLastDecision(tx, scope) : null,
    };
  });
  return Promise.all([reading, waiting]).then(([page, { views, asOf }]) => ({
    ...page,
    counts: views,
    countedAt: asOf,
  }));
}

async function findLastDecision(tx: Tx, scope: UserScope): Promise<QueuePage["lastDecision"]> {
  const [row] = await tx.$queryRaw<{ at: Date; by: string }[]>`
    select c.at, c.by from unnest(${[...scope.tenants]}::uuid[]) as scope (tenant_id) cross join lateral (
      select a.decided_at as at, a.decided_by as by from approvals a
      where a.tenant_id = scope.tenant_id and a.decision <> 'pending'
        and exists (select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id)
      order by a.decided_at desc, a.id desc limit 1) c
    order by c.at desc limit 1`;
  return row ?? null;
}

type Around = Pick<QueuePage, "asOf" | "recent" | "nextReturnAt" | "facets" | "saved" | "voter">;

/** Data around the rows: filter values of the newest calls only, bounded for any table size. */
async function readAround(tx: Tx, scope: UserScope, filter: QueueFilter): Promise<Around> {
  const tenants = Prisma.sql`${[...scope.tenants]}::uuid[]`;
  const values = (of: Prisma.Sql) =>
    Prisma.sql`(coalesce((array_agg(distinct ${of}) filter (where ${of} is not null))[1:${FACET_MAX}::int], '{}'))`;
  const [row] = await tx.$queryRaw<(Omit<Around, "recent"> & { recent: RecentDecision[] | null })[]>`
    select statement_timestamp() as "asOf",
      (select min(s.until) from approval_snoozes s
       where s.tenant_id = any(${tenants}) and s.user_id = ${scope.actor.id}::uuid and s.until > statement_timestamp())
        as "nextReturnAt",
      ${isPendingView(filter.view) ? recentDecisions(scope, tenants) : Prisma.sql`null`} as recent,
      ${savedHere(scope, "approvals", queryOf(filter))} as saved, ${voterOf(scope, filter)} as voter,
      (select json_build_object('tools', ${values(Prisma.sql`tool`)}, 'tenants', ${values(Prisma.sql`tenant`)},
                                'gateways', ${values(Prisma.sql`gateway`)}, 'agents', ${values(Prisma.sql`agent`)})
       from (select a.tool, a.agent, t.key as tenant, g.name as gateway from approvals a
             join tenants t on t.id = a.tenant_id join gateways g on g.id = a.gateway_id
             where a.tenant_id = any(${tenants}) order by a.id desc limit 1000) newest) as facets`;
  if (!row) throw new Error("the database returned nothing");
  return { ...row, recent: row.recent ?? [] };
}

/** The name of the person whose votes filter the list, if the reader may know their votes. */
function voterOf(scope: UserScope, { by }: QueueFilter): Prisma.Sql {
  return by !== undefined && mayReadFiguresOf(scope, by)
    ? Prisma.sql`(select coalesce((select u.name from users u where u.id = v.user_id), v.user_name) from votes v
        where v.tenant_id = any(${[...scope.tenants]}::uuid[]) and v.user_id = ${by}::uuid order by v.id desc limit 1)`
    : Prisma.sql`null::text`;
}

/** Recently decided or approved calls, for rows that are about to leave a pending view. */
function recentDecisions(scope: UserScope, tenants: Prisma.Sql): Prisma.Sql {
  const me = scope.actor.id;
  const since = Prisma.sql`statement_timestamp() - make_interval(secs => ${RECENT_SECONDS}::int)`;
  return Prisma.sql`(select json_agg(r) from (
    (select a.id, ${ROW_KEY} as key, a.decision, a.decided_by as by, null::json as agreed from approvals a
     where a.tenant_id = any(${tenants}) and a.decision <> 'pending' and a.decided_at > ${since}
     order by a.decided_at desc limit ${QUEUE_PAGE}::int)
    union all
    (select a.id, ${ROW_KEY}, a.decision, null, ${agreedTo(scope)}
     from (select v.tenant_id, v.approval_id, v.created_at from votes v
           where v.tenant_id = any(${tenants}) and v.user_id::text = ${me} order by v.id desc limit ${QUEUE_PAGE}::int) own
     join approvals a on a.tenant_id = own.tenant_id and a.id = own.approval_id
     where a.decision = 'pending' and own.created_at > ${since})
    union all
    (select a.id, ${ROW_KEY}, a.decision, null, ${agreedTo(scope)} from approvals a
     where a.tenant_id = any(${tenants}) and a.decision = 'pending' and a.release_at is not null and a.updated_at > ${since}
       and not ${hasVoteOf(Prisma.sql`${me}::uuid`, Prisma.raw("a"))}
     limit ${QUEUE_PAGE}::int)) r)`;
}
