import { readList, type Tx } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { COURSE_MAX, type CourseHour, type GatewayCourse, type Pace } from "./types";

const COURSE_HOURS = 24;

type Counted = { hour: string; of: number };
type RequestHour = Counted & CourseHour["requests"];
type CallbackHour = Omit<Counted, "hour"> & CourseHour["callbacks"] & Pace & { hour: string | null };

/** Requests, callbacks and the time these take, as far as the scope's tenants show. */
export function getGatewayCourse(scope: UserScope, gatewayId: string): Promise<GatewayCourse> {
  return readList(scope, async (tx) => {
    const requests = await requestHours(tx, scope, gatewayId);
    const callbacks = await callbackHours(tx, scope, gatewayId);
    const [clock] = await tx.$queryRaw<{ now: Date }[]>`select clock_timestamp() as now`;
    const last = Math.floor((clock?.now.getTime() ?? 0) / HOUR_MS) * HOUR_MS;
    const first = hourName(new Date(last - (COURSE_HOURS - 1) * HOUR_MS));
    const all = callbacks.find(({ hour }) => hour === null);
    return {
      hours: Array.from({ length: COURSE_HOURS }, (_, index) => {
        const at = new Date(last - (COURSE_HOURS - 1 - index) * HOUR_MS);
        const hour = hourName(at);
        return hourOf(
          at,
          requests.find((row) => row.hour === hour),
          callbacks.find((row) => row.hour === hour),
        );
      }),
      pace: { medianMs: all?.medianMs ?? null, slowMs: all?.slowMs ?? null },
      cut: {
        requests: (requests[0]?.of ?? 0) >= COURSE_MAX.requests,
        callbacks: (all?.of ?? 0) >= COURSE_MAX.callbacks && !callbacks.some(({ hour }) => hour === first),
      },
    };
  });
}

const hourName = (at: Date) => at.toISOString().slice(0, 13);

const hourOf = (at: Date, asked?: RequestHour, told?: CallbackHour): CourseHour => ({
  at,
  requests: { ok: asked?.ok ?? 0, refused: asked?.refused ?? 0, failed: asked?.failed ?? 0 },
  callbacks: { delivered: told?.delivered ?? 0, failed: told?.failed ?? 0 },
  slowMs: told?.slowMs ?? null,
});

const HOUR = Prisma.sql`'YYYY-MM-DD"T"HH24'`;

// From the beginning of the first hour that the chart shows.
const SINCE = Prisma.sql`date_trunc('hour', clock_timestamp()) - make_interval(hours => ${COURSE_HOURS - 1}::int)`;

function requestHours(tx: Tx, scope: UserScope, gatewayId: string): Promise<RequestHour[]> {
  const own = scope.unlimited
    ? Prisma.sql`r.gateway_id = ${gatewayId}::uuid`
    : Prisma.sql`r.tenant_id = any(${[...scope.tenants]}::uuid[]) and r.gateway_id = ${gatewayId}::uuid`;
  return tx.$queryRaw<RequestHour[]>`
    with r as materialized (
      select r.at, r.status from gateway_requests r where ${own} and r.at >= ${SINCE}
      order by r.id desc limit ${COURSE_MAX.requests}::int)
    select to_char(r.at at time zone 'UTC', ${HOUR}) as hour, (select count(*)::int from r) as of,
           (count(*) filter (where r.status < 400))::int as ok,
           (count(*) filter (where r.status between 400 and 499))::int as refused,
           (count(*) filter (where r.status >= 500))::int as failed
    from r group by 1`;
}

/** By hour, and all together with no hour. */
function callbackHours(tx: Tx, scope: UserScope, gatewayId: string): Promise<CallbackHour[]> {
  return tx.$queryRaw<CallbackHour[]>`
    with d as materialized (
      select d.tenant_id, d.id from deliveries d
      where d.tenant_id = any(${[...scope.tenants]}::uuid[]) and d.gateway_id = ${gatewayId}::uuid
      order by d.id desc limit ${COURSE_MAX.callbacks}::int),
    a as materialized (
      select to_char(a.started_at at time zone 'UTC', ${HOUR}) as hour, a.duration_ms,
             coalesce(a.status between 200 and 299, false) as delivered, a.status is not null as answered
      from d join delivery_attempts a on a.tenant_id = d.tenant_id and a.delivery_id = d.id
      where a.started_at >= ${SINCE})
    select a.hour, (select count(*)::int from d) as of,
           (count(*) filter (where a.delivered))::int as delivered, (count(*) filter (where not a.delivered))::int as failed,
           percentile_cont(0.5) within group (order by a.duration_ms) filter (where a.answered) as "medianMs",
           percentile_cont(0.95) within group (order by a.duration_ms) filter (where a.answered) as "slowMs"
    from a group by grouping sets ((a.hour), ())`;
}
