import { keepView, type StoredView } from "@/lib/auth/people/saved-views";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type InboxFilter, inboxList } from "./list";
import { conditions, countUpTo } from "./queries";
import { keptQuery } from "./rules";

/**
 * Saves a filter of the inbox under a name.
 * @throws DomainError VALIDATION_ERROR when the name is taken, CONFLICT at the maximum number of
 * views
 */
export async function saveInboxView(
  scope: UserScope,
  { name, query }: { name: string; query: string },
): Promise<{ id: string; href: string }> {
  return keepView(scope, { name, list: "feedback", query: keptQuery(filterOf(query)) });
}

/**
 * The current number of matches of a saved view, counted up to INBOX_COUNT_MAX, as one column. Null
 * with search words: too expensive for every page.
 */
export function countInboxView(scope: UserScope, { query }: Pick<StoredView, "query">): Prisma.Sql {
  const { q, tenant, ...filter } = filterOf(query);
  if (q !== undefined) return Prisma.sql`null::int`;
  const named = Prisma.sql`i.tenant_id = (select t.id from tenants t where t.key = ${tenant ?? ""})`;
  return countUpTo(scope, [...(tenant === undefined ? [] : [named]), ...conditions(scope, filter)]);
}

function filterOf(query: string): InboxFilter {
  return inboxList.parse(Object.fromEntries(new URLSearchParams(query))).filter;
}
