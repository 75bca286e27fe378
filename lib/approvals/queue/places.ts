import type { Tx } from "@/lib/core/db";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import { Prisma } from "@/lib/generated/prisma/client";
import { isSoonCall, type QueueConditions } from "./conditions";
import { type QueueFilter, queueList } from "./list";
import { FIRST_FIRST, identical } from "./rows";
import type { QueuePlace } from "./rules";
import type { QueueView } from "./types";

export const QUEUE_PAGE = 50;

// Calls read per attempt to fill a page; identical ones collapse, so a page may need a second,
// longer read.
const WINDOWS = [150, 450];

// Above all risks.
const SOON_RANK = RISKS.length;

/** `rank`: within a view, rows of a higher rank come first. */
type Place = { id: string; rank: number; at: Date; isFirst: boolean };
type After = readonly [rank: number, at: Date, id: string];
type Window = { after: After | null; size: number };

/** The positions of a page's rows. Of identical calls only the first has one. */
export async function findPlaces(
  tx: Tx,
  conditions: QueueConditions,
  filter: QueueFilter,
): Promise<{ places: Place[]; nextCursor: string | null }> {
  const read = READERS[filter.view] ?? readPending;
  const places: Place[] = [];
  let after: After | null = queueList.cursor.read(filter.cursor);
  for (const size of WINDOWS) {
    const found = await read(tx, conditions, { after, size });
    for (const place of found) {
      if (place.isFirst && places.length === QUEUE_PAGE) return { places, nextCursor: cursorAfter(after) };
      if (place.isFirst) places.push(place);
      after = [place.rank, place.at, place.id];
    }
    if (found.length < size) return { places, nextCursor: null };
  }
  return { places, nextCursor: cursorAfter(after) };
}

function cursorAfter(after: After | null): string | null {
  return after && queueList.cursor.write([...after]);
}

const RISK_RANK = Prisma.sql`array_position(${[...RISKS]}::text[], a.risk::text) - 1`;

const [A, B] = [Prisma.raw("a"), Prisma.raw("b")];

/**
 * Waiting calls: those that expire soon, then by risk. Reads each tenant's rows from its part of the
 * index, in order, and merges only these few. Of identical calls, the first in the window represents
 * them; earlier ones matter only after a cursor.
 */
function readPending(tx: Tx, { tenants, where }: QueueConditions, { after, size }: Window): Promise<Place[]> {
  const each = (rank: Prisma.Sql, and: Prisma.Sql, by: Prisma.Sql) => Prisma.sql`
    select l.* from unnest(${tenants}) as scope(tenant_id) cross join lateral (
      select a.id, a.tenant_id, a.fold, a.risk, ${rank} as rank, a.decide_by from approvals a
      where a.tenant_id = scope.tenant_id and ${where("a")} ${and} order by ${by} limit ${size}::int) l`;
  const past = after && pastPending(after);
  const soon = each(
    Prisma.sql`${SOON_RANK}::int`,
    Prisma.sql`and ${isSoonCall(A)} ${past?.soon ?? Prisma.empty}`,
    Prisma.sql`decide_by, id`,
  );
  const others = each(
    RISK_RANK,
    Prisma.sql`and not ${isSoonCall(A)} ${past?.others ?? Prisma.empty}`,
    Prisma.sql`risk desc, decide_by, id`,
  );
  return tx.$queryRaw<Place[]>`
    with w as materialized (
      select * from (${past?.soon === null ? others : Prisma.sql`${soon} union all ${others}`}) l
      order by rank desc, decide_by, id limit ${size}::int)
    select w.id, w.rank, w.decide_by as at,
           row_number() over (partition by w.tenant_id, w.fold order by w.decide_by, w.id) = 1 ${earlier(where, after)} as "isFirst"
    from w order by w.rank desc, w.decide_by, w.id`;
}

/** Where the parts of a list begin after a cursor; null for one that is over. */
function pastPending([rank, instant, id]: After): { soon: Prisma.Sql | null; others: Prisma.Sql } {
  const later = Prisma.sql`(a.decide_by, a.id) > (${instant.toISOString()}::timestamptz, ${id}::uuid)`;
  if (rank === SOON_RANK) return { soon: Prisma.sql`and ${later}`, others: Prisma.empty };
  const risk = Prisma.sql`${riskOf(rank)}::risk`;
  return { soon: null, others: Prisma.sql`and (a.risk < ${risk} or (a.risk = ${risk} and ${later}))` };
}

/** The position of a cursor in a pending view. */
export function placeAt([rank, decideBy, id]: After): QueuePlace {
  return { id, decideBy, risk: riskOf(rank), soon: rank === SOON_RANK };
}

const riskOf = (rank: number): RiskWord => RISKS[rank] ?? "critical";

/** No identical call is at or before the cursor. */
function earlier(where: QueueConditions["where"], after: After | null): Prisma.Sql {
  if (!after) return Prisma.empty;
  const [rank, instant, id] = after;
  const upTo = Prisma.sql`(b.decide_by, b.id) <= (${instant.toISOString()}::timestamptz, ${id}::uuid)`;
  const before =
    rank === SOON_RANK
      ? upTo
      : Prisma.sql`(${isSoonCall(B)} or (b.risk = ${riskOf(rank)}::risk and ${upTo}))`;
  return Prisma.sql`and (
    select b.id from approvals b where ${identical("w")} and ${where("b")} and ${before}
    ${FIRST_FIRST} limit 1) is null`;
}

/** Decided calls, newest first. No condition on `fold`: an index covers all filters. */
function readDecided(tx: Tx, { tenants, where }: QueueConditions, { after, size }: Window): Promise<Place[]> {
  const past = after
    ? Prisma.sql`and (a.decided_at, a.id) < (${after[1].toISOString()}::timestamptz, ${after[2]}::uuid)`
    : Prisma.empty;
  return tx.$queryRaw<Place[]>`
    select l.id, 0 as rank, l.decided_at as at, true as "isFirst"
    from unnest(${tenants}) as scope(tenant_id) cross join lateral (
      select a.id, a.decided_at from approvals a
      where a.tenant_id = scope.tenant_id and ${where("a")} ${past}
      order by a.decided_at desc, a.id desc limit ${size}::int) l
    order by l.decided_at desc, l.id desc limit ${size}::int`;
}

/** Calls that need attention: the most harmful first, then the newest change. */
function readAttention(
  tx: Tx,
  { tenants, where }: QueueConditions,
  { after, size }: Window,
): Promise<Place[]> {
  const past = after
    ? Prisma.sql`and (${HARM}, a.updated_at, a.id) < (${after[0]}::int, ${after[1].toISOString()}::timestamptz, ${after[2]}::uuid)`
    : Prisma.empty;
  return tx.$queryRaw<Place[]>`
    select l.*, true as "isFirst" from unnest(${tenants}) as scope(tenant_id) cross join lateral (
      select a.id, ${HARM} as rank, a.updated_at as at from approvals a
      where a.tenant_id = scope.tenant_id and ${where("a")} ${past}
      order by ${HARM} desc, a.updated_at desc, a.id desc limit ${size}::int) l
    order by l.rank desc, l.at desc, l.id desc limit ${size}::int`;
}

// The expression of the index.
const HARM = Prisma.sql`attention_harm(a.decision, a.execution, a.delivery, a.risk)`;

const READERS: Partial<Record<QueueView, typeof readPending>> = {
  decided: readDecided,
  attention: readAttention,
};
