import { savedHere } from "@/lib/auth/people/saved-views";
import { readList, type Tx } from "@/lib/core/db";
import type { RiskWord } from "@/lib/core/risk";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { COUNTED_AS, COUNTS, hasVoteOf } from "../deciders/counting";
import { AGREED } from "../deciders/people";
import { demandsOf } from "../deciders/rules";
import { agreedVoter, seatViews } from "../deciders/seat-words";
import { hasSeveralSeats } from "../deciders/seats";
import { hasSeveralSeats as hasManySeats, tallyOf } from "../deciders/tally";
import type { StoredVoter } from "../deciders/types";
import { mayReadFiguresOf, statusOf } from "../rules";
import type { ExecutionWord } from "../types";
import { lookUp, type QueueConditions } from "./conditions";
import { type QueueFilter, queueList } from "./list";
import { isPendingView } from "./rules";
import { queryOf } from "./saved-views";
import {
  MEMBERS_MAX,
  type QueueMember,
  type QueuePage,
  type QueueRow,
  type QueueView,
  type RecentDecision,
  type Waiting,
} from "./types";
import { listWaiting } from "./waiting";

export const QUEUE_PAGE = 50;
const FACET_MAX = 50;
// Calls read per attempt to fill a page; identical ones collapse, so a page may need a second,
// longer read.
const WINDOWS = [150, 450];
// Longer than a decided row stays on the screen, so that each can show its decider.
const RECENT_SECONDS = 30;

/**
 * A page of the queue. Pending views: expiring first within risk, identical calls as one row.
 * Others: newest first.
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

/** The row of a call (alias `a`) in a pending view. Calls of two tenants never share one. */
export const ROW_KEY = Prisma.sql`encode(sha256(convert_to(a.tenant_id::text || a.fold, 'UTF8')), 'base64')`;

/**
 * A pending call (alias `b`) is identical to another. The tenants are compared without index
 * support, so that the planner can only use the index of `fold`.
 */
export const identical = (to: "a" | "w"): Prisma.Sql =>
  Prisma.raw(`b.fold = ${to}.fold and b.tenant_id is not distinct from ${to}.tenant_id`);

export const FIRST_FIRST = Prisma.sql`order by b.decide_by, b.id`;

const A = Prisma.raw("a");

type Place = { id: string; risk: RiskWord; at: Date; isFirst: boolean };
type After = readonly [risk: RiskWord, at: Date, id: string];

const ORDERS: Record<"pending" | "decided" | "attention", { at: Prisma.Sql; by: Prisma.Sql }> = {
  pending: { at: Prisma.sql`decide_by`, by: Prisma.sql`risk desc, decide_by, id` },
  decided: { at: Prisma.sql`decided_at`, by: Prisma.sql`decided_at desc, id desc` },
  attention: { at: Prisma.sql`updated_at`, by: Prisma.sql`updated_at desc, id desc` },
};

function orderOf(view: QueueView) {
  return ORDERS[view === "decided" || view === "attention" ? view : "pending"];
}

/** The positions of a page's rows. Of identical calls only the first has one. */
async function findPlaces(
  tx: Tx,
  conditions: QueueConditions,
  filter: QueueFilter,
): Promise<{ places: Place[]; nextCursor: string | null }> {
  const places: Place[] = [];
  let after: After | null = queueList.cursor.read(filter.cursor);
  for (const size of WINDOWS) {
    const found = await readWindow(tx, conditions, filter.view, { after, size });
    for (const place of found) {
      if (place.isFirst && places.length === QUEUE_PAGE) return { places, nextCursor: cursorAfter(after) };
      if (place.isFirst) places.push(place);
      after = [place.risk, place.at, place.id];
    }
    if (found.length < size) return { places, nextCursor: null };
  }
  return { places, nextCursor: cursorAfter(after) };
}

function cursorAfter(after: After | null): string | null {
  return after && queueList.cursor.write([...after]);
}

