import { readList, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import type { InboxFilter } from "../inbox/list";
import { conditionsOf, readAround, readRows } from "../inbox/queries";
import { boardFilter, statesOf } from "./rules";
import { BOARD_CARDS, BOARD_COLUMNS, type BoardPage } from "./types";

/** The issues by what is done about them: each column's exact number, and its first cards in the order of the inbox. */
export function readBoard(scope: UserScope, filter: InboxFilter): Promise<BoardPage> {
  const asked = boardFilter(filter);
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, asked.tenant);
    const where = await conditionsOf(tx, scope, asked, tenants);
    const counts = await countStates(tx, tenants, where);
    const columns: BoardPage["columns"] = [];
    for (const column of BOARD_COLUMNS) {
      const states = statesOf(column);
      const count = states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
      const inColumn = [...where, Prisma.sql`i.state = any(${states}::text[])`];
      const cards = count === 0 ? [] : await readRows(tx, tenants, inColumn, { limit: BOARD_CARDS });
      columns.push({ column, count, cards });
    }
    return { columns, ...(await readAround(tx, scope, asked)) };
  });
}

async function countStates(
  tx: Tx,
  tenants: readonly string[],
  where: readonly Prisma.Sql[],
): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ state: string; count: number }[]>`
    select i.state, count(*)::int as count from feedback_issues i
    where i.tenant_id = any(${[...tenants]}::uuid[]) and ${Prisma.join([...where], " and ")} group by i.state`;
  return new Map(rows.map(({ state, count }) => [state, count]));
}
