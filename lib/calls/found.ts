import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { AttemptChoice, CallFilter } from "./types";

const ENDS: Record<AttemptChoice, readonly string[]> = {
  failed: ["worked", "switched", "abandoned"],
  worked: ["worked"],
  switched: ["switched"],
  abandoned: ["abandoned"],
};

type Found = { joins: Prisma.Sql; conditions: Prisma.Sql[] };

/**
 * What a filter asks of a call by what the worker found in it (lib/calls/attempts): joined to `tool_calls a`, one row a call. Their
 * own indexes have the newest first, and few calls are found.
 */
export function foundIn({ spot, sent, attempt, next, tool }: CallFilter): Found {
  const refused = spot !== undefined || sent !== undefined;
  const tried = attempt !== undefined || next !== undefined;
  const joins = [
    refused &&
      Prisma.sql`join tool_refusals f on f.tenant_id = a.tenant_id and f.occurred_at = a.occurred_at and f.call_id = a.id`,
    tried &&
      Prisma.sql`join attempt_groups g on g.tenant_id = a.tenant_id and g.occurred_at = a.occurred_at and g.id = a.id`,
  ].filter((join) => join !== false);
  const conditions = [
    spot !== undefined && Prisma.sql`f.spot = ${spot}`,
    sent !== undefined && Prisma.sql`f.sent = ${sent}`,
    attempt !== undefined && Prisma.sql`g.ended = any(${[...ENDS[attempt]]}::text[])`,
    next !== undefined && Prisma.sql`g.next_tool = ${next}`,
    tried && tool !== undefined && Prisma.sql`g.tool = ${tool}`,
  ].filter((part) => part !== false);
  return { joins: joins.length > 0 ? Prisma.join(joins, " ") : Prisma.empty, conditions };
}
