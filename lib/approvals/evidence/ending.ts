import type { ChainedRow } from "@/lib/activity/queries";
import { type Details, isDigest, memberAt, presentAction, readDetails } from "@/lib/activity/wire";
import { sha256 } from "@/lib/core/sha256";
import type { ReceiptFacts } from "../receipts";
import type { EvidenceFile } from "./wire";

// Checks the end of a call against the rows of the trail that record it.

const ENDS: Readonly<Record<string, string>> = {
  "approval.approved": "approved",
  "approval.auto_approved": "approved",
  "approval.confirmed": "approved",
  "approval.policy_allowed": "approved",
  "approval.rule_allowed": "approved",
  "approval.policy_denied": "rejected",
  "approval.rejected": "rejected",
  "approval.changes_requested": "changes_requested",
  "approval.revoked": "revoked",
  "approval.expired": "expired",
  "approval.cancelled": "cancelled",
};

/** The final state in a row: the decision in its details, or the one its action implies. */
function endOf({ action, details }: ChainedRow): string | undefined {
  const noted = memberAt(readDetails(action, details), "decision");
  return typeof noted === "string" ? noted : ENDS[presentAction(action)];
}

export function decisionProblems({ decision }: EvidenceFile, rows: readonly ChainedRow[]): string[] {
  const ends = rows.filter((row) => endOf(row) !== undefined);
  const last = ends.at(-1);
  if (!last)
    return decision.decision === "pending" ? [] : ["No row of the activity log says that it was decided."];
  const all = ends.map((row) => readDetails(row.action, row.details));
  // A row records only its changes; the rest is from the row before it. Rows from before receipts
  // existed lack some of it.
  const told = (name: "decided_at" | "decided_by" | "reason") => {
    const said = all.map((details) => memberAt(details, name)).findLast((value) => value !== undefined);
    return said === undefined && all.some(({ receipt }) => receipt === undefined)
      ? decision[name]
      : (said ?? null);
  };
  const differs = [
    decision.decision === endOf(last) ? null : "the decision",
    decision.decided_at === told("decided_at") ? null : "when",
    decision.decided_by === told("decided_by") ? null : "who decided",
    decision.reason === told("reason") ? null : "why",
    requiredOf(all.at(-1)) === null || decision.approvals_required === requiredOf(all.at(-1))
      ? null
      : "how many have to agree",
  ].filter((one) => one !== null);
  return differs.length === 0
    ? []
    : [
        `The decision is not as row ${last.seq} of the activity log records it: ${differs.join(", ")} differs.`,
      ];
}

/** The required number of approvals in a row; null in rows from before receipts existed. */
function requiredOf(details: Details | undefined): number | null {
  const receipt = details?.receipt as ReceiptFacts | undefined;
  return receipt?.required ?? null;
}

const RUN: Readonly<Record<string, string>> = {
  "approval.executing": "executing",
  "approval.redeemed": "executing",
  "approval.succeeded": "succeeded",
  "approval.failed": "failed",
  "approval.lapsed": "lapsed",
  "approval.outcome_unknown": "unknown",
};

const LET_THROUGH = new Set([
  "approval.auto_approved",
  "approval.confirmed",
  "approval.policy_allowed",
  "approval.rule_allowed",
]);

/** Differences between the outcome and its rows. A fact without a row is an error. */
export function outcomeProblems({ decision, outcome }: EvidenceFile, rows: readonly ChainedRow[]): string[] {
  const about = rows.filter(({ action }) => RUN[presentAction(action)] !== undefined);
  const last = about.at(-1);
  const begins = rows.some(({ action }) => LET_THROUGH.has(presentAction(action))) ? "executing" : undefined;
  const state = last ? RUN[presentAction(last.action)] : begins;
  const all = about.map((row) => readDetails(row.action, row.details));
  const isAsTold = (name: "result_text" | "error_code" | "error_message" | "duration_ms") => {
    const noted = all.map((details) => memberAt(details, name)).findLast((value) => value !== undefined);
    // Rows from before changes were recorded name the facts they know.
    if (noted === undefined && all.every((details) => memberAt(details, "state") === undefined)) return true;
    const [told, value] = [noted ?? null, outcome?.[name] ?? null];
    return isDigest(told) ? sha256(String(value ?? "")) === told.sha256 : value === told;
  };
  const isState = (one: string | undefined) =>
    state === undefined ? one === undefined || !Object.values(RUN).includes(one) : one === state;
  const differs = [
    isState(decision.execution) && (isState(outcome?.state) || (outcome === null && state === "lapsed"))
      ? null
      : "what became of it",
    isAsTold("result_text") ? null : "the result",
    isAsTold("error_code") && isAsTold("error_message") ? null : "the error",
    isAsTold("duration_ms") ? null : "how long it took",
  ].filter((one) => one !== null);
  if (differs.length === 0) return [];
  return last
    ? [`The outcome is not as row ${last.seq} of the activity log records it: ${differs.join(", ")} differs.`]
    : ["The file names an outcome, but no row of the activity log records that the call ran."];
}
