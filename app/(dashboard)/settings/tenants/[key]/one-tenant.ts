import { notFound } from "next/navigation";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getTenantByKey } from "@/lib/tenants/queries";
import type { Tenant } from "@/lib/tenants/types";

/** The tenant of the address, or the page that says there is none. */
export async function tenantOrNotFound(scope: UserScope, key: string): Promise<Tenant> {
  try {
    return await getTenantByKey(scope, key);
  } catch (error) {
    if (error instanceof DomainError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}
