import "server-only";
import type { Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { hasVoteOf, isLeftTo } from "../deciders/counting";
import { endConditions } from "./ends";
import type { QueueFilter } from "./list";
import { isPendingView } from "./rules";
import { type QueueView, SEARCH_CHARS_MIN, SEARCH_MAX, URGENT_MINUTES } from "./types";

/** A filter as SQL: the tenants to read, and the condition on `approvals` under an alias. */
export type QueueConditions = { tenants: Prisma.Sql; where: (alias: "a" | "b") => Prisma.Sql };

const COLUMNS = { a: Prisma.raw("a"), b: Prisma.raw("b") };

/**
 * Turns a filter into conditions on one table, so that every plan can start with the tenant.
 * @param matches ids found for the filter's text, if already looked up; else the conditions contain
 * the search
 */
export function conditionsOf(
  scope: UserScope,
  filter: Omit<QueueFilter, "cursor">,
  matches?: readonly string[] | null,
): QueueConditions {
  const tenants = tenantsOf(scope, filter.tenant);
  const words = wordsOf(scope, filter);
  const found = matches
    ? Prisma.sql`${[...matches]}::uuid[]`
    : words && Prisma.sql`array(select m.id from ${words} m)`;
  const where = (alias: "a" | "b") => {
    const a = COLUMNS[alias];
    const parts = [viewCondition(scope, filter.view, a)];
    if (filter.risk) parts.push(Prisma.sql`${a}.risk = ${filter.risk}::risk`);
    if (filter.tool) parts.push(Prisma.sql`${a}.tool = ${filter.tool}`);
    if (filter.provider) parts.push(Prisma.sql`${a}.provider = ${filter.provider}`);
    if (filter.unnamed) parts.push(Prisma.sql`${a}.provider is null`);
    if (filter.agent) parts.push(Prisma.sql`${a}.agent = ${filter.agent}`);
    if (filter.gateway)
      parts.push(
        Prisma.sql`${a}.gateway_id = any(array(select g.id from gateways g where g.name = ${filter.gateway}))`,
      );
    parts.push(...endConditions(scope, filter, tenants, a));
    if (found) parts.push(Prisma.sql`${a}.id = any(${found})`);
    else if (filter.q && isId(filter.q)) parts.push(Prisma.sql`${a}.id = ${filter.q}::uuid`);
    else if (filter.q) parts.push(Prisma.sql`(${a}.tool = ${filter.q} or ${a}.agent = ${filter.q})`);
    return Prisma.join(parts, " and ");
  };
  return { tenants, where };
}

function tenantsOf(scope: UserScope, key: string | undefined): Prisma.Sql {
  const all = Prisma.sql`${[...scope.tenants]}::uuid[]`;
  return key === undefined
    ? all
    : Prisma.sql`array(select t.id from tenants t where t.id = any(${all}) and t.key = ${key})`;
}

/** Whether a waiting call `of` expires within URGENT_MINUTES. A held one expires no more. */
export const isSoonCall = (of: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${of}.release_at is null and ${of}.decide_by < statement_timestamp() + make_interval(mins => ${URGENT_MINUTES}::int))`;

/** The newest calls with the filter's text; null if the text is too short or an id. */
function wordsOf(scope: UserScope, { q = "", view, tenant }: Omit<QueueFilter, "cursor">): Prisma.Sql | null {
  if ([...q].length < SEARCH_CHARS_MIN || isId(q)) return null;
  const fragment = `%${q.replace(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`find_approval_words(${fragment}, ${tenantsOf(scope, tenant)}, ${isPendingView(view)}, ${SEARCH_MAX}::int)`;
}

/** Conditions for several statements: the text is searched once. */
export async function lookUp(tx: Tx, scope: UserScope, filter: QueueFilter): Promise<QueueConditions> {
  const words = wordsOf(scope, filter);
  const found = words && (await tx.$queryRaw<{ id: string }[]>`select m.id from ${words} m`);
  return conditionsOf(
    scope,
    filter,
    found?.map(({ id }) => id),
  );
}

function viewCondition(scope: UserScope, view: QueueView, a: Prisma.Sql): Prisma.Sql {
  const me = scope.actor.id;
  const snoozed = Prisma.sql`exists (select 1 from approval_snoozes s where s.tenant_id = ${a}.tenant_id
    and s.user_id = ${me}::uuid and s.approval_id = ${a}.id and s.until > statement_timestamp())`;
  switch (view) {
    case "all":
      return Prisma.sql`${a}.decision = 'pending'`;
    case "mine":
      // Only calls that this person can still act on: not those they or enough people voted on,
      // snoozed, or that are left to others.
      return Prisma.sql`${a}.decision = 'pending' and ${a}.release_at is null and not ${hasVoteOf(Prisma.sql`${me}::uuid`, a)}
        and not ${snoozed} and ${isLeftTo(scope, a)}`;
    case "high":
      return Prisma.sql`${a}.decision = 'pending' and ${a}.risk in ('high', 'critical')`;
    case "snoozed":
      return Prisma.sql`${a}.decision = 'pending' and ${snoozed}`;
    case "decided":
      return Prisma.sql`${a}.decision <> 'pending'`;
    case "attention":
      return Prisma.sql`needs_attention(${a}.decision, ${a}.execution, ${a}.delivery, ${a}.acknowledged_at)`;
  }
}
