import type { UserScope } from "@/lib/core/scope";
import { listTenants } from "@/lib/tenants/queries";
import type { ToolFilter } from "@/lib/tools/catalogue/list";

/**
 * The tenant whose ratings the catalogue shows. People with access to all tenants start with the
 * ratings for all, others with their first tenant.
 */
export async function viewedTenant(scope: UserScope, filter: ToolFilter) {
  const tenants = await listTenants(scope);
  const named = tenants.find(({ key }) => key === filter.tenant);
  return { tenants, tenant: named ?? (scope.unlimited ? null : (tenants[0] ?? null)) };
}
