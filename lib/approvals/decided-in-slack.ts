import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { RISKS, type RiskWord } from "@/lib/core/risk";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { assertDecidable, isReadToTheEnd } from "./rules";
import type { DecideApproval } from "./types";

/** Why a call of this risk is not decided in Slack; null if it is. `upTo`: as its tenant set it. */
export function slackRefusal(
  upTo: RiskWord | null,
  risk: RiskWord,
  verdict: DecideApproval["verdict"],
): string | null {
  if (upTo === null) return "This tenant lets no calls be decided in Slack.";
  if (RISKS.indexOf(risk) > RISKS.indexOf(upTo))
    return `This tenant lets calls be decided in Slack up to ${upTo} risk; this one is ${risk}.`;
  if (verdict === "approve" && isReadToTheEnd(risk))
    return `A call of ${risk} risk has to be read to its end before it is approved, which only its page can show.`;
  return null;
}

/**
 * Checks that the call can be decided now, in the version that the person saw, and where they decide it.
 * @throws DomainError as `assertDecidable`; FORBIDDEN
 */
export async function assertDecidableVia(
  tx: Tx,
  { actor }: UserScope,
  approval: Approval & { now: Date },
  decision: DecideApproval,
): Promise<void> {
  assertDecidable(approval, decision, approval.now);
  if (actor.via !== "slack") return;
  const allowed = await tx.slackDecision.findUnique({ where: { tenantId: approval.tenantId } });
  const why = slackRefusal(allowed?.upTo ?? null, approval.risk, decision.verdict);
  if (why !== null)
    throw new DomainError("FORBIDDEN", `${why} Your decision was not recorded; decide it on its page.`);
}
