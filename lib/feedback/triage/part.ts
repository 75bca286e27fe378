import { recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { change } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { keepAct, lockIssues, type Stored, triaged } from "./commands";
import type { TriageOutcome } from "./outcome";
import { keepApart } from "./pairs";
import type { PartInput } from "./schema";

/**
 * Records that two issues are not the same: no more suggestions and automatic merges.
 * @throws DomainError FORBIDDEN; NOT_FOUND where they are not both issues of one of the person's
 * tenants
 */
export async function partIssues(scope: UserScope, { id, other }: PartInput): Promise<TriageOutcome> {
  requireRole(scope, "admin", "triager");
  return change(scope, async (tx) => {
    const found = await lockIssues(tx, scope, [id, other]);
    const own = found.find((row) => row.id === id);
    const apart = found.find((row) => row.id === other);
    if (!own || !apart || own === apart || own.tenant_id !== apart.tenant_id)
      throw new DomainError("NOT_FOUND", "There is no such issue. Nothing was done.");
    const { updatedAt, ...row } = own;
    const after: Stored = { row, updatedAt };
    const actId = await keepAct(tx, scope, "part", { before: [own], after: [after] });
    await keepApart(tx, [{ tenantId: own.tenant_id, issueId: id, otherId: other }], actId);
    const subject = { kind: "issue", id, tenantId: own.tenant_id };
    await recordActivities(tx, scope, [{ action: "issue.parted", subject, details: { other } }]);
    return { actId, done: [triaged(after)], left: [] };
  });
}
