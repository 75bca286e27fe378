import { readList, type Tx } from "@/lib/core/db";
import { DAY_MS } from "@/lib/core/durations";
import { env } from "@/lib/core/env";
import { periodOf } from "@/lib/core/list/days";
import type { Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { firstSeen } from "../first-sighting";
import { issueHead } from "../queries";
import { OPEN_STATES } from "../rules";
import type { SeverityWord } from "../types";
import {
  DIGEST_BARS,
  DIGEST_DAYS,
  DIGEST_ISSUES_MAX,
  DIGEST_SECTIONS,
  type Digest,
  type DigestBar,
  type DigestCounts,
  type DigestIssue,
  type DigestSection,
} from "./types";

type DigestFilter = { since?: string; tenant?: string };

/** Reports and people's actions since a past time, compared with an equal period before. */
export async function getDigest(scope: Scope, filter: DigestFilter, now: Date): Promise<Digest> {
  const since = periodOf(filter).since ?? new Date(now.getTime() - DIGEST_DAYS * DAY_MS);
  const before = new Date(2 * since.getTime() - now.getTime());
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, filter.tenant);
    return {
      tenant: filter.tenant ?? null,
      since,
      until: now,
      url: pageOf(filter),
      counts: {
        period: await countsOf(tx, tenants, since, now),
        before: await countsOf(tx, tenants, before, since),
      },
      sections: await sectionsOf(tx, tenants, since, now),
    };
  });
}

/** Reports over the period before and the period, in equal parts, oldest first. */
export async function getDigestCourse(scope: Scope, digest: Digest): Promise<DigestBar[]> {
  const [since, until] = [digest.since.getTime(), digest.until.getTime()];
  const part = (until - since) / DIGEST_BARS;
  const first = new Date(since - DIGEST_BARS * part);
  const rows = await readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, digest.tenant ?? undefined);
    return tx.$queryRaw<{ bar: number; severity: SeverityWord; reports: number }[]>`
      select least(${2 * DIGEST_BARS - 1}::int, floor(extract(epoch from s.created_at - ${first.toISOString()}::timestamptz)
               * 1000 / ${part}::float8)::int) as bar, s.severity, count(*)::int as reports
      from feedback_submissions s where ${reportsIn(tenants, first, digest.until)} group by 1, 2`;
  });
  return Array.from({ length: 2 * DIGEST_BARS }, (_, bar) => {
    const of = (severity: SeverityWord) =>
      rows.find((row) => row.bar === bar && row.severity === severity)?.reports ?? 0;
    return {
      from: new Date(first.getTime() + bar * part),
      to: new Date(first.getTime() + (bar + 1) * part),
      severities: { low: of("low"), med: of("med"), high: of("high") },
    };
  });
}

function pageOf({ since, tenant }: DigestFilter): string {
  const params = new URLSearchParams({ ...(since && { since }), ...(tenant && { tenant }) });
  return `${env().PUBLIC_URL}/feedback/digest${params.size > 0 ? `?${params}` : ""}`;
}

function reportsIn(tenants: readonly string[], since: Date, until: Date): Prisma.Sql {
  return Prisma.sql`s.tenant_id = any(${[...tenants]}::uuid[])
    and s.created_at >= ${since.toISOString()}::timestamptz and s.created_at < ${until.toISOString()}::timestamptz`;
}

/** The issues that regressed in a period, from the trail; for merged ones, their targets. */
function returnsIn(tenants: readonly string[], since: Date, until: Date): Prisma.Sql {
  return Prisma.sql`select distinct i.tenant_id, coalesce(i.merged_into, i.id) as id
    from activity a join feedback_issues i on i.tenant_id = a.tenant_id and i.id = a.subject_id::uuid
    where a.tenant_id = any(${[...tenants]}::uuid[]) and a.action = 'issue.regressed'
      and a.at >= ${since.toISOString()}::timestamptz and a.at < ${until.toISOString()}::timestamptz`;
}

