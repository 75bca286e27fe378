import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";

/** Days of a week, and the matching days of the week before. Ends are exclusive. */
export type Period = { since: Date; until: Date; beforeSince: Date; beforeUntil: Date };

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

const inWeek = ({ since }: Period) => Prisma.sql`d.day >= ${dayOf(since)}::date`;

/**
 * Rationales of a week or the one before, with their calls. Calls are unmet if no tool fitted for
 * at least half of them; a single failure is not enough.
 */
export function saidIn(tenants: readonly string[], period: Period): Prisma.Sql {
  const sum = (column: string) =>
    Prisma.sql`coalesce(sum(${Prisma.raw(column)}) filter (where ${inWeek(period)}), 0)::int`;
  const was = (column: string) =>
    Prisma.sql`coalesce(sum(${Prisma.raw(column)}) filter (where not ${inWeek(period)}), 0)::int`;
  return Prisma.sql`
    select w.*, t.intent_id, t.provider, t.tool, t.verdict, t.lane,
           case when 2 * w.unfit >= w.calls and t.verdict = 'meaningful' then w.unfit else 0 end as unmet,
           case when 2 * w.before_unfit >= w.before and t.verdict = 'meaningful' then w.before_unfit else 0 end as before_unmet
    from (
      select d.tenant_id, d.template_id, ${sum("d.calls")} as calls, ${sum("d.failed")} as failed,
             ${was("d.calls")} as before, ${was("d.failed")} as before_failed, ${was("d.unknown_tool + d.wrong_tool + d.low_use")} as before_unfit,
             ${sum("d.unknown_tool")} as unknown_tool, ${sum("d.wrong_tool")} as wrong_tool, ${sum("d.low_use")} as low_use,
             ${sum("d.unknown_tool + d.wrong_tool + d.low_use")} as unfit
      from rationale_days d
      where d.tenant_id = any(${[...tenants]}::uuid[])
        and d.day >= ${dayOf(period.beforeSince)}::date and d.day < ${dayOf(period.until)}::date
        and (d.day < ${dayOf(period.beforeUntil)}::date or ${inWeek(period)})
      group by 1, 2) w
    join rationale_templates t on t.tenant_id = w.tenant_id and t.id = w.template_id`;
}

/**
 * What was said in a week (`calls`) or in the one before (`before`), as one value made of all rows
 * of `said`.
 */
export function countsOf(of: "calls" | "before"): Prisma.Sql {
  const [calls, failed, unmet] =
    of === "calls" ? ["s.calls", "s.failed", "s.unmet"] : ["s.before", "s.before_failed", "s.before_unmet"];
  const sum = (column: string, where: Prisma.Sql = Prisma.sql`true`) =>
    Prisma.sql`coalesce(sum(${Prisma.raw(column)}) filter (where ${where}), 0)::int`;
  return Prisma.sql`(
    select json_build_object(
      'calls', ${sum(calls)}, 'failed', ${sum(failed)},
      'inIntents', ${sum(calls, Prisma.sql`s.intent_id is not null`)},
      'longTail', ${sum(calls, Prisma.sql`s.intent_id is null and s.verdict = 'meaningful' and s.lane = 'people'`)},
      'recurring', ${sum(calls, Prisma.sql`s.verdict = 'meaningful' and s.lane = 'recurring'`)},
      'empty', ${sum(calls, Prisma.sql`s.verdict <> 'meaningful'`)},
      'intents', count(distinct (s.tenant_id, s.intent_id)) filter (where s.intent_id is not null and ${Prisma.raw(calls)} > 0)::int,
      'unmet', ${sum(unmet)}, 'unmetOutside', ${sum(unmet, Prisma.sql`s.intent_id is null`)})
    from said s)`;
}
