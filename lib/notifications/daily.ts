import "server-only";
import { bookkeep } from "@/lib/core/db";
import { MINUTE_MS } from "@/lib/core/durations";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";

const scope = systemScope("notifications");

const EVERY_MS = 30 * MINUTE_MS;

/** Days a notification stays in the log. */
const KEPT_DAYS = 90;
const FORGOTTEN_AT_ONCE = 5_000;
const FORGOTTEN_BATCHES = 40;
/** The hour, in UTC, from which the sample of the day is reported, and on Mondays the week. */
const MORNING_HOUR = 7;

/** Events that no act of a person causes: offenders and sample of the day, the week; and the end of the log. */
export const dailyNotices: Job = { name: "daily notifications", ms: EVERY_MS, runOnce: () => runDaily() };

/**
 * One pass. Each event is written once: what is noted or waits to be read already is left out.
 * @param at another time than the database's, for tests
 */
export async function runDaily(at: Date | null = null): Promise<void> {
  const now = Prisma.sql`coalesce(${at}::timestamptz, clock_timestamp())`;
  await noteOffenders();
  await noteSample(now);
  await noteWeek(now);
  await forgetOld();
}

/** A caller without a rationale, once a day each. */
function noteOffenders(): Promise<number> {
  return bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      insert into notice_events (tenant_id, kind, subject_kind, subject_id, details)
      select o.tenant_id, 'offender', 'caller', o.gateway_id || ':' || o.agent,
             jsonb_build_object('day', o.day, 'gateway_id', o.gateway_id, 'agent', o.agent, 'calls', o.calls)
      from rationale_offenders o
      where o.day = (clock_timestamp() at time zone 'UTC')::date
        and not exists (select 1 from notifications n where n.tenant_id = o.tenant_id and n.kind = 'offender'
          and n.subject_kind = 'caller' and n.subject_id = o.gateway_id || ':' || o.agent and n.occurrence = o.day::text)
        and not exists (select 1 from notice_events e where e.tenant_id = o.tenant_id and e.kind = 'offender'
          and e.subject_id = o.gateway_id || ':' || o.agent)`,
  );
}

/** Calls drawn for a review since the last time, at first since a day ago: one notification for all of a tenant, for they may be many. */
function noteSample(now: Prisma.Sql): Promise<number> {
  return bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      with morning as (
        select n.at::date::text as day from (select ${now} at time zone 'UTC' as at) n
        where n.at >= date_trunc('day', n.at) + make_interval(hours => ${MORNING_HOUR}::int))
      insert into notice_events (tenant_id, kind, subject_kind, subject_id, details)
      select t.id, 'review', 'sample', m.day, jsonb_build_object('day', m.day) from tenants t, morning m
      where exists (select 1 from reviews r where r.tenant_id = t.id and r.closed_at is null and r.kind = 'sample'
          and r.opened_at > coalesce((
            select max(n.created_at) from notifications n
            where n.tenant_id = t.id and n.kind = 'review' and n.subject_kind = 'sample'), ${now} - interval '1 day'))
        and not exists (select 1 from notifications n where n.tenant_id = t.id and n.kind = 'review' and n.subject_kind = 'sample'
          and n.subject_id = m.day)
        and not exists (select 1 from notice_events e where e.tenant_id = t.id and e.kind = 'review' and e.subject_kind = 'sample')`,
  );
}

function noteWeek(now: Prisma.Sql): Promise<number> {
  return bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      with week as (
        select date_trunc('week', n.at)::date::text as day from (select ${now} at time zone 'UTC' as at) n
        where n.at >= date_trunc('week', n.at) + make_interval(hours => ${MORNING_HOUR}::int)
          and n.at < date_trunc('week', n.at) + interval '1 day')
      insert into notice_events (tenant_id, kind, subject_kind, subject_id, details)
      select t.id, 'weekly', 'week', w.day, jsonb_build_object('day', w.day) from tenants t, week w
      where not exists (select 1 from notifications n where n.tenant_id = t.id and n.kind = 'weekly' and n.subject_kind = 'week'
          and n.subject_id = w.day)
        and not exists (select 1 from notice_events e where e.tenant_id = t.id and e.kind = 'weekly')`,
  );
}

async function forgetOld(): Promise<void> {
  for (
    let left = FORGOTTEN_BATCHES, batch = FORGOTTEN_AT_ONCE;
    left > 0 && batch === FORGOTTEN_AT_ONCE;
    left -= 1
  )
    batch = await forgetSome();
}

/** @returns the larger number of rows that went */
function forgetSome(): Promise<number> {
  return bookkeep(scope, async (tx) => {
    const notifications = await tx.$executeRaw`
      delete from notifications where (tenant_id, id) in (
        select tenant_id, id from notifications where updated_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}::int)
        limit ${FORGOTTEN_AT_ONCE}::int)`;
    // Their deliveries go with the events.
    const events = await tx.$executeRaw`
      delete from outbox_events where (tenant_id, id) in (
        select e.tenant_id, e.id from outbox_events e
        where e.gateway_id is null and e.created_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS}::int)
        limit ${FORGOTTEN_AT_ONCE}::int)`;
    return Math.max(notifications, events);
  });
}
