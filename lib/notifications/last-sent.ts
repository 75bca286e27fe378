import "server-only";
import { readList } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { assertMayAdminister } from "@/lib/tenants/rules";
import type { LastSent } from "./types";

/**
 * What last became of a notification for each destination of these tenants.
 * @throws DomainError FORBIDDEN
 */
export async function listLastSent(
  scope: UserScope,
  tenantIds: readonly string[],
): Promise<Map<string, LastSent>> {
  assertMayAdminister(scope, "see what was sent to shared destinations");
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<(LastSent & { destinationId: string })[]>`
      select d.id as "destinationId", n.id, n.state::text, coalesce(n.failure, n.reason) as reason, n.updated_at as at
      from destinations d cross join lateral (
        select n.id, n.state, n.reason, n.failure, n.updated_at from notifications n
        where n.tenant_id = d.tenant_id and n.recipient_id = d.id order by n.id desc limit 1) n
      where d.tenant_id = any(${[...tenantIds]}::uuid[])`,
  );
  return new Map(rows.map(({ destinationId, ...last }) => [destinationId, last]));
}
