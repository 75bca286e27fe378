import { readList, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { isRationaleMissing, pickedCalls } from "../queries";
import type { CallFilter } from "../types";
import { type Counted, dayText, figureDays, figuresOf, isWholeDays } from "./rules";
import type { CallFigures } from "./types";

/** With filters, figures cover only the newest matching calls, as many as a page can wait for. */
export const NEWEST_MAX = 5_000;
// Calls with some words or of an intent are looked at one by one, and those that match may be few.
const NEWEST_SAID_MAX = 1_000;

/** Figures of a filter's calls by day, tool and agent: of the same calls and time as the list. */
export function getCallFigures(scope: UserScope, filter: CallFilter, now: Date): Promise<CallFigures> {
  const { since, until, tenant: _tenant, ...narrowing } = filter;
  const days = figureDays(since, until, now);
  const narrowed = Object.values(narrowing).some((value) => value !== undefined);
  const byDay = !narrowed && isWholeDays(since, until);
  const most = filter.q === undefined && filter.templates === undefined ? NEWEST_MAX : NEWEST_SAID_MAX;
  return readList(scope, async (tx) => {
    const rows = byDay
      ? await addUpCounts(tx, scope, filter, days.from)
      : await countNewest(tx, scope, filter, { narrowed, most });
    const calls = rows.reduce((sum, row) => sum + (row.kind === "tool" ? row.calls : 0), 0);
    const newest = !byDay && calls >= most;
    // Without a start, or if truncated, the days begin with the first that has calls.
    const first =
      since && !newest ? undefined : rows.flatMap(({ kind, day }) => (kind === "tool" ? day : [])).sort()[0];
    const from = first && first > days.from ? first : days.from;
    return figuresOf(rows, newest ? "newest" : "all", { from, to: days.to });
  });
}

function addUpCounts(
  tx: Tx,
  scope: UserScope,
  { tenant, since, until }: CallFilter,
  oneByOneFrom: string,
): Promise<Counted[]> {
  const when = [
    tenant !== undefined && Prisma.sql`and tenant_id = (select t.id from tenants t where t.key = ${tenant})`,
    since !== undefined && Prisma.sql`and day >= ${dayText(since)}::date`,
    until !== undefined && Prisma.sql`and day < ${dayText(until)}::date`,
  ].filter((part) => part !== false);
  const whenOf = Prisma.join(when.length > 0 ? when : [Prisma.empty], " ");
  return tx.$queryRaw<Counted[]>`
    select kind, name, case when day >= ${oneByOneFrom}::date then to_char(day, 'YYYY-MM-DD') else '' end as day,
           outcome, sum(calls)::int as calls, sum(missing)::int as missing
    from tool_call_counts
    where tenant_id = any(${[...scope.tenants]}::uuid[]) ${whenOf}
    group by 1, 2, 3, 4 having sum(calls) <> 0
    union all
    -- What the worker adds up tells models and gateways apart too.
    select n.kind, n.name, '', 'ok', sum(u.ok + u.caller + u.failed + u.boundary + u.governance + u.extrinsic)::int, 0
    from tool_use_days u left join gateways g on g.id = u.gateway_id and u.kind = 'all'
    cross join lateral (select case u.kind when 'all' then 'gateway' else 'model' end as kind, coalesce(g.name, u.name) as name) n
    where u.tenant_id = any(${[...scope.tenants]}::uuid[]) and u.kind in ('all', 'model') and n.name <> '' ${whenOf}
    group by 1, 2`;
}

async function countNewest(
  tx: Tx,
  scope: UserScope,
  filter: CallFilter,
  { narrowed, most }: { narrowed: boolean; most: number },
): Promise<Counted[]> {
  const picked = await pickedCalls(tx, scope, filter, null, most);
  const missing = narrowed
    ? { count: Prisma.sql`null::int`, rows: Prisma.empty }
    : {
        count: Prisma.sql`count(*) filter (where ${isRationaleMissing})::int`,
        rows: Prisma.sql`join tool_calls a on a.tenant_id = p.tenant_id and a.occurred_at = p.occurred_at and a.id = p.id`,
      };
  return tx.$queryRaw<Counted[]>`
    select k.kind, k.name, to_char(p.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, p.outcome,
           count(*)::int as calls, ${missing.count} as missing
    from (${picked}) p ${missing.rows}, lateral (values ('tool', p.tool), ('agent', coalesce(p.agent, ''))) k(kind, name)
    group by 1, 2, 3, 4`;
}
