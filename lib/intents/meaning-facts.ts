import "server-only";
import { WEEK_DAYS } from "@/lib/core/list/weeks";
import { Prisma } from "@/lib/generated/prisma/client";
import { TODAY } from "./columns";

// Limit of names per kind, most calls first.
const NAMES_MAX = 20;

/**
 * Share of meaningful rationales as one SQL column, from daily UTC counts, never from calls.
 * @param days days up to today for the total, agents and models
 */
export function saidFacts(
  tenants: readonly string[],
  { days, weeks }: { days: number; weeks: number },
): Prisma.Sql {
  const first = Prisma.sql`${TODAY} - ${weeks * WEEK_DAYS}::int`;
  const week = Prisma.sql`(${TODAY} - day) / ${WEEK_DAYS}::int`;
  const lately = Prisma.sql`day > ${TODAY} - ${days}::int`;
  const figures = Prisma.sql`
    coalesce(sum(calls), 0)::int as calls, coalesce(sum(missing), 0)::int as missing, coalesce(sum(read), 0)::int as read,
    coalesce(sum(meaningful), 0)::int as meaningful`;
  const named = (kind: string, name: Prisma.Sql) => Prisma.sql`
    select coalesce(json_agg(n), '[]') from (
      select ${name} as name, ${figures} from told where ${lately} and kind in ('all', ${kind}) and ${name} is not null
      group by 1 having sum(calls) + sum(read) > 0 order by sum(calls) + sum(read) desc, 1 limit ${NAMES_MAX}::int) n`;
  return Prisma.sql`(
    with told as materialized (
      select 'agent' as kind, c.day, c.name as agent, null as model, sum(c.calls) as calls, sum(c.missing) as missing, 0 as read, 0 as meaningful
      from tool_call_counts c
      where c.tenant_id = any(${[...tenants]}::uuid[]) and c.kind = 'agent' and c.day > ${first} group by c.day, c.name
      union all
      select 'all', d.day, d.agent, d.model, 0, 0, sum(d.calls), sum(d.meaningful)
      from rationale_shares d
      where d.tenant_id = any(${[...tenants]}::uuid[]) and d.day > ${first} group by d.day, d.agent, d.model)
    select json_build_object(
      'lately', (select row_to_json(l) from (select ${figures} from told where ${lately}) l),
      'weeks', (select coalesce(json_agg(w), '[]') from (select ${week} as week, ${figures} from told group by 1) w),
      'agents', (${named("agent", Prisma.sql`agent`)}),
      'models', (${named("model", Prisma.sql`model`)})))`;
}
