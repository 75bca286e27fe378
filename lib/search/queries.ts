import { readList } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { readIssueRef } from "@/lib/feedback/rules";
import { Prisma } from "@/lib/generated/prisma/client";
import type { SearchInput } from "./schema";
import { FOUND_MAX, type Found } from "./types";

/** An `ilike` pattern that matches the text anywhere, with its wildcards escaped. */
export function likeText(q: string): string {
  return `%${q.replace(/[\\%_]/g, "\\$&")}%`;
}

// Shortest id prefix to look up: the digits of a UUIDv7 that change within hours.
const PREFIX_DIGITS = 6;

/** Range of ids with this prefix, with or without dashes; null if it is no prefix of an id. */
export function idRange(q: string): { from: string; to: string } | null {
  const digits = q.toLowerCase().replace(/-/g, "");
  if (digits.length < PREFIX_DIGITS || digits.length > 32 || !/^[0-9a-f]+$/.test(digits)) return null;
  return { from: digits.padEnd(32, "0"), to: digits.padEnd(32, "f") };
}

// Search as you type reads the newest calls only; the queue's search reads all.
const NEWEST_CALLS = 5_000;

/**
 * Finds by name what a person can see: approvals, tools, issues, gateways, and people
 * (administrators only). At most FOUND_MAX each; waiting approvals first.
 */
export function findAnything(scope: UserScope, { q }: SearchInput): Promise<Found[]> {
  return readList(scope, (tx) => {
    const tenants = Prisma.sql`any(${[...scope.tenants]}::uuid[])`;
    const like = likeText(q);
    const parts = [
      approvalsNamed(tenants, q, like),
      toolsNamed(scope, tenants, like),
      issuesNamed(tenants, q, like),
      gatewaysNamed(scope, tenants, like),
      ...(scope.actor.role === "admin" && scope.unlimited ? [peopleNamed(like)] : []),
    ];
    return tx.$queryRaw<Found[]>`${Prisma.join(
      parts.map((part) => Prisma.sql`(${part})`),
      " union all ",
    )}`;
  });
}

function approvalsNamed(tenants: Prisma.Sql, q: string, like: string): Prisma.Sql {
  const range = idRange(q);
  const byId = range ? Prisma.sql`a.id between ${range.from}::uuid and ${range.to}::uuid` : Prisma.sql`false`;
  const found = Prisma.sql`
    select a.id, a.summary, a.provider, a.tool, a.agent, a.risk, a.decision from approvals a
    where a.tenant_id = ${tenants} and (${byId} or a.external_id = ${q})
    union
    select a.id, a.summary, a.provider, a.tool, a.agent, a.risk, a.decision from (
      select * from approvals where tenant_id = ${tenants} order by id desc limit ${NEWEST_CALLS}::int) a
    where a.summary ilike ${like} or a.tool ilike ${like} or a.agent ilike ${like}`;
  return Prisma.sql`
    select 'approval' as kind, f.id::text, f.summary as title, concat_ws(' · ', f.provider, f.tool, f.agent) as detail,
           f.risk::text as risk, f.decision = 'pending' as pending
    from (${found}) f order by f.decision = 'pending' desc, f.id desc limit ${FOUND_MAX}::int`;
}

function servedBy(scope: UserScope, tenants: Prisma.Sql): Prisma.Sql {
  if (scope.unlimited) return Prisma.sql`true`;
  return Prisma.sql`exists (select 1 from gateway_tenants gt where gt.gateway_id = g.id and gt.tenant_id = ${tenants})`;
}

function toolsNamed(scope: UserScope, tenants: Prisma.Sql, like: string): Prisma.Sql {
  return Prisma.sql`
    select 'tool', l.id::text, l.name, concat_ws(' · ', l.provider, g.name), null, false
    from tools l join gateways g on g.id = l.gateway_id
    where (l.name ilike ${like} or l.provider ilike ${like}) and ${servedBy(scope, tenants)}
    order by length(l.name), l.name, l.id limit ${FOUND_MAX}::int`;
}

function issuesNamed(tenants: Prisma.Sql, q: string, like: string): Prisma.Sql {
  // A bare number is an issue reference too.
  const { number, tenant } = readIssueRef(q.replace(/^(?:fb-?)?(?=\d)/i, "FB-")) ?? {
    number: null,
    tenant: null,
  };
  const named = Prisma.sql`(i.number = ${number}::int and (${tenant}::text is null or t.key = ${tenant}))`;
  return Prisma.sql`
    select 'issue', i.id::text, i.title, concat_ws(' · ', 'FB-' || i.number || '@' || t.key, i.tool), null, false
    from feedback_issues i join tenants t on t.id = i.tenant_id
    where i.tenant_id = ${tenants} and (i.title ilike ${like} or i.tool ilike ${like} or ${named})
    order by ${named} is true desc, i.id desc limit ${FOUND_MAX}::int`;
}

function gatewaysNamed(scope: UserScope, tenants: Prisma.Sql, like: string): Prisma.Sql {
  return Prisma.sql`
    select 'gateway', g.id::text, g.name, '', null, false from gateways g
    where g.name ilike ${like} and ${servedBy(scope, tenants)} order by g.name limit ${FOUND_MAX}::int`;
}

function peopleNamed(like: string): Prisma.Sql {
  return Prisma.sql`
    select 'person', u.id::text, u.name, u.email, null, false from users u
    where u.name ilike ${like} or u.email ilike ${like} order by u.name, u.id limit ${FOUND_MAX}::int`;
}
