import "server-only";
import { WEEK_DAYS } from "@/lib/core/list/weeks";
import { Prisma } from "@/lib/generated/prisma/client";
import { WEEKS } from "./types";

export const SHOWN_NAME = Prisma.sql`coalesce(i.given_name, i.name)`;

export const TODAY = Prisma.sql`(statement_timestamp() at time zone 'UTC')::date`;

/** Calls of days (alias `d`) by week, oldest first. Days ahead of the clock count as today. */
export const WEEK_SUMS = Prisma.join(
  Array.from({ length: WEEKS }, (_, at) => {
    const back = WEEK_DAYS * (WEEKS - 1 - at);
    const upTo = back === 0 ? Prisma.empty : Prisma.sql`and d.day <= ${TODAY} - ${back}::int`;
    return Prisma.sql`coalesce(sum(d.calls) filter (where d.day > ${TODAY} - ${back + WEEK_DAYS}::int ${upTo}), 0)::int`;
  }),
  ", ",
);
