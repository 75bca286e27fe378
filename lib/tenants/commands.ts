import { isDeepStrictEqual } from "node:util";
import { type ActivityEntry, changeEntry, recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { getTenantByKey, loadTenantSettings, noSuchTenant } from "./queries";
import { assertMayAdminister, assertMayAdministerAll, staleNames } from "./rules";
import type { CreateTenant, RenameTenant } from "./schema";
import type { Tenant, TenantSettings, TenantSettingsChange } from "./types";

/**
 * Creates a tenant with default settings.
 * @throws DomainError CONFLICT if the key is taken, FORBIDDEN
 */
export async function createTenant(scope: Scope, input: CreateTenant): Promise<Tenant> {
  assertMayAdministerAll(scope, "create tenants");
  return change(scope, async (tx) => {
    const tenant = await insertTenant(tx, input.key, input.name ?? input.key);
    if (!tenant) {
      throw new DomainError(
        "CONFLICT",
        `There already is a tenant "${input.key}". None was created; use that one or choose another key.`,
      );
    }
    await recordChange(tx, scope, "tenant.created", null, tenant);
    return tenant;
  });
}

/**
 * Renames a tenant. Its key stays, because gateways use it.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function renameTenant(scope: Scope, { key, name }: RenameTenant): Promise<Tenant> {
  assertMayAdminister(scope, "rename tenants");
  const { id } = await getTenantByKey(scope, key);
  return change(scope, async (tx) => {
    await tx.$queryRaw`select 1 from tenants where id = ${id}::uuid for update`;
    const before = await tx.tenant.findUnique({ where: { id } });
    if (!before) throw noSuchTenant(key);
    const tenant = await tx.tenant.update({ where: { id }, data: { name } });
    if (before.name === name) return tenant;
    await recordChange(tx, scope, "tenant.renamed", before, tenant);
    return tenant;
  });
}

/**
 * Tenants by key, in the caller's transaction; creates missing ones.
 * @returns ids by key, and audit entries to record
 * @throws DomainError NOT_FOUND if one is missing and the scope cannot create it (limited to some
 * tenants)
 */
export async function ensureTenants(
  tx: Tx,
  scope: Scope,
  keys: readonly string[],
): Promise<{ ids: Map<string, string>; deeds: ActivityEntry[] }> {
  // Sorted to avoid deadlocks between concurrent calls.
  const wanted = [...new Set(keys)].sort();
  const found = await tx.tenant.findMany({ where: { key: { in: wanted } } });
  const ids = new Map(found.map((tenant) => [tenant.key, tenant.id]));
  const deeds: ActivityEntry[] = [];
  for (const key of wanted) {
    if (ids.has(key)) continue;
    if (!scope.unlimited) throw noSuchTenant(key);
    const made = await insertTenant(tx, key, key);
    if (!made) {
      // Another transaction created it meanwhile; the insert waited for its commit.
      const other = await tx.tenant.findUniqueOrThrow({ where: { key } });
      ids.set(key, other.id);
      continue;
    }
    ids.set(key, made.id);
    deeds.push(changeEntry("tenant.created", null, made));
  }
  return { ids, deeds };
}

/**
 * Changes the given settings.
 * @param seen values the caller saw; if one of them has changed, nothing is changed
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW
 */
export async function updateTenantSettings(
  scope: Scope,
  key: string,
  input: TenantSettingsChange,
  seen: TenantSettingsChange = {},
): Promise<TenantSettings> {
  assertMayAdminister(scope, "change a tenant's settings");
  const tenant = await getTenantByKey(scope, key);
  return change(scope, async (tx) => {
    // A tenant without a row has defaults. The insert creates a row to lock.
    await tx.$executeRaw`insert into tenant_settings (tenant_id) values (${tenant.id}::uuid) on conflict do nothing`;
    await tx.$queryRaw`select 1 from tenant_settings where tenant_id = ${tenant.id}::uuid for update`;
    const before = await loadTenantSettings(tx, tenant.id);
    const changedMeanwhile = staleNames(before, seen);
    if (changedMeanwhile.length > 0) throw await changedByOthers(tx, tenant.id);
    const after = { ...before, ...input };
    if (isDeepStrictEqual(before, after)) return before;
    await tx.tenantSettings.update({ where: { tenantId: tenant.id }, data: input });
    const subject = { kind: "tenant", id: tenant.id, tenantId: tenant.id };
    await recordChange(tx, scope, "tenant.settings_changed", before, after, { subject });
    return after;
  });
}

async function changedByOthers(tx: Tx, tenantId: string): Promise<DomainError> {
  const last = await tx.activity.findFirst({
    where: { tenantId, subjectKind: "tenant", subjectId: tenantId, action: "tenant.settings_changed" },
    orderBy: { seq: "desc" },
  });
  const who = last ? last.actorName : "Another person";
  return new DomainError(
    "STALE_VIEW",
    `${who} changed this setting while you were looking at it. Yours was not saved, and nothing you typed is lost: compare, then save again.`,
  );
}

/** Records the arrival of a tenant's first row, which starts the grace period. */
export async function markFirstRow(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`
    update tenants set first_row_at = clock_timestamp() where id = ${tenantId}::uuid and first_row_at is null`;
}

/**
 * Records for tenants that a call of an unrated tool ran on its claim, once each.
 * @returns tenants for which it was the first
 */
export async function markFirstOnWord(tx: Tx, tenantIds: readonly string[]): Promise<string[]> {
  const first = await tx.$queryRaw<{ id: string }[]>`
    with first as materialized (
      select id from tenants where id = any(${[...tenantIds]}::uuid[]) and first_on_word_at is null order by id for update)
    update tenants t set first_on_word_at = clock_timestamp() from first f
    where t.id = f.id and t.first_on_word_at is null returning t.id::text as id`;
  return first.map(({ id }) => id);
}

/** Null if the key is taken. */
async function insertTenant(tx: Tx, key: string, name: string): Promise<Tenant | null> {
  const id = newId();
  const made = await tx.$executeRaw`
    insert into tenants (id, key, name) values (${id}::uuid, ${key}, ${name}) on conflict (key) do nothing`;
  if (made === 0) return null;
  await tx.tenantSettings.create({ data: { tenantId: id } });
  return tx.tenant.findUniqueOrThrow({ where: { id } });
}
