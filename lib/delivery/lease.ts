import { bookkeep, type Tx } from "@/lib/core/db";
import type { SystemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { byChannel, channelOf, recipients } from "./channels/registry";
import type { LeasedDelivery } from "./channels/types";
import { URGENCY_MAX } from "./enqueue";
import { type Doubt, type Lapsed, NEVER_TRACED, NEWEST_EVENT, type TraceParent } from "./news";

type LeaseLimits = {
  /** Free send slots of this worker. */
  room: number;
  /** How many of them messages to people may take, so that slow mails and chats leave room for callbacks. */
  peopleRoom?: number;
  /** Concurrent sends to one recipient over all workers; default is its channel's limit. */
  perRecipient?: number;
  leaseMs: number;
  lapsed: Lapsed;
  doubted: Doubt;
  traceParent?: TraceParent;
};

export type Claim = {
  leased: LeasedDelivery[];
  /** Whether more is due than the worker or a recipient had room for. */
  more: boolean;
  /** Milliseconds until the next retry or lease end; null without any. */
  dueMs: number | null;
};

/**
 * Leases due deliveries, at most `room`, in one short transaction. Of people, the urgent come
 * first; then recipients with the fewest in flight, so that a hanging one blocks only its share. After a crash they become due
 * when the lease ends.
 */
export function leaseDue(scope: SystemScope, limits: LeaseLimits): Promise<Claim> {
  return bookkeep(scope, async (tx) => {
    // The limit is counted in the database, so claims run in turn; otherwise two workers would use
    // the same free share. A separate statement, because only one that starts after the wait sees
    // other claims.
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('delivery claims', 0))`;
    const first = await take(tx, limits);
    const found = first.lost ? await takeAgain(tx, limits, first) : first;
    const leased = await Promise.all(found.leased.map((delivery) => addressed(tx, delivery)));
    return { ...found, leased };
  });
}

type Look = Claim & {
  lost: boolean;
};

/** Claims again, including deliveries of killed workers. */
async function takeAgain(tx: Tx, limits: LeaseLimits, { leased }: Look): Promise<Claim> {
  await releaseLapsed(tx);
  const people = leased.filter(({ channel }) => channel !== "callback").length;
  const { room, peopleRoom = room } = limits;
  const again = await take(tx, { ...limits, room: room - leased.length, peopleRoom: peopleRoom - people });
  return { ...again, leased: [...leased, ...again.leased] };
}

/** The delivery with its current address, so that nothing goes to a former one. */
async function addressed(tx: Tx, delivery: LeasedDelivery): Promise<LeasedDelivery> {
  const url = channelOf(delivery).urlNow(delivery);
  if (url === delivery.url) return delivery;
  await tx.$executeRaw`
    update deliveries set url = ${url} where tenant_id = ${delivery.tenantId}::uuid and id = ${delivery.id}::uuid`;
  return { ...delivery, url };
}

const LOST_ATTEMPT =
  "The worker was cut off before it noted an answer. The gateway may have received it; Countersign sends it again with the same id.";

/** The lost attempt stays in the log: whether the gateway got it is unknown. */
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

// Queue state next to the taken rows (`due`).
const LOOK = Prisma.sql`look as (
  select coalesce(held.until <= clock_timestamp(), false) as lost,
         exists (select 1 from deliveries d where d.state = 'waiting' and d.next_attempt_at <= statement_timestamp()
                   and not exists (select 1 from due where due.id = d.id)) as more,
         (extract(epoch from least(held.until, (
            select min(next_attempt_at) from deliveries
            where state = 'waiting' and next_attempt_at > statement_timestamp())) - clock_timestamp()) * 1000)::float8 as ms
  from (select min(lease_until) as until from deliveries where state = 'sending') held)`;

/** Takes due deliveries in one statement that returns at least one row. */
async function take(tx: Tx, limits: LeaseLimits): Promise<Look> {
  const { room, peopleRoom = room, perRecipient, leaseMs } = limits;
  const { lapsed, doubted, traceParent = NEVER_TRACED } = limits;
  const rows = await tx.$queryRaw<(Omit<Look, "leased"> & (LeasedDelivery | { id: null }))[]>`
    with busy as (
      select gateway_id, channel, count(*)::int as sends from deliveries where state = 'sending' group by gateway_id, channel),
    found as (
      select d.id, d.next_attempt_at, d.urgency, coalesce(b.sends, 0) as sends, r.channel = 'callback' as is_callback,
             row_number() over (partition by r.channel = 'callback'
                                order by d.urgency desc, coalesce(b.sends, 0), d.next_attempt_at) as place
      from (${recipients(perRecipient)}) r
      left join busy b on b.gateway_id = r.id and b.channel = r.channel
      cross join lateral (
        select of.* from generate_series(case when r.channel = 'callback' then 0 else ${URGENCY_MAX}::int end, 0, -1) as u(urgency)
        cross join lateral (
          select id, next_attempt_at, urgency from deliveries
          where gateway_id = r.id and channel = r.channel and urgency = u.urgency
            and state = 'waiting' and next_attempt_at <= statement_timestamp()
          order by next_attempt_at
          limit greatest(0, r.most - coalesce(b.sends, 0))
          for update skip locked) of
        order by of.urgency desc, of.next_attempt_at
        limit greatest(0, r.most - coalesce(b.sends, 0))) d),
    due as (
      select id from found where is_callback or place <= ${peopleRoom}::int
      order by urgency desc, sends, next_attempt_at limit ${room}::int),
    claimed as (
      update deliveries d
      set state = 'sending', lease_id = gen_random_uuid(), attempts = d.attempts + 1, next_attempt_at = clock_timestamp(),
          lease_until = clock_timestamp() + make_interval(secs => ${leaseMs / 1_000}::float8), event_id = ${NEWEST_EVENT}
      from due where d.id = due.id
      returning d.*, d.channel = 'callback' and ${lapsed} as lapsed, d.channel = 'callback' and ${doubted} as doubted, ${traceParent} as trace_parent),
    ${LOOK}
    select look.lost, look.more, look.ms as "dueMs",
           c.id, c.lease_id as "leaseId", c.tenant_id as "tenantId", c.event_id as "eventId",
           c.recipient_kind as "recipientKind", c.gateway_id as "recipientId", c.channel, c.approval_id as "approvalId", c.url, e.body, c.attempts, clock_timestamp() as "leasedAt",
           run.first as "firstAttemptAt", run.lost as "lostAttempts", c.lapsed, c.doubted,
           c.trace_parent as "traceParent", null as message,
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
