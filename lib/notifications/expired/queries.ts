import { mayDecideCall } from "@/lib/approvals/deciders/seats";
import { peopleSaid, peopleWereAsked } from "@/lib/approvals/pace";
import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { periodOf } from "@/lib/core/list/days";
import type { RiskWord } from "@/lib/core/risk";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { countedReasons, reasonsOf, suggestionOf } from "./rules";
import {
  EXPIRED_DAYS,
  EXPIRED_JUDGED_MAX,
  EXPIRED_LISTED_MAX,
  type Expired,
  type ExpiredCall,
  type ExpiredFacts,
  MEDIAN_DECISIONS,
} from "./types";

type Raw = ExpiredFacts & { tenant: string; provider: string | null; risk: RiskWord; headline: string };

const [U, A] = [Prisma.raw("u"), Prisma.raw("a")];

/** The calls that expired undecided since a past time, and why: one statement for them, one for the counts. */
export async function getExpired(
  scope: Scope,
  filter: { since?: string; tenant?: string },
  now: Date,
): Promise<Expired> {
  const since = periodOf(filter).since ?? new Date(now.getTime() - EXPIRED_DAYS * DAY_MS);
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, filter.tenant);
    const [counts, rows] = [await countsOf(tx, tenants, since, now), await rowsOf(tx, tenants, since, now)];
    const calls = rows.map(toCall);
    return {
      tenant: filter.tenant ?? null,
      since,
      until: now,
      url: urlOf(pathOf(filter)),
      counts,
      complete: counts.expired <= calls.length,
      reasons: countedReasons(calls),
      calls: calls.slice(0, EXPIRED_LISTED_MAX),
    };
  });
}

/** The main reasons of a tenant's calls that expired in a period, the most frequent first. */
export async function listReasons(
  tx: Tx,
  tenantId: string,
  { since, until }: { since: Date; until: Date },
): Promise<Expired["reasons"]> {
  return countedReasons((await rowsOf(tx, [tenantId], since, until)).map(toCall));
}

function toCall(raw: Raw): ExpiredCall {
  const { id, tool, createdAt, decideBy, sent, opened, tenant, provider, risk, headline } = raw;
  const reasons = reasonsOf(raw);
  const [main = "not_decided"] = reasons;
  return {
    ...{ id, tool, createdAt, decideBy, sent, opened, tenant, provider, risk, headline },
    reasons,
    suggestion: suggestionOf(raw, main),
    url: urlOf(`/approvals/${id}`),
  };
}

const urlOf = (path: string) => `${env().PUBLIC_URL}${path}`;

function pathOf({ since, tenant }: { since?: string; tenant?: string }): string {
  const params = new URLSearchParams({ ...(since && { since }), ...(tenant && { tenant }) });
  return `/insights/expired${params.size > 0 ? `?${params}` : ""}`;
}

const ids = (tenants: readonly string[]) => Prisma.sql`any(${[...tenants]}::uuid[])`;

async function countsOf(
  tx: Tx,
  tenants: readonly string[],
  since: Date,
  until: Date,
): Promise<Expired["counts"]> {
  const before = new Date(2 * since.getTime() - until.getTime());
  const [row] = await tx.$queryRaw<Expired["counts"][]>`
    select (count(*) filter (where a.decision = 'expired' and a.decided_at >= ${since}::timestamptz))::int as expired,
           (count(*) filter (where a.decision = 'expired' and a.decided_at < ${since}::timestamptz))::int as before,
           (count(*) filter (where a.decided_at >= ${since}::timestamptz))::int as ended
    from approvals a
    where a.tenant_id = ${ids(tenants)} and a.decision <> 'pending' and ${peopleWereAsked(A)}
      and a.decided_at >= ${before}::timestamptz and a.decided_at < ${until}::timestamptz`;
  return row ?? { expired: 0, before: 0, ended: 0 };
}

