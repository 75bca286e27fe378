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
 * Deletes a tenant: from now on nobody can name it, no key acts for it and nobody sees its rows. The worker then deletes the
 * rows themselves. Its trail stays, for administrators of all tenants.
 * @throws DomainError FORBIDDEN, NOT_FOUND, VALIDATION_ERROR for another key typed, CONFLICT while something is under way
 */
export async function removeTenant(scope: Scope, { key, typed }: RemoveTenant): Promise<void> {
  assertMayAdministerAll(scope, "delete tenants");
  const { id } = await getTenantByKey(scope, key);
  if (typed !== key) throw invalid("/typed", "mismatch", `type ${key} exactly. Nothing was deleted.`);
  await change(scope, async (tx) => {
    // Whoever admits a call holds the row in share: one that arrives meanwhile finds no tenant, or is counted here.
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
