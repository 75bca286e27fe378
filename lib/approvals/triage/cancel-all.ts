import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdminister } from "@/lib/tenants/rules";
import { cancelApproval, revokeApproval } from "../commands";
import type { RevokeApproval } from "../types";
import { CANCELLED_AT_ONCE, type CancelledSome } from "./types";

const UNUSED_GRANT = {
  decision: "approved",
  execution: "awaiting",
  mode: "reissue",
  redeemedAt: null,
} as const;

/**
 * Cancels pending calls of a tenant, each like a manual cancellation with a callback. Calls that
 * people decide meanwhile stay decided.
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

/**
 * Revokes unused grants of a tenant, each like a manual revocation. A grant that its agent uses
 * meanwhile stays used.
 * @throws DomainError FORBIDDEN, NOT_FOUND
 */
export async function endGrantsOf(scope: UserScope, key: string): Promise<CancelledSome> {
  assertMayAdminister(scope, "end every unused grant of a tenant");
  const tenant = await getTenantByKey(scope, key);
  const where = { tenantId: tenant.id, ...UNUSED_GRANT };
  const select = { id: true, revision: true, argumentsSha256: true };
  const rows = await read(scope, (tx) =>
    tx.approval.findMany({ where, select, orderBy: { id: "asc" }, take: CANCELLED_AT_ONCE }),
  );
  const reason = `All unused grants of ${key} were ended`;
  let cancelled = 0;
  for (const row of rows) if (await revokeUnlessUsed(scope, { ...row, reason })) cancelled += 1;
  const left = await read(scope, (tx) => tx.approval.count({ where }));
  return { cancelled, left };
}

async function revokeUnlessUsed(scope: UserScope, revocation: RevokeApproval): Promise<boolean> {
  try {
    await revokeApproval(scope, revocation);
    return true;
  } catch (error) {
    if (error instanceof DomainError && (error.code === "CONFLICT" || error.code === "ALREADY_DECIDED"))
      return false;
    throw error;
  }
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
