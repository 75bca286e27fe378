import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { SHOWN_NAME } from "../columns";
import { GROWING_FACTOR } from "../types";
import { countsOf, type Period, saidIn } from "./day-counts";
import {
  FAILED_CALLS,
  MOST_BY_ONE_TOOL,
  TELLING_CALLS,
  UNMET_CALLS,
  UNMET_ONE_IN,
  VANISHED_CALLS,
  WEEKLY_INTENTS_MAX,
  WEEKLY_SECTIONS,
  WEEKLY_TOOLS_MAX,
  type Weekly,
  type WeeklyCounts,
  type WeeklyIntent,
  type WeeklySection,
} from "./types";

export type FoundIntent = Omit<WeeklyIntent, "url" | "referred"> & { tenantId: string };

type Row = Omit<FoundIntent, "unmet" | "firstAt"> & {
  firstAt: string;
  section: WeeklySection;
  total: number;
  unmet: number;
  unknownTool: number;
  wrongTool: number;
  lowUse: number;
};

type FoundSections = Record<WeeklySection, { total: number; intents: FoundIntent[] }>;

type Found = { sections: FoundSections; counts: { period: WeeklyCounts; before: WeeklyCounts } };

function partsOf({ since, beforeSince, beforeUntil }: Period): Prisma.Sql {
  const isNew = Prisma.sql`f.at >= ${since.toISOString()}::timestamptz`;
  return Prisma.sql`values
    ('new', ${isNew} and n.calls > 0, n.calls::float8),
    ('vanished', n.calls = 0 and n.before >= ${VANISHED_CALLS}::int, n.before::float8),
    ('growing', ${beforeUntil > beforeSince}::boolean and not ${isNew} and n.calls >= ${TELLING_CALLS}::int and n.calls >= ${GROWING_FACTOR}::float8 * n.before,
      case when n.before = 0 then 'infinity' else n.calls / n.before::float8 end),
    ('failing', n.failed >= ${FAILED_CALLS}::int and n.calls >= ${TELLING_CALLS}::int, n.failed / greatest(n.calls, 1)::float8),
    ('unmet', n.unmet >= ${UNMET_CALLS}::int and n.unmet * ${UNMET_ONE_IN}::int >= n.calls, n.unmet::float8),
    ('several', n.handled >= ${TELLING_CALLS}::int and n.most <= ${MOST_BY_ONE_TOOL}::float8 * n.handled, n.entropy)`;
}

/** Calls of an intent over all tools. Unmet calls count for no tool. */
const OF_INTENTS = Prisma.sql`
  select b.tenant_id, b.intent_id, sum(b.calls)::int as calls, sum(b.before)::int as before, sum(b.failed)::int as failed,
         sum(b.unmet)::int as unmet, sum(b.unknown_tool)::int as unknown_tool, sum(b.wrong_tool)::int as wrong_tool,
         sum(b.low_use)::int as low_use, sum(b.handled)::int as handled, max(b.handled)::int as most,
         coalesce(- sum(b.share * ln(nullif(b.share, 0))), 0)::float8 as entropy
  from (
    select *, handled / nullif(sum(handled) over (partition by tenant_id, intent_id), 0)::float8 as share from by_tool) b
  group by 1, 2`;

/** Intents of every section and the totals, in one query. */
export async function sectionsOf(tx: Tx, tenants: readonly string[], period: Period): Promise<Found> {
  const [found] = await tx.$queryRaw<{ rows: Row[]; counts: Found["counts"] }[]>`
    with said as materialized (${saidIn(tenants, period)}),
    by_tool as materialized (
      select s.tenant_id, s.intent_id, s.provider, s.tool, sum(s.calls)::int as calls, sum(s.before)::int as before,
             sum(s.failed)::int as failed, sum(s.unmet)::int as unmet,
             sum(s.unknown_tool) filter (where s.unmet > 0)::int as unknown_tool,
             sum(s.wrong_tool) filter (where s.unmet > 0)::int as wrong_tool,
             sum(s.low_use) filter (where s.unmet > 0)::int as low_use,
             sum(s.calls - s.unfit)::int as handled
      from said s where s.intent_id is not null group by 1, 2, 3, 4)
    select json_build_object('period', ${countsOf("calls")}, 'before', ${countsOf("before")}) as counts,
      coalesce((select json_agg(row_to_json(x)) from (select r.section, r.total, r.id, r.tenant_id as "tenantId", t.key as tenant, r.name, r.calls, r.before, r.failed, r.unmet,
           coalesce(r.unknown_tool, 0) as "unknownTool", coalesce(r.wrong_tool, 0) as "wrongTool", coalesce(r.low_use, 0) as "lowUse",
           r.at as "firstAt", u.tools, u.count as "toolCount"
    from (
      select part.section, count(*) over (partition by part.section)::int as total,
             row_number() over (partition by part.section order by part.rank desc, n.calls desc, i.id) as place,
             i.id, i.tenant_id, ${SHOWN_NAME} as name, f.at, n.calls, n.before, n.failed, n.unmet, n.unknown_tool, n.wrong_tool, n.low_use
      from (${OF_INTENTS}) n
      join intents i on i.tenant_id = n.tenant_id and i.id = n.intent_id and i.ignored_at is null
      cross join lateral (
        select min(m.first_at) as at from rationale_templates m where m.tenant_id = i.tenant_id and m.intent_id = i.id offset 0) f
      cross join lateral (${partsOf(period)}) part(section, fits, rank)
      where part.fits) r
    join tenants t on t.id = r.tenant_id
    cross join lateral (
      select json_agg(json_build_object('provider', b.provider, 'tool', b.tool, 'failed', b.failed,
               'calls', case when r.calls = 0 then b.before else b.calls end) order by b.place) filter (where b.place <= ${WEEKLY_TOOLS_MAX}::int) as tools,
             count(*)::int as count
      from (select b.*, row_number() over (order by b.calls desc, b.before desc, b.provider, b.tool) as place from by_tool b
            where b.tenant_id = r.tenant_id and b.intent_id = r.id and (b.calls > 0 or r.calls = 0)) b) u
    where r.place <= ${WEEKLY_INTENTS_MAX}::int order by r.section, r.place) x), '[]') as rows`;
  if (!found) throw new Error("the database counted nothing");
  const parts = WEEKLY_SECTIONS.map((section) => {
    const rows = found.rows.filter((row) => row.section === section);
    return [section, { total: rows[0]?.total ?? 0, intents: rows.map(foundOf) }] as const;
  });
  return {
    sections: Object.fromEntries(parts) as Record<keyof Weekly["sections"], FoundSections[WeeklySection]>,
    counts: found.counts,
  };
}

function foundOf(row: Row): FoundIntent {
  const { section: _section, total: _total, unmet: calls, unknownTool, wrongTool, lowUse, ...intent } = row;
  return {
    ...intent,
    firstAt: new Date(row.firstAt),
    unmet: { calls, unknownTool, wrongTool, lowUse },
  };
}
