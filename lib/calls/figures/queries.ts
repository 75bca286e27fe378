import { read, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { pickedCalls } from "../queries";
import type { CallFilter } from "../schema";
import { type Counted, figureDays, figuresOf } from "./rules";
import type { CallFigures } from "./schema";

// With filters, figures are those of the newest calls that match: as many as can be read while somebody waits.
const NEWEST_MAX = 5_000;

/** What the calls of a filter amount to, by day, tool and agent. */
export function getCallFigures(scope: UserScope, filter: CallFilter, now: Date): Promise<CallFigures> {
  const days = figureDays(filter.since, filter.until, now);
  const { since: _since, until: _until, tenant: _tenant, ...narrowing } = filter;
  const narrowed = Object.values(narrowing).some((value) => value !== undefined);
  return read(scope, async (tx) => {
    const rows = narrowed
      ? await countNewest(tx, scope, filter)
      : await addUpCounts(tx, scope, filter.tenant, days);
    if (!narrowed) return figuresOf(rows, "all", days);
    const seen = rows.map((row) => row.day).sort();
    return figuresOf(rows, "newest", { from: since(days.from, seen[0]), to: days.to });
  });
}

/** Without a time of its own, a narrow filter shows the days its calls are from. */
function since(from: string, first: string | undefined): string {
  return first && first > from ? from : (first ?? from);
}

function addUpCounts(
  tx: Tx,
  scope: UserScope,
  tenant: string | undefined,
  { from, to }: { from: string; to: string },
): Promise<Counted[]> {
  const named =
    tenant === undefined
      ? Prisma.empty
      : Prisma.sql`and tenant_id = (select t.id from tenants t where t.key = ${tenant})`;
  return tx.$queryRaw<Counted[]>`
    select kind, name, to_char(day, 'YYYY-MM-DD') as day, outcome, sum(calls)::int as calls, sum(missing)::int as missing
    from call_counts
    where tenant_id = any(${[...scope.tenants]}::uuid[]) ${named} and day between ${from}::date and ${to}::date
    group by kind, name, call_counts.day, outcome having sum(calls) <> 0`;
}

async function countNewest(tx: Tx, scope: UserScope, filter: CallFilter): Promise<Counted[]> {
  const picked = await pickedCalls(tx, scope, filter, null, NEWEST_MAX);
  return tx.$queryRaw<Counted[]>`
    select k.kind, k.name, to_char(p.occurred_at at time zone 'UTC', 'YYYY-MM-DD') as day, p.outcome, count(*)::int as calls, 0 as missing
    from (${picked}) p, lateral (values ('tool', p.tool), ('agent', coalesce(p.agent, ''))) k(kind, name)
    group by 1, 2, 3, 4`;
}
