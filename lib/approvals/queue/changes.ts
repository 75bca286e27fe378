import { databaseNow } from "@/lib/core/clock";
import { read } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { lookUp } from "./conditions";
import { type QueueFilter, queueList } from "./list";
import { placeAt } from "./places";
import { agreedTo, FIRST_FIRST, identical, ROW_KEY, readRows } from "./rows";
import { comesAfter } from "./rules";
import type { QueueChanges, RecentDecision } from "./types";

/** The current state of some calls in a pending view, for a client that already has its page. */
export function listChanges(
  scope: UserScope,
  filter: QueueFilter,
  ids: readonly string[],
): Promise<QueueChanges> {
  return read(scope, async (tx) => {
    const asOf = await databaseNow(tx);
    const conditions = await lookUp(tx, scope, filter);
    const { tenants, where } = conditions;
    const found = await tx.$queryRaw<(RecentDecision & { firstId: string | null })[]>`
      select a.id, ${ROW_KEY} as key, a.decision::text, a.decided_by as by, ${agreedTo(scope)} as agreed,
             (select b.id from approvals b where ${identical("a")} and a.tenant_id = any(${tenants}) and ${where("b")}
                ${FIRST_FIRST} limit 1) as "firstId"
      from approvals a where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = any(${[...ids]}::uuid[])`;
    const firsts = new Set(found.flatMap(({ firstId }) => firstId ?? []));
    const rows = await readRows(tx, scope, conditions, [...firsts], true);
    const after = queueList.cursor.read(filter.cursor);
    const start = after && placeAt(after);
    return {
      calls: found.map(({ firstId: _, ...call }) => call),
      rows: start ? rows.filter((row) => comesAfter(row, start)) : rows,
      asOf,
    };
  });
}