/**
 * Reads each tenant's rows from its part of the index, in order, and merges only these few.
 * Identical calls have the same risk, so the first in the window represents them. Earlier ones
 * matter only after a cursor, for calls of its risk.
 */
function readWindow(
  tx: Tx,
  { tenants, where }: QueueConditions,
  view: QueueView,
  { after, size }: { after: After | null; size: number },
): Promise<Place[]> {
  const { at, by } = orderOf(view);
  // Only pending calls collapse. Without `fold`, an index that covers all filters serves decided
  // calls.
  const fold = isPendingView(view) ? Prisma.sql`a.fold` : Prisma.sql`null::text as fold`;
  const first = isPendingView(view)
    ? Prisma.sql`row_number() over (partition by w.tenant_id, w.fold order by w.decide_by, w.id) = 1 ${earlier(where, after)}`
    : Prisma.sql`true`;
  return tx.$queryRaw<Place[]>`
    with w as materialized (
      select l.* from unnest(${tenants}) as scope(tenant_id) cross join lateral (
        select a.id, a.tenant_id, ${fold}, a.risk, a.${at} from approvals a
        where a.tenant_id = scope.tenant_id and ${where("a")} ${past(view, after)}
        order by ${by} limit ${size}::int) l
      order by ${by} limit ${size}::int)
    select w.id, w.risk::text, w.${at} as at, ${first} as "isFirst" from w
    order by ${Prisma.raw(PREFIXED[view === "decided" || view === "attention" ? view : "pending"])}`;
}

/** No identical call is at or before the cursor. */
function earlier(where: QueueConditions["where"], after: After | null): Prisma.Sql {
  if (!after) return Prisma.empty;
  const [risk, instant, id] = after;
  return Prisma.sql`and (w.risk <> ${risk}::risk or (
    select b.id from approvals b
    where ${identical("w")} and ${where("b")} and (b.decide_by, b.id) <= (${instant.toISOString()}::timestamptz, ${id}::uuid)
    ${FIRST_FIRST} limit 1) is null)`;
}

// Qualified: `risk` alone would be the text column of the select list, which sorts alphabetically.
const PREFIXED = {
  pending: "w.risk desc, w.decide_by, w.id",
  decided: "w.decided_at desc, w.id desc",
  attention: "w.updated_at desc, w.id desc",
};

function past(view: QueueView, after: After | null): Prisma.Sql {
  if (!after) return Prisma.empty;
  const [risk, instant, id] = after;
  const at = instant.toISOString();
  if (view === "decided") return Prisma.sql`and (a.decided_at, a.id) < (${at}::timestamptz, ${id}::uuid)`;
  if (view === "attention") return Prisma.sql`and (a.updated_at, a.id) < (${at}::timestamptz, ${id}::uuid)`;
  return Prisma.sql`and (a.risk < ${risk}::risk or (a.risk = ${risk}::risk and (a.decide_by, a.id) > (${at}::timestamptz, ${id}::uuid)))`;
}

type RawMember = Omit<QueueMember, "createdAt" | "decideBy"> & { createdAt: string; decideBy: string };
type RawRow = Omit<QueueRow, "status" | "assignment" | "members" | "moreMembers" | "key" | "seats"> & {
  seating: Seating | null;
  rowKey: string;
  execution: ExecutionWord;
  assigneeId: string | null;
  assigneeName: string | null;
  assignedUntil: Date | null;
  members: RawMember[] | null;
};

