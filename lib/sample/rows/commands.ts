import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";
import { type RowOf, type Rows, TABLES, type TableName } from "./schema";

/** Writes rows in one statement. @returns how many */
export async function insertRows<T extends TableName>(
  tx: Tx,
  table: T,
  rows: readonly RowOf<T>[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const columns = Object.keys(TABLES[table]);
  const types = Object.entries(TABLES[table]).map(([name, type]) => `"${name}" ${type}`);
  // Names and types are constants of ours.
  const names = Prisma.raw(columns.map((name) => `"${name}"`).join(", "));
  return tx.$executeRaw`
    insert into ${Prisma.raw(table)} (${names})
    select ${names} from json_to_recordset(${JSON.stringify(rows)}::json) as r(${Prisma.raw(types.join(", "))})`;
}

/** The same for several tables, those first that others point at. */
export async function insertAll(tx: Tx, rows: Rows): Promise<number> {
  let written = 0;
  for (const table of Object.keys(TABLES) as TableName[])
    written += await insertRows(tx, table, (rows[table] ?? []) as RowOf<typeof table>[]);
  return written;
}
