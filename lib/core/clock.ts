import type { Tx } from "./db";

/** The database's clock at this moment, not at the transaction's start. All deadlines are judged by it. */
export async function databaseNow(tx: Tx): Promise<Date> {
  const [row] = await tx.$queryRaw<{ now: Date }[]>`select clock_timestamp() as now`;
  if (!row) throw new Error("the database returned no time");
  return row.now;
}
