import "server-only";
import { Prisma } from "@/lib/generated/prisma/client";
import type { AttemptChoice, CallFilter } from "./types";

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

/** What a filter asks of a call by what the worker found in it (lib/calls/attempts). */
export function foundIn({ spot, sent, attempt, next, tool, since, until }: CallFilter): Found {
  const when = (at: Date) => Prisma.sql`${at.toISOString()}::timestamptz`;
  const within = [
    since !== undefined && Prisma.sql`f.occurred_at >= ${when(since)}`,
    until !== undefined && Prisma.sql`f.occurred_at < ${when(until)}`,
    tool !== undefined && Prisma.sql`f.tool = ${tool}`,
  ];
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
  const [from, asked] = isRefused
    ? [Prisma.sql`f.call_id as id from tool_refusals f`, refused]
    : [Prisma.sql`f.id from attempt_groups f`, tried];
  const places = Prisma.sql`
    select f.tenant_id, f.occurred_at, ${from} where f.tenant_id = owner.id and ${all([...asked, ...within, Prisma.sql`true`])}
    order by f.occurred_at desc, 3 desc offset 0`;
  return { places: conditions.length > 0 ? places : null, conditions };
}
