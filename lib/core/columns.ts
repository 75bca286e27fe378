import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import { camel, snake } from "./casing";

/**
 * SQL for columns of a table, renamed to camelCase. Only for names from our code, because they
 * become part of the statement.
 * @param others expressions instead of columns
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

/** The same for the members of a wire schema, except members that are not columns. */
export const columnsOf = (alias: string, schema: { shape: object }, made: readonly string[]): Prisma.Sql =>
  columns(
    alias,
    Object.keys(schema.shape)
      .filter((name) => !made.includes(name))
      .map(camel),
  );
