import "server-only";
import { decideApproval, type Recorded } from "@/lib/approvals/commands";
import { slackRefusal } from "@/lib/approvals/decided-in-slack";
import { getApprovalView } from "@/lib/approvals/detail/queries";
import type { ApprovalView } from "@/lib/approvals/detail/types";
import { assertDecidable, assertDecider } from "@/lib/approvals/rules";
import type { DecideApproval } from "@/lib/approvals/types";
import { read } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import { decideDialog, fits, openDialog } from "./dialog";
import type { DialogValue } from "./payload";

/**
 * Shows the call and asks the person to confirm. Records nothing.
 * @throws DomainError if they could not decide it in Slack; the reason is for them
 */
export async function askToConfirm(scope: UserScope, value: DialogValue, triggerId: string): Promise<void> {
  assertDecider(scope);
  const view = await getApprovalView(scope, value.id);
  assertDecidable(
    { ...view, redeemedAt: null },
    { revision: value.revision, argumentsSha256: value.sha256 },
    view.asOf,
  );
  const allowed = await read(scope, (tx) =>
    tx.slackDecision.findUnique({ where: { tenantId: view.tenant.id }, select: { upTo: true } }),
  );
  const why = slackRefusal(allowed?.upTo ?? null, view.risk, value.verdict) ?? hindrance(view, value.verdict);
  if (why !== null) throw new DomainError("FORBIDDEN", `${why} Nothing was recorded; open the call.`);
  await openDialog(triggerId, decideDialog(view, value));
}

/** What keeps this person from the verdict, as the call's page would say it; null if nothing does. */
function hindrance(view: ApprovalView, verdict: DialogValue["verdict"]): string | null {
  if (verdict === "approve") {
    if (view.passkey !== null) return `${view.passkey.because} Slack cannot ask for a passkey.`;
    if (!fits(view.argumentsText)) return "Its arguments are too long to be shown whole in Slack.";
    if (view.refusedBy !== null) return `The policy “${view.refusedBy.name}” refuses this call now.`;
    if (view.releaseAt !== null) return "It is approved already and held until its release.";
  }
  if (view.verbs.includes(verdict)) return null;
  if (view.ineligible !== null) return view.ineligible;
  if (view.hasVoted) return "You have decided it already; it waits for others.";
  if (view.cannotApprove !== null) return view.cannotApprove;
  return view.ownCall
    ? "This call is made on your behalf, so another person has to approve it."
    : "You may not decide this call.";
}

/**
 * Records the decision as the page would, in the version that the person saw.
 * @returns what was recorded, in a sentence
 * @throws DomainError as `decideApproval`
 */
export async function decideFromSlack(scope: UserScope, value: DialogValue, reason: string): Promise<string> {
  const { id, revision, sha256: argumentsSha256, verdict } = value;
  const about = { id, revision, argumentsSha256 };
  const decision: DecideApproval =
    verdict === "reject"
      ? { ...about, verdict, reason }
      : { ...about, verdict, ...(reason === "" ? {} : { reason }) };
  return outcomeWords(await decideApproval(scope, decision));
}

function outcomeWords({ decision, approvals, required, note }: Recorded): string {
  if (decision === "rejected") return "You rejected it: the call does not run.";
  if (decision === "approved") return "You approved it.";
  if (note !== undefined) return `You approved it. ${note}`;
  return `Your approval is recorded: ${approvals} of ${required}. The call still waits for others.`;
}
