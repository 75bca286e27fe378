import { recordChange } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { invalid } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { getTenantByKey, noSuchTenant } from "@/lib/tenants/queries";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { loadBlockers } from "./queries";
import { assertNothingUnderWay } from "./rules";
import type { RemoveTenant } from "./schema";

/**
 * Deletes a tenant: at once its name, keys and rows are inaccessible. The worker then deletes the
 * rows. Its trail stays for administrators of all tenants.
 * @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR if the typed key differs, CONFLICT
 * while something is in progress
 */
export async function removeTenant(scope: Scope, { key, typed }: RemoveTenant): Promise<void> {
  assertMayAdministerAll(scope, "delete tenants");
  const { id } = await getTenantByKey(scope, key);
  if (typed !== key) throw invalid("/typed", "mismatch", `type ${key} exactly. Nothing was deleted.`);
  await change(scope, async (tx) => {
    // Calls being admitted hold a shared lock on the row: a concurrent one finds no tenant, or is
    // counted here.
    await tx.$queryRaw`select 1 from tenants where id = ${id}::uuid for update`;
    const tenant = await tx.tenant.findUnique({ where: { id } });
    if (!tenant) throw noSuchTenant(key);
    assertNothingUnderWay(key, await loadBlockers(tx, id));
    await tx.tenantRemoval.create({
      data: { tenantId: id, key, name: tenant.name, removedBy: scope.actor.name },
    });
    await tx.gatewayTenant.deleteMany({ where: { tenantId: id } });
    await tx.apiKeyTenant.deleteMany({ where: { tenantId: id } });
    await tx.membership.deleteMany({ where: { tenantId: id } });
    await tx.tenant.delete({ where: { id } });
    await recordChange(tx, scope, "tenant.deleted", tenant, null);
  });
}
