import { keepView, type StoredView } from "@/lib/auth/people/saved-views";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { type InboxFilter, inboxList } from "./list";
import { conditions, countUpTo } from "./queries";
import { keptQuery } from "./rules";

/**
 * Keeps a filter of the inbox under a name.
 * @throws DomainError VALIDATION_ERROR when the name is taken, CONFLICT when there are as many as there may be
 */
export async function saveInboxView(
  scope: UserScope,
  { name, query }: { name: string; query: string },
): Promise<{ id: string; href: string }> {
  return keepView(scope, { name, list: "feedback", query: keptQuery(filterOf(query)) });
}

/**
 * How many issues a kept filter of the inbox finds now, counted up to INBOX_COUNT_MAX, as one column. Null for one that looks for words:
 * that search is too much for what every page shows.
 */
export function countInboxView(scope: UserScope, { query }: Pick<StoredView, "query">): Prisma.Sql {
  const { q, tenant, ...filter } = filterOf(query);
  if (q !== undefined) return Prisma.sql`null::int`;
  const named = Prisma.sql`i.tenant_id = (select t.id from tenants t where t.key = ${tenant ?? ""})`;
  return countUpTo(scope, [...(tenant === undefined ? [] : [named]), ...conditions(scope, filter)]);
}

/** The filter a saved query stands for. */
function filterOf(query: string): InboxFilter {
  return inboxList.parse(Object.fromEntries(new URLSearchParams(query))).filter;
}
