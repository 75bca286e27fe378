import { readList, type Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { countKept } from "../inbox/kept-counts";
import { type InboxFilter, inboxList } from "../inbox/list";
import { conditionsOf, readAround, readRows } from "../inbox/queries";
import { VIEW_RULES } from "../inbox/rules";
import { boardFilter, statesOf } from "./rules";
import { BOARD_CARDS, BOARD_COLUMNS, type BoardPage } from "./types";

/** The issues by state: each column's exact count, and its first cards in inbox order. */
export function readBoard(scope: UserScope, filter: InboxFilter): Promise<BoardPage> {
  const asked = boardFilter(filter);
  return readList(scope, async (tx) => {
    const tenants = await tenantIdsOf(tx, scope, asked.tenant);
    const where = await conditionsOf(tx, scope, asked, tenants);
    const counts = isWhole(asked)
      ? await countKept(tx, tenants, VIEW_RULES[asked.view])
      : await countStates(tx, tenants, where);
    const states = BOARD_COLUMNS.flatMap(statesOf).filter((state) => counts.has(state));
    const rows = await readRows(tx, tenants, where, { states, limit: BOARD_CARDS });
    const columns = BOARD_COLUMNS.map((column) => {
      const own = statesOf(column);
      const cards = rows.filter(({ state }) => own.includes(state)).slice(0, BOARD_CARDS);
      return { column, count: own.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0), cards };
    });
    return { columns, ...(await readAround(tx, scope, asked)) };
  });
}

const isWhole = (filter: InboxFilter) =>
  filter.view !== "mine" && inboxList.chips({ ...filter, tenant: undefined }).length === 0;

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
