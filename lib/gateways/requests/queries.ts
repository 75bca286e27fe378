import { read, readList, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { PAGE_ROWS } from "@/lib/core/limits";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { getGateway } from "../queries";
import { type RequestFilter, requestList } from "./list";
import { KEPT_CHARACTERS, type RequestPage, type RequestRow, type RequestView, SEARCHED_MAX } from "./types";

/**
 * A page of a gateway's recent requests, newest first.
 * @throws DomainError NOT_FOUND if the gateway is outside the scope, VALIDATION_ERROR for a foreign
 * cursor
 */
export async function listRequests(
  scope: UserScope,
  gatewayId: string,
  filter: RequestFilter = {},
): Promise<RequestPage> {
  await getGateway(scope, gatewayId);
  const after = requestList.cursor.read(filter.cursor);
  const rows = await readList(
    scope,
    (tx) => tx.$queryRaw<RequestRow[]>`
      select ${COLUMNS} from ${looked(scope, gatewayId, filter)} r ${NAMES}
      where ${inGateway(scope, gatewayId)} ${matching(filter)}
        ${after ? Prisma.sql`and r.id < ${after[0]}::uuid` : Prisma.empty}
      order by r.id desc limit ${PAGE_ROWS + 1}::int`,
  );
  return requestList.cursor.page(rows, PAGE_ROWS, (row) => [row.id]);
}

/**
 * One stored request.
 * @throws DomainError NOT_FOUND outside the scope, or after its days
 */
export async function getRequest(scope: UserScope, gatewayId: string, id: string): Promise<RequestView> {
  await getGateway(scope, gatewayId);
  const row = isId(id) ? await read(scope, (tx) => findRequest(tx, scope, gatewayId, id)) : undefined;
  if (row) return { ...row, cut: (row.body?.length ?? 0) >= KEPT_CHARACTERS };
  throw new DomainError(
    "NOT_FOUND",
    "There is no such request, or it is no longer kept. Go back to the list.",
  );
}

async function findRequest(tx: Tx, scope: UserScope, gatewayId: string, id: string) {
  const [row] = await tx.$queryRaw<Omit<RequestView, "cut">[]>`
    select ${COLUMNS}, r.body, r.response from gateway_requests r ${NAMES}
    where ${inGateway(scope, gatewayId)} and r.id = ${id}::uuid`;
  return row;
}

const COLUMNS = Prisma.sql`
  r.id, r.at, r.method, r.path, r.status, r.duration_ms as "durationMs", r.bytes, k.prefix as "keyPrefix", t.key as tenant,
  r.request_id as "requestId", r.idempotency_key as "idempotencyKey", r.made_kind as "madeKind", r.made_id as "madeId"`;
const NAMES = Prisma.sql`left join api_keys k on k.id = r.key_id left join tenants t on t.id = r.tenant_id`;

/**
 * People of all tenants also see requests without a tenant; then the gateway's index gives the
 * order.
 */
function inGateway(scope: UserScope, gatewayId: string): Prisma.Sql {
  const own = Prisma.sql`r.gateway_id = ${gatewayId}::uuid`;
  return scope.unlimited ? own : Prisma.sql`r.tenant_id = any(${[...scope.tenants]}::uuid[]) and ${own}`;
}

/** All requests, or the newest of the gateway for a text search, which reads each one. */
function looked(scope: UserScope, gatewayId: string, { q }: RequestFilter): Prisma.Sql {
  if (q === undefined) return Prisma.sql`gateway_requests`;
  return Prisma.sql`(
    select * from gateway_requests r where ${inGateway(scope, gatewayId)} order by r.id desc limit ${SEARCHED_MAX}::int)`;
}

function matching({ status, path, q }: RequestFilter): Prisma.Sql {
  const conditions: Prisma.Sql[] = [Prisma.empty];
  if (status === "ok") conditions.push(Prisma.sql`r.status < 400`);
  if (status === "refused") conditions.push(Prisma.sql`r.status >= 400 and r.status < 500`);
  if (status === "failed") conditions.push(Prisma.sql`r.status >= 500`);
  if (path !== undefined) conditions.push(Prisma.sql`starts_with(r.path, ${path})`);
  if (q !== undefined) {
    conditions.push(Prisma.sql`(strpos(lower(r.path), lower(${q})) > 0 or strpos(lower(coalesce(r.body, '')), lower(${q})) > 0
      or r.request_id::text = lower(${q}) or r.idempotency_key = ${q})`);
  }
  return Prisma.join(conditions, " and ");
}