async function countsOf(tx: Tx, tenants: readonly string[], since: Date, until: Date): Promise<DigestCounts> {
  const [from, to] = [since.toISOString(), until.toISOString()];
  const own = Prisma.sql`i.tenant_id = any(${[...tenants]}::uuid[])`;
  const [row] = await tx.$queryRaw<DigestCounts[]>`
    select count(*)::int as reports, count(distinct (s.tenant_id, s.session_id)) filter (where s.session_id is not null)::int as sessions,
           count(distinct (s.tenant_id, s.agent)) filter (where s.agent is not null)::int as agents,
           (select count(*)::int from feedback_issues i where ${own} and i.state <> 'merged'
              and ${firstSeen(Prisma.sql`i`)} >= ${from}::timestamptz and ${firstSeen(Prisma.sql`i`)} < ${to}::timestamptz) as opened,
           (select count(*)::int from (${returnsIn(tenants, since, until)}) r) as regressed,
           (select count(*)::int from feedback_issues i where ${own} and i.state = 'resolved'
              and i.fixed_at >= ${from}::timestamptz and i.fixed_at < ${to}::timestamptz) as resolved
    from feedback_submissions s where ${reportsIn(tenants, since, until)}`;
  if (!row) throw new Error("the database returned nothing");
  return row;
}

type Found = Omit<DigestIssue, "ref" | "url"> & { section: DigestSection; number: number; total: number };

/** The issues of each part; the highest value in the last column comes first. */
function partsOf(since: Date): Prisma.Sql {
  const from = Prisma.sql`${since.toISOString()}::timestamptz`;
  const open = Prisma.sql`i.state = any(${[...OPEN_STATES]}::text[])`;
  const sessions = Prisma.sql`coalesce(p.sessions, 0) + coalesce(p.reports, 0) / 1000000.0`;
  return Prisma.sql`values
    ('new', f.at >= ${from}, ${sessions}),
    ('growing', i.growing and ${open}, ${sessions}),
    ('regressed', b.id is not null, ${sessions}),
    ('resolved', i.state = 'resolved' and i.fixed_at >= ${from}, extract(epoch from i.fixed_at)),
    ('waiting', ${open} and i.state <> 'in_progress' and f.at < ${from}, - extract(epoch from f.at)),
    ('unanswered', ${open} and p.reports > 0 and i.answer is null and i.workaround is null and i.fixed_in is null, ${sessions})`;
}

/** Reports of a merged issue count for its target, and only the target is listed. */
async function sectionsOf(
  tx: Tx,
  tenants: readonly string[],
  since: Date,
  until: Date,
): Promise<Digest["sections"]> {
  const rows = await tx.$queryRaw<Found[]>`
    with period as materialized (
      select i.tenant_id, coalesce(i.merged_into, i.id) as id, count(*)::int as reports,
             count(distinct s.session_id)::int as sessions, count(distinct s.agent)::int as agents
      from feedback_submissions s join feedback_issues i on i.tenant_id = s.tenant_id and i.id = s.issue_id
      where ${reportsIn(tenants, since, until)} group by 1, 2),
    back as materialized (${returnsIn(tenants, since, until)})
    select r.section, r.total, r.id, r.number, r.title, r.state, r.severity, r.provider, r.tool, t.key as tenant,
           r.reports, r.sessions, r.agents, r.at as "firstSeenAt"
    from (
      select part.section, count(*) over (partition by part.section)::int as total,
             row_number() over (partition by part.section order by part.rank desc, i.id desc) as place,
             i.id, i.number, i.title, i.state, i.severity, i.provider, i.tool, i.tenant_id, f.at,
             coalesce(p.reports, 0) as reports, coalesce(p.sessions, 0) as sessions, coalesce(p.agents, 0) as agents
      from feedback_issues i
      left join period p on p.tenant_id = i.tenant_id and p.id = i.id
      left join back b on b.tenant_id = i.tenant_id and b.id = i.id
      cross join lateral (select ${firstSeen(Prisma.sql`i`)} as at offset 0) f
      cross join lateral (${partsOf(since)}) part(section, fits, rank)
      where i.tenant_id = any(${[...tenants]}::uuid[]) and i.state <> 'merged' and part.fits) r
    join tenants t on t.id = r.tenant_id
    where r.place <= ${DIGEST_ISSUES_MAX}::int order by r.section, r.place`;
  const parts = DIGEST_SECTIONS.map((section) => {
    const found = rows.filter((row) => row.section === section);
    return [section, { total: found[0]?.total ?? 0, issues: found.map(issueOf) }] as const;
  });
  return Object.fromEntries(parts) as Digest["sections"];
}

function issueOf(row: Found): DigestIssue {
  const { tenant, provider, tool, severity, reports, sessions, agents, firstSeenAt } = row;
  return {
    ...issueHead(row, tenant),
    tenant,
    provider,
    tool,
    severity,
    reports,
    sessions,
    agents,
    firstSeenAt,
  };
}
