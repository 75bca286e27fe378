import { bookkeep, type Tx } from "@/lib/core/db";
import type { SystemScope } from "@/lib/core/scope";
import { callbackAddress } from "@/lib/gateways/callback-url";
import { Prisma } from "@/lib/generated/prisma/client";
import { type Doubt, type Lapsed, NEVER_TRACED, NEWEST_EVENT, type TraceParent } from "./news";

/** A delivery that this worker holds until its lease ends. */
export type LeasedDelivery = {
  id: string;
  leaseId: string;
  tenantId: string;
  gatewayId: string;
  eventId: string;
  approvalId: string | null;
  url: string;
  body: string;
  /** Attempts of this run, the coming one included. */
  attempts: number;
  /** The database's clock at the claim. */
  leasedAt: Date;
  /** When this run's first attempt started; null when it is the coming one. */
  firstAttemptAt: Date | null;
  /** How many attempts of this run ended with their worker. */
  lostAttempts: number;
  /** Whether what it tells can be used no more. */
  lapsed: boolean;
  /** Whether it has to be asked once more if what it tells is still so. */
  doubted: boolean;
  /** The W3C `traceparent` that it continues. */
  traceParent: string | null;
  /** Why nothing may be sent: the endpoint is switched off. */
  off: string | null;
  /** The gateway's own URL: only its 410 switches the endpoint off. */
  registeredUrl: string | null;
  sealedSecrets: string[];
};

type LeaseLimits = {
  /** How many more this worker can send at once. */
  room: number;
  /** How many sends to one gateway may run at once, over all workers. */
  perGateway: number;
  leaseMs: number;
  lapsed: Lapsed;
  doubted: Doubt;
  traceParent?: TraceParent;
};

/** What one look found. */
export type Claim = {
  leased: LeasedDelivery[];
  /** Whether more is due than there was room for, at this worker or at its gateway. */
  more: boolean;
  /** Milliseconds until something becomes due that is not yet: a retry, or a lease that nobody ended. Null when nothing will. */
  dueMs: number | null;
};

/**
 * Takes what is due, at most `room`, in one short transaction. The gateways with the least in flight come first, so that one
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

/** The delivery with the address of this moment: nothing goes to an origin that its gateway has left. */
async function addressed(tx: Tx, delivery: LeasedDelivery): Promise<LeasedDelivery> {
  const url = callbackAddress(delivery.url, delivery.registeredUrl) ?? delivery.url;
  // What is no URL reaches nobody: it ends with that reason and does not become another one.
  if (url === delivery.url || !URL.canParse(delivery.url)) return delivery;
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
  const { room, perGateway, leaseMs, lapsed, doubted, traceParent = NEVER_TRACED } = limits;
  const rows = await tx.$queryRaw<(Omit<Look, "leased"> & (LeasedDelivery | { id: null }))[]>`
    with busy as (
      select gateway_id, count(*)::int as sends from deliveries where state = 'sending' group by gateway_id),
    due as (
      select d.id
      from gateways g
      left join busy b on b.gateway_id = g.id
      cross join lateral (
        select id, next_attempt_at from deliveries
        where gateway_id = g.id and state = 'waiting' and next_attempt_at <= statement_timestamp()
        order by next_attempt_at
        limit greatest(0, ${perGateway}::int - coalesce(b.sends, 0))
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
           c.id, c.lease_id as "leaseId", c.tenant_id as "tenantId", c.gateway_id as "gatewayId", c.event_id as "eventId",
           c.approval_id as "approvalId", c.url, e.body, c.attempts, clock_timestamp() as "leasedAt",
           run.first as "firstAttemptAt", run.lost as "lostAttempts", c.lapsed, c.doubted, c.trace_parent as "traceParent", g.callback_url as "registeredUrl",
           case when g.callback_off_at is not null then coalesce(g.callback_off_reason, 'switched off') end as off,
           array(select s.ciphertext from signing_secrets s
                 where s.gateway_id = c.gateway_id and (s.expires_at is null or s.expires_at > clock_timestamp())
                 order by s.expires_at desc nulls first, s.id desc) as "sealedSecrets"
    from look
    left join claimed c on true
    left join outbox_events e on e.tenant_id = c.tenant_id and e.id = c.event_id
    left join gateways g on g.id = c.gateway_id
    left join lateral (
      select min(started_at) as first, count(*) filter (where error = ${LOST_ATTEMPT})::int as lost from (
        select started_at, error from delivery_attempts a
        where a.tenant_id = c.tenant_id and a.delivery_id = c.id order by a.attempt desc limit c.attempts - 1) last) run on true
    order by c.id`;
  const [{ lost, more, dueMs } = { lost: false, more: false, dueMs: null }] = rows;
  return { leased: rows.filter((row) => row.id !== null), lost, more, dueMs };
}
