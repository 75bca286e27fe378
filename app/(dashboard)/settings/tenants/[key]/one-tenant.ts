import type { UserScope } from "@/lib/core/scope";
import { getTenantByKey } from "@/lib/tenants/queries";
import type { Tenant } from "@/lib/tenants/types";
import { orNotFound } from "../../../lookup";

/** The tenant of the address, or the 404 page. */
export function tenantOrNotFound(scope: UserScope, key: string): Promise<Tenant> {
  return orNotFound(getTenantByKey(scope, key));
}
