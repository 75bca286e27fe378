import { keepView, type StoredView } from "@/lib/auth/people/saved-views";
import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { tenantIdsOf } from "@/lib/tenants/queries";
import { type InboxFilter, inboxList } from "./list";
import { conditionsOf } from "./queries";
import { keptQuery } from "./rules";
import { INBOX_COUNT_MAX } from "./types";

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

/** How many issues a kept filter of the inbox finds now, counted up to INBOX_COUNT_MAX, as one column. */
export async function countInboxView(
  tx: Tx,
  scope: UserScope,
  { query }: Pick<StoredView, "query">,
): Promise<Prisma.Sql> {
  const filter = filterOf(query);
  const tenants = await tenantIdsOf(tx, scope, filter.tenant);
  const where = await conditionsOf(tx, scope, filter, tenants);
  return Prisma.sql`(select count(*)::int from (
    select 1 from feedback_issues i where i.tenant_id = any(${[...tenants]}::uuid[]) and ${Prisma.join(where, " and ")}
    limit ${INBOX_COUNT_MAX}::int) found)`;
}

/** The filter a saved query stands for. */
function filterOf(query: string): InboxFilter {
  return inboxList.parse(Object.fromEntries(new URLSearchParams(query))).filter;
}
