import { read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { PAGE_ROWS } from "@/lib/core/limits";
import type { GatewayScope, Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { inScope } from "@/lib/tenants/queries";
import { gatewayList } from "./list";
import type { Gateway, GatewayKey, TenantName } from "./types";

/**
 * Only a key that covers all tenants of a gateway can change what applies to all.
 * @param what in the plural: "tools"
 * @throws DomainError FORBIDDEN, without naming tenants it does not cover
 */
export async function assertCoversGateway(tx: Tx, scope: GatewayScope, what: string): Promise<void> {
  const { id, name } = scope.actor;
  const [row] = await tx.$queryRaw<{ covers: boolean }[]>`
    select covers_gateway(${id}::uuid, ${[...scope.tenants]}::uuid[]) as covers`;
  if (row?.covers) return;
  const message = `This key acts for some of the tenants that the gateway ${name} serves, and its ${what} hold for all of them`;
  const hint = `a key of ${name} for every tenant that it serves`;
  throw new DomainError("FORBIDDEN", `${message}. Nothing was stored; send it with ${hint}.`, {
    errors: [{ pointer: "", code: "key_covers_some_tenants", message, hint }],
  });
}

/** The gateways that serve one of the scope's tenants, by name. */
export async function listGateways(scope: Scope): Promise<Gateway[]> {
  return read(scope, async (tx) => {
    const rows = await tx.gateway.findMany({
      where: visible(scope),
      include: { tenants: { where: { tenantId: inScope(scope) } } },
      orderBy: { name: "asc" },
    });
    const names = await tenantNames(tx, scope);
    return rows.map((row) => toGateway(row, names));
  });
}

/** Whether a gateway is in scope and its name or a tenant's key contains `q`; ignores case. */
function fits(tenants: readonly string[] | null, q: string): Prisma.Sql {
  const served = Prisma.sql`select from gateway_tenants s join tenants t on t.id = s.tenant_id
    where s.gateway_id = g.id and (${tenants}::uuid[] is null or t.id = any(${tenants}::uuid[]))`;
  return Prisma.sql`(${tenants}::uuid[] is null or exists (${served}))
    and (position(lower(${q}) in lower(g.name)) > 0
      or exists (${served} and position(lower(${q}) in lower(t.key)) > 0))`;
}

/** `q`: part of a name or of a tenant's key. */
type Asked = { q?: string; cursor?: string; limit?: number };

/**
 * A page of gateways that serve a tenant of the scope, in code point order. `count` ignores the
 * filter.
 */
export async function pageOfGateways(
  scope: Scope,
  { q = "", cursor, limit = PAGE_ROWS }: Asked,
): Promise<{ rows: Gateway[]; nextCursor: string | null; count: number }> {
  const [after = ""] = gatewayList.cursor.read(cursor) ?? [];
  return read(scope, async (tx) => {
    const tenants = scope.unlimited ? null : [...scope.tenants];
    const listed = await tx.$queryRaw<(({ id: string; name: string } | { id: null }) & { count: number })[]>`
      select a.count, f.id, f.name
      from (select count(*)::int as count from gateways g where ${fits(tenants, "")}) a left join lateral (
        select g.id, g.name from gateways g where ${fits(tenants, q)} and g.name collate "C" > ${after}
        order by g.name collate "C" limit ${limit + 1}::int) f on true
      order by f.name collate "C"`;
    const found = listed.flatMap((row) => (row.id === null ? [] : [row]));
    const page = gatewayList.cursor.page(found, limit, ({ name }) => [name]);
    const rows = await tx.gateway.findMany({
      where: { id: { in: page.rows.map(({ id }) => id) } },
      include: { tenants: { where: { tenantId: inScope(scope) } } },
    });
    const names = await tenantNames(tx, scope);
    const byId = new Map(rows.map((row) => [row.id, toGateway(row, names)]));
    const gateways = page.rows.flatMap(({ id }) => byId.get(id) ?? []);
    return { rows: gateways, nextCursor: page.nextCursor, count: listed[0]?.count ?? 0 };
  });
}

/**
 * One gateway by id.
 * @throws DomainError NOT_FOUND, also if it serves none of the scope's tenants
 */
export async function getGateway(scope: Scope, id: string): Promise<Gateway> {
  if (!isId(id)) throw noSuchGateway(id);
  return getOne(scope, { id }, id);
}

/**
 * One gateway by name.
 * @throws DomainError NOT_FOUND, also if it serves none of the scope's tenants
 */
export async function getGatewayByName(scope: Scope, name: string): Promise<Gateway> {
  return getOne(scope, { name }, name);
}

/**
 * A gateway's keys, the newest first, revoked ones included.
 * @throws DomainError NOT_FOUND
 */
export async function listKeys(scope: Scope, gatewayId: string): Promise<GatewayKey[]> {
  await getGateway(scope, gatewayId);
  return read(scope, async (tx) => {
    const rows = await tx.apiKey.findMany({
      where: { gatewayId, tenants: { some: { tenantId: inScope(scope) } } },
      include: { tenants: { where: { tenantId: inScope(scope) } } },
      orderBy: { id: "desc" },
    });
    const names = await tenantNames(tx, scope);
    return rows.map(({ hash: _hash, tenants, ...key }) => ({ ...key, tenants: named(tenants, names) }));
  });
}

/** The refusal for a gateway that is not there or not in the scope. */
export function noSuchGateway(idOrName: string): DomainError {
  return new DomainError(
    "NOT_FOUND",
    `There is no gateway "${idOrName}" among those you may see. Nothing was done; check its name or id.`,
  );
}

function visible(scope: Scope): Prisma.GatewayWhereInput {
  return scope.unlimited ? {} : { tenants: { some: { tenantId: inScope(scope) } } };
}

async function getOne(scope: Scope, which: Prisma.GatewayWhereInput, asked: string): Promise<Gateway> {
  return read(scope, async (tx) => {
    const row = await tx.gateway.findFirst({
      where: { AND: [visible(scope), which] },
      include: { tenants: { where: { tenantId: inScope(scope) } } },
    });
    if (!row) throw noSuchGateway(asked);
    return toGateway(row, await tenantNames(tx, scope));
  });
}

async function tenantNames(tx: Tx, scope: Scope): Promise<Map<string, string>> {
  const rows = await tx.tenant.findMany({
    where: { id: inScope(scope) },
    select: { id: true, key: true },
  });
  return new Map(rows.map((row) => [row.id, row.key]));
}

function named(links: readonly { tenantId: string }[], names: Map<string, string>): TenantName[] {
  return links
    .map((link) => ({ id: link.tenantId, key: names.get(link.tenantId) ?? "" }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

type GatewayRow = Omit<Gateway, "tenants"> & { tenants: { tenantId: string }[] };

function toGateway({ tenants, ...row }: GatewayRow, names: Map<string, string>): Gateway {
  return { ...row, tenants: named(tenants, names) };
}
