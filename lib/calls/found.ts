import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { AttemptChoice, CallFilter, CallPlace } from "./types";

const ENDS: Record<AttemptChoice, readonly string[]> = {
  failed: ["worked", "switched", "abandoned"],
  worked: ["worked"],
  switched: ["switched"],
  abandoned: ["abandoned"],
};

type Found = {
  /** Of the tenant `owner.id`, the places of all such calls, newest first; null where nothing of the kind is asked for. */
  places: Prisma.Sql | null;
  /** The same asked of a call `a`. */
  conditions: Prisma.Sql[];
};

const all = (parts: readonly (Prisma.Sql | false)[]) =>
  Prisma.join(
    parts.filter((part) => part !== false),
    " and ",
  );

/** The part of a tenant's findings that a filter and a page leave, and no call before the page is looked up. */
function withinOf({ tool, since, until }: CallFilter, after: CallPlace | null, id: Prisma.Sql) {
  const when = (at: Date) => Prisma.sql`${at.toISOString()}::timestamptz`;
  return [
    after !== null && Prisma.sql`(f.occurred_at, ${id}) < (${when(after[0])}, ${after[1]}::uuid)`,
    since !== undefined && Prisma.sql`f.occurred_at >= ${when(since)}`,
    until !== undefined && Prisma.sql`f.occurred_at < ${when(until)}`,
    tool !== undefined && Prisma.sql`f.tool = ${tool}`,
  ];
}

/**
 * What a filter asks of a call by what the worker found in it (lib/calls/attempts).
 * @param after where the page before ended
 */
export function foundIn(filter: CallFilter, after: CallPlace | null): Found {
  const { spot, sent, attempt, next } = filter;
  const refused = [
    spot !== undefined && Prisma.sql`f.spot = ${spot}`,
    sent !== undefined && Prisma.sql`f.sent = ${sent}`,
  ];
  const tried = [
    attempt !== undefined && Prisma.sql`f.ended = any(${[...ENDS[attempt]]}::text[])`,
    next !== undefined && Prisma.sql`f.next_tool = ${next}`,
  ];
  const [isRefused, isTried] = [refused, tried].map((parts) => parts.some((part) => part !== false));
  const inRefusals = Prisma.sql`exists (select 1 from tool_refusals f
    where f.tenant_id = a.tenant_id and f.call_id = a.id and ${all([Prisma.sql`true`, ...refused])})`;
  const inGroups = Prisma.sql`exists (select 1 from attempt_groups f
    where f.tenant_id = a.tenant_id and f.id = a.id and ${all([Prisma.sql`true`, ...tried])})`;
  const conditions = [isRefused && inRefusals, isTried && inGroups].filter(
    (part) => part !== false && part !== undefined,
  );
  const [id, from, asked] = isRefused
    ? [Prisma.sql`f.call_id`, Prisma.sql`tool_refusals f`, refused]
    : [Prisma.sql`f.id`, Prisma.sql`attempt_groups f`, tried];
  const places = Prisma.sql`
    select f.tenant_id, f.occurred_at, ${id} as id from ${from}
    where f.tenant_id = owner.id and ${all([...asked, ...withinOf(filter, after, id), Prisma.sql`true`])}
    order by f.occurred_at desc, 3 desc offset 0`;
  return { places: conditions.length > 0 ? places : null, conditions };
}
