import type { Tx } from "./db";

/** The database's clock now, not at the start of the transaction. All deadlines use it. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`select clock_timestamp() as now`;
  if (!row) throw new Error("the database returned no time");
  return row.now;
}