/** The contents of the rows, without arguments and previews, which may be large. */
export async function readRows(
  tx: Tx,
  scope: UserScope,
  { where }: QueueConditions,
  ids: readonly string[],
  pending: boolean,
): Promise<QueueRow[]> {
  if (ids.length === 0) return [];
  const members = pending
    ? Prisma.sql`(select json_agg(json_build_object('id', m.id, 'revision', m.revision, 'argumentsSha256', m.arguments_sha256,
                    'createdAt', m.created_at, 'decideBy', m.decide_by))
                  from (select b.id, b.revision, b.arguments_sha256, b.created_at, b.decide_by from approvals b
                        where ${identical("a")} and ${where("b")} ${FIRST_FIRST} limit ${MEMBERS_MAX + 1}::int) m)`
    : Prisma.sql`null`;
  const rows = await tx.$queryRaw<RawRow[]>`
    select a.id, ${ROW_KEY} as "rowKey", a.revision, a.arguments_sha256 as "argumentsSha256", a.risk::text, a.summary as headline, a.provider,
           a.tool, a.agent, t.key as tenant, g.name as gateway, a.decision::text, a.execution::text,
           a.delivery = 'dead' as undelivered, a.created_at as "createdAt", a.decide_by as "decideBy",
           a.release_at as "releaseAt", a.decided_at as "decidedAt", a.decided_by as "decidedBy", a.updated_at as "changedAt",
           a.held_because in ('policy', 'policy_denied') as "byPolicy", a.broke_glass as "brokeGlass",
           a.acknowledged_by as "acknowledgedBy",
           a.approvals_required as "approvalsRequired",
           case when a.decision = 'pending' and ${hasSeveralSeats(A)} then json_build_object('demands', a.seats, 'agreed', ${AGREED}) end as seating,
           case when a.approvals_required > 1 and a.decision = 'pending' then ${GIVEN} else 0 end as "approvalsGiven",
           c.user_id as "assigneeId", c.user_name as "assigneeName", c.until as "assignedUntil", s.until as "snoozedUntil",
           ${members} as members
    from approvals a join tenants t on t.id = a.tenant_id join gateways g on g.id = a.gateway_id
    left join approval_assignments c on c.tenant_id = a.tenant_id and c.approval_id = a.id and c.until > clock_timestamp()
    left join approval_snoozes s on s.tenant_id = a.tenant_id and s.approval_id = a.id
         and s.user_id = ${scope.actor.id}::uuid and s.until > clock_timestamp()
    where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = any(${[...ids]}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, toRow(row, pending)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toRow(raw: RawRow, pending: boolean): QueueRow {
  const { rowKey, execution, assigneeId, assigneeName, assignedUntil, members, seating, ...row } = raw;
  const all = members && members.length > 1 ? members : [];
  return {
    ...row,
    key: pending ? rowKey : row.id,
    status: statusOf({ decision: row.decision, execution }),
    assignment:
      assigneeId && assigneeName && assignedUntil
        ? { userId: assigneeId, name: assigneeName, until: assignedUntil }
        : null,
    seats: seating && seatsOfRow(seating),
    members: all.slice(0, MEMBERS_MAX).map((member) => ({
      ...member,
      createdAt: new Date(member.createdAt),
      decideBy: new Date(member.decideBy),
    })),
    moreMembers: all.length > MEMBERS_MAX,
  };
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

const GIVEN = Prisma.sql`(select count(distinct ${COUNTED_AS})::int from votes v
  where v.tenant_id = a.tenant_id and v.approval_id = a.id and ${COUNTS})`;

/** The progress of a call `a` that still waits after the reader or enough people approved it. */
export function agreedTo({ actor }: UserScope): Prisma.Sql {
  const yours = hasVoteOf(Prisma.sql`${actor.id}::uuid`, Prisma.raw("a"));
  return Prisma.sql`(select json_build_object('yours', ${yours}, 'given', ${GIVEN}, 'required', a.approvals_required,
      'held', a.release_at is not null)
    where a.decision = 'pending' and (a.release_at is not null or ${yours}))`;
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

type Seating = { demands: unknown; agreed: StoredVoter[] };

/** Who filled which seat; null where the number of people decides, as after an edit under one policy. */
function seatsOfRow({ demands: seats, agreed }: Seating): QueueRow["seats"] {
  const demands = demandsOf({ seats });
  if (!hasManySeats(demands)) return null;
  return seatViews(tallyOf(demands, 0, agreed.map(agreedVoter)).seats);
}
