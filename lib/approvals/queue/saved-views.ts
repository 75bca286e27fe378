import { keepView, type StoredView } from "@/lib/auth/people/saved-views";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { COUNT_CAP } from "../types";
import { conditionsOf } from "./conditions";
import { type QueueFilter, queueList } from "./list";

/**
 * Saves a filter of the queue under a name.
 * @throws DomainError VALIDATION_ERROR when the name is taken, CONFLICT at the maximum number of
 * views
 */
export async function saveView(
  scope: UserScope,
  { name, query }: { name: string; query: string },
): Promise<{ id: string; href: string }> {
  return keepView(scope, { name, list: "approvals", query: queryOf(filterOf(query)) });
}

/** The current number of matches of a saved queue view, counted up to COUNT_CAP, as one column. */
export function countSavedView(scope: UserScope, { query }: Pick<StoredView, "query">): Prisma.Sql {
  const { tenants, where } = conditionsOf(scope, filterOf(query));
  return Prisma.sql`(select count(*)::int from (
    select 1 from approvals a where a.tenant_id = any(${tenants}) and ${where("a")} limit ${COUNT_CAP}::int) found)`;
}

/** A filter as stored: no page, fixed order, so that equal views have equal texts. */
export function queryOf(filter: QueueFilter): string {
  return new URLSearchParams(queueList.entries(filter)).toString();
}

function filterOf(query: string): QueueFilter {
  return queueList.parse(Object.fromEntries(new URLSearchParams(query))).filter;
}
