import { isDeepStrictEqual } from "node:util";
import { recordChange } from "@/lib/activity/record";
import { change } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdminister } from "@/lib/tenants/rules";
import { loadRetention } from "./queries";
import { assertInOrder } from "./rules";
import type { SaveRetention } from "./schema";
import type { Kept, Retention } from "./types";

/**
 * Sets how long a tenant's rows are kept. The worker deletes older ones from its next pass.
 * @throws DomainError FORBIDDEN, NOT_FOUND, STALE_VIEW if someone changed it meanwhile,
 * VALIDATION_ERROR if a text would outlive its call
 */
export async function saveRetention(
  scope: Scope,
  { key, change: input, seen }: SaveRetention,
): Promise<Retention> {
  assertMayAdminister(scope, "change how long rows are kept");
  const { id: tenantId } = await getTenantByKey(scope, key);
  return change(scope, async (tx) => {
    await tx.$executeRaw`insert into tenant_retention (tenant_id) values (${tenantId}::uuid) on conflict do nothing`;
    await tx.$queryRaw`select 1 from tenant_retention where tenant_id = ${tenantId}::uuid for update`;
    const before = await loadRetention(tx, tenantId);
    if ((Object.keys(seen) as Kept[]).some((kept) => seen[kept] !== before[kept])) {
      throw new DomainError(
        "STALE_VIEW",
        "Another person changed this while you were looking at it. Yours was not saved, and nothing you typed is lost: compare, then save again.",
      );
    }
    const after = { ...before, ...input };
    if (isDeepStrictEqual(before, after)) return before;
    assertInOrder(after, Object.keys(input) as Kept[]);
    await tx.tenantRetention.update({
      where: { tenantId },
      data: {
        callsDays: after.calls,
        rationalesDays: after.rationales,
        argumentsDays: after.arguments,
        approvalsDays: after.approvals,
        feedbackDays: after.feedback,
      },
    });
    const subject = { kind: "tenant", id: tenantId, tenantId };
    await recordChange(tx, scope, "tenant.retention_changed", before, after, { subject });
    return after;
  });
}