/** The newest of the period, with what explains each. */
function rowsOf(tx: Tx, tenants: readonly string[], since: Date, until: Date): Promise<Raw[]> {
  return tx.$queryRaw<Raw[]>`
    with gone as materialized (
      select a.* from approvals a
      where a.tenant_id = ${ids(tenants)} and a.decision = 'expired' and ${peopleWereAsked(A)}
        and a.decided_at >= ${since}::timestamptz and a.decided_at < ${until}::timestamptz
      order by a.decided_at desc, a.id desc limit ${EXPIRED_JUDGED_MAX}::int),
    medians as (
      select k.tenant_id, k.provider, k.tool, m.seconds
      from (select distinct tenant_id, provider, tool from gone) k cross join lateral (
        select percentile_cont(0.5) within group (order by n.seconds) as seconds, count(*) as decisions from (
          select extract(epoch from a.decided_at - a.created_at)::float8 as seconds from approvals a
          where a.tenant_id = k.tenant_id and a.tool = k.tool and a.provider is not distinct from k.provider
            and ${peopleSaid(A)} and ${peopleWereAsked(A)}
          order by a.id desc limit ${MEDIAN_DECISIONS.newest}::int) n) m
      where m.decisions >= ${MEDIAN_DECISIONS.least}::int)
    select a.id, t.key as tenant, a.provider, a.tool, a.risk, a.summary as headline,
           a.created_at as "createdAt", a.decide_by as "decideBy", ${ROTA_GROUPS} as groups,
           exists (select 1 from users u where ${mayDecideCall(U, A, { onDuty: "at any hour", by: BY_THEN })}) as "hadEligible",
           (not ${NAMES_GROUPS} or ${HAD_ON_DUTY}) as "hadOnDuty",
           n.sent, n.held as "heldBack", ${OPENED} as opened, ${APPROVALS} as approvals, m.seconds as "medianSeconds"
    from gone a join tenants t on t.id = a.tenant_id
    left join medians m on m.tenant_id = a.tenant_id and m.tool = a.tool and m.provider is not distinct from a.provider
    cross join lateral (
      select (count(*) filter (where n.sent_at is not null))::int as sent,
             (count(*) filter (where n.sent_at is null and n.held_until >= a.decide_by))::int as held
      from notifications n
      where n.tenant_id = a.tenant_id and n.approval_id = a.id and n.kind in ('waits', 'reminder', 'escalated')) n
    order by a.decided_at desc, a.id desc`;
}

/** The last moment in which it could be decided. */
const BY_THEN = Prisma.sql`(a.decide_by - interval '1 second')`;

const NAMES_GROUPS = Prisma.raw(
  "coalesce(jsonb_path_exists(a.seats, '$[*].seats[*].takers[*].groups[*]'), false)",
);

/** Looked at five times: shorter shifts within a long wait may be missed. */
const LOOKS = Prisma.raw("(values (0.0), (0.25), (0.5), (0.75), (1.0)) look (share)");
const AT_LOOK = Prisma.sql`(a.created_at + look.share * (${BY_THEN} - a.created_at))`;

const HAD_ON_DUTY = Prisma.sql`exists (
  select 1 from ${LOOKS} cross join users u where ${mayDecideCall(U, A, { onDuty: AT_LOOK, by: AT_LOOK })})`;

const ROTA_GROUPS = Prisma.sql`array(
  select g.name from groups g where g.rota is not null
    and jsonb_path_exists(a.seats, '$[*].seats[*].takers[*].groups[*] ? (@ == $name)', jsonb_build_object('name', g.name))
  order by g.name)`;

const OPENED = Prisma.sql`(
  select count(*)::int from approval_presence p
  where p.tenant_id = a.tenant_id and p.approval_id = a.id and p.first_at < a.decided_at)`;

const APPROVALS = Prisma.sql`(
  select count(distinct v.user_id)::int from votes v
  where v.tenant_id = a.tenant_id and v.approval_id = a.id and v.verdict = 'approve' and v.revision = a.revision)`;
