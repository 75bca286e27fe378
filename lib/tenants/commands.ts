import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { Scope } from "@/lib/core/scope";
import { getTenantByKey, loadTenantSettings, noSuchTenant } from "./queries";
import { assertMayAdminister, assertMayAdministerAll } from "./rules";
import type { CreateTenant, Tenant, TenantSettings, TenantSettingsChange } from "./schema";

/**
 * A new tenant with default settings.
 * @throws DomainError CONFLICT when the key is taken, FORBIDDEN
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
    const about = { kind: "tenant", id: tenant.id, tenantId: tenant.id };
    await recordActivity(tx, scope, "tenant.created", about, { key: tenant.key });
    return tenant;
  });
}

/**
 * The tenants with these keys, in the caller's transaction; those that are missing are made.
 * @returns ids by key
 * @throws DomainError NOT_FOUND when one is missing and the scope may not make it (it is limited to some tenants)
 */
export async function ensureTenants(
  tx: Tx,
  scope: Scope,
  keys: readonly string[],
): Promise<Map<string, string>> {
  // Sorted, so that two of these at once cannot wait for each other in a circle.
  const wanted = [...new Set(keys)].sort();
  const found = await tx.tenant.findMany({ where: { key: { in: wanted } } });
  const ids = new Map(found.map((tenant) => [tenant.key, tenant.id]));
  for (const key of wanted) {
    if (ids.has(key)) continue;
    if (!scope.unlimited) throw noSuchTenant(key);
    const made = await insertTenant(tx, key, key);
    if (!made) {
      // Another transaction made it meanwhile, and has committed: inserting waited for it.
      const other = await tx.tenant.findUniqueOrThrow({ where: { key } });
      ids.set(key, other.id);
      continue;
    }
    ids.set(key, made.id);
    const about = { kind: "tenant", id: made.id, tenantId: made.id };
    await recordActivity(tx, scope, "tenant.created", about, { key });
  }
  return ids;
}

/**
 * Changes the settings that are given; the others stay.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function updateTenantSettings(
  scope: Scope,
  key: string,
  input: TenantSettingsChange,
): Promise<TenantSettings> {
  assertMayAdminister(scope, "change a tenant's settings");
  const tenant = await getTenantByKey(scope, key);
  return change(scope, async (tx) => {
    await tx.$queryRaw`select 1 from tenant_settings where tenant_id = ${tenant.id}::uuid for update`;
    const before = await loadTenantSettings(tx, tenant.id);
    await tx.tenantSettings.upsert({
      where: { tenantId: tenant.id },
      create: { tenantId: tenant.id, ...input },
      update: input,
    });
    const after = { ...before, ...input };
    const about = { kind: "tenant", id: tenant.id, tenantId: tenant.id };
    await recordActivity(tx, scope, "tenant.settings_changed", about, changesBetween(before, after));
    return after;
  });
}

/** Remembers when a tenant's first row arrived, once. The grace period for rationales runs from then. */
export async function markFirstRow(tx: Tx, tenantId: string): Promise<void> {
  await tx.$executeRaw`
    update tenants set first_row_at = clock_timestamp() where id = ${tenantId}::uuid and first_row_at is null`;
}

/** Null when the key is taken. */
async function insertTenant(tx: Tx, key: string, name: string): Promise<Tenant | null> {
  const id = newId();
  const made = await tx.$executeRaw`
    insert into tenants (id, key, name) values (${id}::uuid, ${key}, ${name}) on conflict (key) do nothing`;
  if (made === 0) return null;
  await tx.tenantSettings.create({ data: { tenantId: id } });
  return tx.tenant.findUniqueOrThrow({ where: { id } });
}

function changesBetween(before: TenantSettings, after: TenantSettings): Record<string, unknown> {
  const names = Object.keys(after) as (keyof TenantSettings)[];
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}

/** Notes callers that left their rationale out, counted by gateway, agent and day. */
export async function noteOffenders(
  tx: Tx,
  gatewayId: string,
  callers: readonly { tenantId: string; agent: string | undefined }[],
): Promise<void> {
  if (callers.length === 0) return;
  const rows = callers.map(({ tenantId, agent }) => ({ tenant_id: tenantId, agent: agent ?? "" }));
  await tx.$executeRaw`
    insert into rationale_offenders (tenant_id, gateway_id, agent, day, calls)
    select r.tenant_id, ${gatewayId}::uuid, r.agent, (clock_timestamp() at time zone 'UTC')::date, count(*)
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(tenant_id uuid, agent text)
    group by r.tenant_id, r.agent order by r.tenant_id, r.agent
    on conflict (tenant_id, gateway_id, agent, day) do update set calls = rationale_offenders.calls + excluded.calls`;
}
