import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { alreadyDecided } from "../rules";

const SELECT = {
  id: true,
  tenantId: true,
  gatewayId: true,
  provider: true,
  tool: true,
  risk: true,
  decision: true,
  execution: true,
  revision: true,
  argumentsSha256: true,
  decideBy: true,
  decidedAt: true,
  decidedBy: true,
  redeemedAt: true,
} as const;

/**
 * A pending call without its large texts.
 * @throws DomainError NOT_FOUND outside the scope, ALREADY_DECIDED or EXPIRED
 */
export async function findPending(tx: Tx, scope: UserScope, id: string) {
  const where = { tenantId: { in: [...scope.tenants] }, id };
  const approval = isId(id) ? await tx.approval.findFirst({ where, select: SELECT }) : null;
  if (!approval) throw new DomainError("NOT_FOUND", "There is no such approval. Nothing was changed.");
  if (approval.decision !== "pending") throw alreadyDecided(approval);
  if (approval.decideBy <= (await databaseNow(tx))) {
    throw new DomainError(
      "EXPIRED",
      `The time to decide ended at ${approval.decideBy.toISOString()}. Nothing was changed.`,
    );
  }
  return approval;
}
