import "server-only";
import { demandsOf } from "@/lib/approvals/deciders/rules";
import type { Tx } from "@/lib/core/db";
import type { Approval, Notification } from "@/lib/generated/prisma/client";
import { isEligible, isStillAsked } from "./audience";
import { type DoneHere, NOTHING_HERE } from "./call-facts";
import { isBelow } from "./rules";

/**
 * What the recipient can do about a waiting call in Slack. A shared channel gets the buttons as well: each press is
 * checked, also those of people.
 */
export async function doneInSlack(
  tx: Tx,
  { recipientKind, recipientId }: Notification,
  call: Approval,
): Promise<DoneHere> {
  if (call.decision !== "pending") return NOTHING_HERE;
  if (recipientKind !== "user") return { decides: await mayDecideInSlack(tx, call), extends: true };
  // Who has voted decides no more, but can give the others time.
  if (!(await isEligible(tx, call, recipientId))) return NOTHING_HERE;
  const decides = (await mayDecideInSlack(tx, call)) && (await isStillAsked(tx, call, recipientId));
  return { decides, extends: true };
}

/** Whether a call may be decided in Slack: its tenant allows it up to its risk, and no policy asks for a passkey. */
async function mayDecideInSlack(tx: Tx, call: Approval): Promise<boolean> {
  const allowed = await tx.slackDecision.findUnique({ where: { tenantId: call.tenantId } });
  if (!allowed || isBelow(allowed.upTo, call.risk)) return false;
  return demandsOf(call).every(({ passkey }) => !passkey);
}
