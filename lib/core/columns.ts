import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import { camel, snake } from "./casing";

/**
 * Columns of a table in a select, each under its name in camelCase. Only for names of our own code:
 * they become part of the statement.
 * @param others expressions in place of columns
 */
export function columns<N extends string>(
  alias: string,
  names: readonly N[],
  others: { [F in N]?: string } = {},
): Prisma.Sql {
  return Prisma.raw(
    names.map((name) => `${others[name] ?? `${alias}.${snake(name)}`} as "${name}"`).join(", "),
  );
}

/** The same of what goes out by a schema in wire words, but for the members that are no columns of the row. */
export const columnsOf = (alias: string, schema: { shape: object }, made: readonly string[]): Prisma.Sql =>
  columns(
    alias,
    Object.keys(schema.shape)
      .filter((name) => !made.includes(name))
      .map(camel),
  );
