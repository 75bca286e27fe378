import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import { snake } from "./casing";

/**
 * Columns of a table in a select, each under its name in camelCase. Only for names of our own code:
 * they become part of the statement.
 */
export const columns = (alias: string, names: readonly string[]): Prisma.Sql =>
  Prisma.raw(names.map((name) => `${alias}.${snake(name)} as "${name}"`).join(", "));
