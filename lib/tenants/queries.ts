import { read, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import type { Prisma, TenantSettings as SettingsRow } from "@/lib/generated/prisma/client";
import { BREAK_GLASS_MODES, DEFAULT_TENANT_SETTINGS, type Tenant, type TenantSettings } from "./types";

/** The condition every `where` on tenants begins with; an unlimited scope sees all of them. */
export function inScope(scope: Scope): Prisma.UuidFilter | undefined {
  return scope.unlimited ? undefined : { in: [...scope.tenants] };
}

export async function listTenants(scope: Scope): Promise<Tenant[]> {
  return read(scope, (tx) => tx.tenant.findMany({ where: { id: inScope(scope) }, orderBy: { key: "asc" } }));
}

/**
 * The ids of the scope's tenants, or of the one that is named; none when that is not among them.
 */
export async function tenantIdsOf(tx: Tx, scope: Scope, key: string | undefined): Promise<string[]> {
  if (key === undefined) return [...scope.tenants];
  const rows = await tx.$queryRaw<{ id: string }[]>`
    select id from tenants where id = any(${[...scope.tenants]}::uuid[]) and key = ${key}`;
  return rows.map(({ id }) => id);
}

/**
 * One tenant of the scope.
 * @throws DomainError NOT_FOUND, also for a tenant outside the scope
 */
export async function getTenantByKey(scope: Scope, key: string): Promise<Tenant> {
  const tenant = await read(scope, (tx) => tx.tenant.findFirst({ where: { id: inScope(scope), key } }));
  if (!tenant) throw noSuchTenant(key);
  return tenant;
}

/** The refusal for a tenant that is not there or not in the scope. */
export function noSuchTenant(key: string): DomainError {
  return new DomainError(
    "NOT_FOUND",
    `There is no tenant "${key}" among those you may see. Nothing was done; check its key.`,
  );
}

/** The tenant's settings; the defaults when it has changed none. */
export async function getTenantSettings(scope: Scope, tenantId: string): Promise<TenantSettings> {
  return read(scope, (tx) => loadTenantSettings(tx, tenantId));
}

/** `getTenantSettings` within a transaction. */
export async function loadTenantSettings(tx: Tx, tenantId: string): Promise<TenantSettings> {
  return toSettings(await tx.tenantSettings.findUnique({ where: { tenantId } }));
}

/**
 * A tenant with its settings, within a transaction.
 * @throws DomainError NOT_FOUND
 */
export async function getTenantPolicy(
  tx: Tx,
  tenantId: string,
): Promise<{ tenant: Tenant; settings: TenantSettings }> {
  const row = await tx.tenant.findUnique({ where: { id: tenantId }, include: { settings: true } });
  if (!row) throw noSuchTenant(tenantId);
  const { settings, ...tenant } = row;
  return { tenant, settings: toSettings(settings) };
}

function toSettings(row: SettingsRow | null): TenantSettings {
  if (!row) return { ...DEFAULT_TENANT_SETTINGS };
  const { tenantId: _id, updatedAt: _at, confirmMode, breakGlass, ...rest } = row;
  return {
    ...rest,
    confirmMode: confirmMode === "accept" ? "accept" : "ignore",
    breakGlass: BREAK_GLASS_MODES.find((mode) => mode === breakGlass) ?? "nobody",
  };
}
