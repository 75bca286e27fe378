import type { Tx } from "@/lib/core/db";
import type { Approval } from "@/lib/generated/prisma/client";

/** The last approved call of the same tool and tenant: of the same agent if there is one, else of any agent. */
export async function findLastApproved(
  tx: Tx,
  approval: Pick<Approval, "id" | "tenantId" | "gatewayId" | "provider" | "tool" | "agent">,
): Promise<Approval | null> {
  const { tenantId, gatewayId, provider, tool, agent, id } = approval;
  const where = {
    tenantId,
    gatewayId,
    provider,
    tool,
    decision: "approved" as const,
    // What a setting or the caller let through was looked at by nobody.
    heldBecause: { notIn: ["auto_approved", "confirmed"] },
    id: { lt: id },
  };
  const own = await tx.approval.findFirst({ where: { ...where, agent }, orderBy: { id: "desc" } });
  return own ?? tx.approval.findFirst({ where, orderBy: { id: "desc" } });
}
