import { bookkeep, type Tx } from "@/lib/core/db";
import type { SystemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { byChannel, channelOf, recipients } from "./channels/registry";
import type { LeasedDelivery } from "./channels/types";
import { type Doubt, type Lapsed, NEVER_TRACED, NEWEST_EVENT, type TraceParent } from "./news";

type LeaseLimits = {
  /** How many more this worker can send at once. */
  room: number;
  /** How many sends to one recipient may run at once, over all workers; its channel's limit unless given. */
  perRecipient?: number;
  leaseMs: number;
  lapsed: Lapsed;
  doubted: Doubt;
  traceParent?: TraceParent;
};

/** What one look found. */
export type Claim = {
  leased: LeasedDelivery[];
  /** Whether more is due than there was room for, at this worker or at its recipient. */
  more: boolean;
  /** Milliseconds until something becomes due that is not yet: a retry, or a lease that nobody ended. Null when nothing will. */
  dueMs: number | null;
};

/**
 * Takes what is due, at most `room`, in one short transaction. The recipients with the least in flight come first, so that one
 * that hangs fills its own share and no other's. What a killed worker held becomes due again once its lease is over.
 */
export function leaseDue(scope: SystemScope, limits: LeaseLimits): Promise<Claim> {
  return bookkeep(scope, async (tx) => {
    // The cap is counted in the database, so claims take turns; without it two workers would both see the same free share.
    // A statement of its own: what the others claimed is seen only by one that begins after the wait.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('delivery claims', 0))`;
    const first = await take(tx, limits);
    const found = first.lost ? await takeAgain(tx, limits, first) : first;
    const leased = await Promise.all(found.leased.map((delivery) => addressed(tx, delivery)));
    return { ...found, leased };
  });
}

type Look = Claim & {
  /** Whether a lease is over that nobody ended. */
  lost: boolean;
};

/** Once more, with what killed workers held. */
async function takeAgain(tx: Tx, limits: LeaseLimits, { leased }: Look): Promise<Claim> {
  await releaseLapsed(tx);
  const again = await take(tx, { ...limits, room: limits.room - leased.length });
  return { ...again, leased: [...leased, ...again.leased] };
}

/** The delivery with the address of this moment: nothing goes to where its recipient has left. */
async function addressed(tx: Tx, delivery: LeasedDelivery): Promise<LeasedDelivery> {
  const url = channelOf(delivery).urlNow(delivery);
  if (url === delivery.url) return delivery;
  await tx.$executeRaw`
    update deliveries set url = ${url} where tenant_id = ${delivery.tenantId}::uuid and id = ${delivery.id}::uuid`;
  return { ...delivery, url };
}

const LOST_ATTEMPT =
  "The worker was cut off before it noted an answer. The gateway may have received it; Countersign sends it again with the same id.";

/** The lost attempt stays in the log: whether the gateway got it is not known. */
async function releaseLapsed(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    with lapsed as (
      update deliveries d set state = 'waiting', lease_id = null, lease_until = null
      from (select id, lease_until from deliveries
            where state = 'sending' and lease_until <= clock_timestamp() for update skip locked) old
      where d.id = old.id
      returning d.id, d.tenant_id, d.next_attempt_at, old.lease_until)
    insert into delivery_attempts (delivery_id, attempt, tenant_id, started_at, duration_ms, error, request_headers)
    select l.id, (select coalesce(max(a.attempt), 0) + 1 from delivery_attempts a
                  where a.tenant_id = l.tenant_id and a.delivery_id = l.id), l.tenant_id,
           l.next_attempt_at, 0,
           ${LOST_ATTEMPT}, '{}'
    from lapsed l`;
}

// How things stand beside what is taken (`due`).
const LOOK = Prisma.sql`look as (
  select coalesce(held.until <= clock_timestamp(), false) as lost,
         exists (select 1 from deliveries d where d.state = 'waiting' and d.next_attempt_at <= statement_timestamp()
                   and not exists (select 1 from due where due.id = d.id)) as more,
         (extract(epoch from least(held.until, (
            select min(next_attempt_at) from deliveries
            where state = 'waiting' and next_attempt_at > statement_timestamp())) - clock_timestamp()) * 1000)::float8 as ms
  from (select min(lease_until) as until from deliveries where state = 'sending') held)`;

/** Takes what is due, in one statement that answers one row at the least. */
async function take(tx: Tx, limits: LeaseLimits): Promise<Look> {
  const { room, perRecipient, leaseMs, lapsed, doubted, traceParent = NEVER_TRACED } = limits;
  const rows = await tx.$queryRaw<(Omit<Look, "leased"> & (LeasedDelivery | { id: null }))[]>`
    with busy as (
      select gateway_id, channel, count(*)::int as sends from deliveries where state = 'sending' group by gateway_id, channel),
    due as (
      select d.id
      from (${recipients(perRecipient)}) r
      left join busy b on b.gateway_id = r.id and b.channel = r.channel
      cross join lateral (
        select id, next_attempt_at from deliveries
        where gateway_id = r.id and channel = r.channel and state = 'waiting' and next_attempt_at <= statement_timestamp()
        order by next_attempt_at
        limit greatest(0, r.most - coalesce(b.sends, 0))
        for update skip locked) d
      order by coalesce(b.sends, 0), d.next_attempt_at
      limit ${room}::int),
    claimed as (
      update deliveries d
      set state = 'sending', lease_id = gen_random_uuid(), attempts = d.attempts + 1, next_attempt_at = clock_timestamp(),
          lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8), event_id = ${NEWEST_EVENT}
      from due where d.id = due.id
      returning d.*, ${lapsed} as lapsed, ${doubted} as doubted, ${traceParent} as trace_parent),
    ${LOOK}
    select look.lost, look.more, look.ms as "dueMs",
           c.id, c.lease_id as "leaseId", c.tenant_id as "tenantId", c.event_id as "eventId",
           c.recipient_kind as "recipientKind", c.gateway_id as "recipientId", c.channel, c.approval_id as "approvalId", c.url, e.body, c.attempts, clock_timestamp() as "leasedAt",
           run.first as "firstAttemptAt", run.lost as "lostAttempts", c.lapsed, c.doubted,
           c.trace_parent as "traceParent",
           ${byChannel(Prisma.sql`c.channel`, ({ address }) => address(Prisma.sql`c.gateway_id`))} as address
    from look
    left join claimed c on true
    left join outbox_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
    left join lateral (
      select min(started_at) as first, count(*) filter (where error = ${LOST_ATTEMPT})::int as lost from (
        select started_at, error from delivery_attempts a
        where a.tenant_id = c.tenant_id and a.delivery_id = c.id order by a.attempt desc limit c.attempts - 1) last) run on true
    order by c.id`;
  const [{ lost, more, dueMs } = { lost: false, more: false, dueMs: null }] = rows;
  return { leased: rows.filter((row) => row.id !== null), lost, more, dueMs };
}
