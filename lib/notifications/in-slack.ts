import "server-only";
import { demandsOf } from "@/lib/approvals/deciders/rules";
import type { Tx } from "@/lib/core/db";
import type { Approval } from "@/lib/generated/prisma/client";
import { isBelow } from "./rules";

/**
 * Whether a call may be decided in Slack: its tenant allows it up to its risk, and no policy asks for a passkey. Who
 * decides is checked again when they press.
 */
export async function mayDecideInSlack(tx: Tx, call: Approval): Promise<boolean> {
  const allowed = await tx.slackDecision.findUnique({ where: { tenantId: call.tenantId } });
  if (!allowed || isBelow(allowed.upTo, call.risk)) return false;
  return demandsOf(call).every(({ passkey }) => !passkey);
}
