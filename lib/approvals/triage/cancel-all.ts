import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdminister } from "@/lib/tenants/rules";
import { cancelApproval } from "../commands";
import { CANCELLED_AT_ONCE, type CancelledSome } from "./types";

/**
 * Takes back pending calls of a tenant, each as if cancelled by hand: its gateway is told. What somebody decides meanwhile
 * stays decided.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function cancelPendingOf(scope: UserScope, key: string): Promise<CancelledSome> {
  assertMayAdminister(scope, "cancel every pending call of a tenant");
  const tenant = await getTenantByKey(scope, key);
  const where = { tenantId: tenant.id, decision: "pending" } as const;
  const rows = await read(scope, (tx) =>
    tx.approval.findMany({ where, select: { id: true }, orderBy: { id: "asc" }, take: CANCELLED_AT_ONCE }),
  );
  let cancelled = 0;
  for (const { id } of rows)
    if (await cancelUnlessClosed(scope, id, `All pending calls of ${key} were cancelled`)) cancelled += 1;
  const left = await read(scope, (tx) => tx.approval.count({ where }));
  return { cancelled, left };
}

async function cancelUnlessClosed(scope: UserScope, id: string, reason: string): Promise<boolean> {
  try {
    await cancelApproval(scope, id, reason);
    return true;
  } catch (error) {
    if (error instanceof DomainError && (error.code === "ALREADY_DECIDED" || error.code === "EXPIRED"))
      return false;
    throw error;
  }
}
