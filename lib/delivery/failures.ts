import { read, readList } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import { PAGE_ROWS } from "@/lib/core/limits";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { undeliveredList } from "./list";
import type { Lapsed } from "./news";
import type { UndeliveredRow } from "./types";

type UndeliveredPage = { rows: UndeliveredRow[]; nextCursor: string | null };

/**
 * Failed callbacks over all gateways of the scope, newest first.
 * @throws DomainError VALIDATION_ERROR for a foreign cursor
 */
export async function listUndelivered(
  scope: UserScope,
  lapsed: Lapsed,
  { gatewayId, cursor }: { gatewayId?: string; cursor?: string } = {},
): Promise<UndeliveredPage> {
  const after = undeliveredList.cursor.read(cursor);
  if (gatewayId !== undefined && !isId(gatewayId)) return { rows: [], nextCursor: null };
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<UndeliveredRow[]>`
      select d.id, d.gateway_id as "gatewayId", g.name as gateway, t.key as tenant, e.type, d.approval_id as "approvalId",
             d.attempts, d.last_status as "lastStatus", d.last_error as "lastError", d.finished_at as "finishedAt", ${lapsed} as lapsed,
             case when g.callback_url is null then 'no-url' when g.callback_off_at is not null then 'off' end as blocked
      from deliveries d join gateways g on g.id = d.gateway_id
      join outbox_events e on e.tenant_id = d.tenant_id and e.id = d.event_id
      join tenants t on t.id = d.tenant_id
      where d.tenant_id = any(${[...scope.tenants]}::uuid[]) and d.state = 'dead'
        ${gatewayId === undefined ? Prisma.empty : Prisma.sql`and d.gateway_id = ${gatewayId}::uuid`}
        ${after ? Prisma.sql`and d.id < ${after[0]}::uuid` : Prisma.empty}
      order by d.id desc limit ${PAGE_ROWS + 1}::int`,
  );
  return undeliveredList.cursor.page(rows, PAGE_ROWS, (row) => [row.id]);
}

/** Ids of a gateway's failed callbacks that can be replayed, oldest first, at most `limit`. */
export async function undeliveredOf(
  scope: UserScope,
  gatewayId: string,
  { lapsed, limit }: { lapsed: Lapsed; limit: number },
): Promise<string[]> {
  if (!isId(gatewayId)) return [];
  const rows = await read(
    scope,
    (tx) => tx.$queryRaw<{ id: string }[]>`
      select d.id from deliveries d
      where d.tenant_id = any(${[...scope.tenants]}::uuid[]) and d.gateway_id = ${gatewayId}::uuid and d.state = 'dead'
        and not ${lapsed}
      order by d.id limit ${limit}::int`,
  );
  return rows.map((row) => row.id);
}
