import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { CountersignError } from "../client/errors";
import type { Approval, AuditOutcome, AuditRow, DenyAnswer, Difference, WaitAnswer } from "../client/types";
import { exactText } from "./exact-numbers";
import type { ClosedState, Settlement } from "./holds";
import { isObject } from "./odd-messages";
import { errorResult, NOT_RUN, outcomeOfDenial, textResult } from "./outcome";
import { toolResult } from "./tool-result";

/** The agent's result, and the outcome in the call's record. */
export type Answer = {
  result: CallToolResult;
  outcome: AuditOutcome;
  referral?: AuditRow["referral"];
  detail?: string;
  error?: string;
  durationMs?: number;
  /** The arguments that ran, if any did. */
  argumentsText?: string;
};

const SHOWN_ARGUMENTS_CHARS_MAX = 4_000;
const STARTED: ReadonlySet<string> = new Set(["succeeded", "failed", "unknown"]);

/** The agent's result for an ended held call. */
export function answerOf(settlement: Settlement, hasOutputSchema = false): Answer {
  if (settlement.kind === "closed") return answerOfClosed(settlement.state, hasOutputSchema);
  if (settlement.kind === "stuck") {
    const text = `Countersign can no longer say what became of this call, so it was not run here: ${settlement.message}`;
    return {
      result: errorResult(`${text} Ask a person to look it up before trying again.`),
      outcome: "blocked",
      error: text,
    };
  }
  const { run, edited, argumentsText } = settlement;
  const ran = run.state !== "unknown" && run.error?.code !== NOT_RUN;
  const { outcome, referral, durationMs } = run;
  const answer = { outcome, referral, error: run.error?.message, durationMs, argumentsText };
  return edited
    ? {
        ...answer,
        detail: "arguments edited by the approver",
        result: withEditNote(run.result, { argumentsText }, ran),
      }
    : { ...answer, result: run.result };
}

type Approved = { approvalId?: string; argumentsText: string; differences?: Difference[] };

/** Adds the arguments that ran, as text and in `_meta`: the result keeps its declared form. */
function withEditNote(result: CallToolResult, approved: Approved, ran: boolean): CallToolResult {
  const { argumentsText } = approved;
  const shown =
    argumentsText.length > SHOWN_ARGUMENTS_CHARS_MAX
      ? `${argumentsText.slice(0, SHOWN_ARGUMENTS_CHARS_MAX)}… (shortened)`
      : argumentsText;
  const text = ran
    ? `This call was approved after a person had edited its arguments. It ran with: ${shown} What follows is the result of that.`
    : `This call was approved after a person had edited its arguments to: ${shown} What follows is what came of that.`;
  return {
    ...result,
    content: [{ type: "text", text }, ...result.content],
    _meta: { ...result._meta, "countersign/approved": approvedArguments(approved) },
  };
}

/** The agent's result for an approval that this process did not run. */
export function answerOfClosed(state: ClosedState, hasOutputSchema = false): Answer {
  const answer = answerOfState(state);
  if (state.decision === "changes_requested")
    return { ...answer, result: withRequest(answer.result, state.reason, hasOutputSchema) };
  const { edited, execution, argumentsText, differences } = state;
  if (!edited || argumentsText === undefined || !STARTED.has(execution)) return answer;
  const ran = execution !== "unknown";
  return { ...answer, result: withEditNote(answer.result, { argumentsText, differences }, ran) };
}

/** Adds the requested changes for programs; the text has the same words. */
function withRequest(
  result: CallToolResult,
  requested: string | null | undefined,
  hasOutputSchema: boolean,
): CallToolResult {
  const request = { decision: "changes_requested", requested_changes: requested ?? "" };
  // Clients refuse a structured result that violates the tool's output schema.
  if (hasOutputSchema)
    return { ...result, _meta: { ...result._meta, "countersign/changes_requested": request } };
  return { ...result, structuredContent: request };
}

function answerOfState(state: ClosedState): Answer {
  // A finished run counts, even if its approval was revoked.
  if (state.execution === "succeeded") {
    const kept = isObject(state.outcome?.result) ? toolResult(state.outcome.result) : undefined;
    return {
      result: kept && kept.content.length > 0 ? kept : textResult(state.agentMessage),
      outcome: "ok",
      detail: "executed elsewhere",
    };
  }
  if (state.execution === "failed") {
    const error = state.outcome?.error?.message ?? "";
    const text =
      error && !state.agentMessage.includes(error) ? `${state.agentMessage}\n${error}` : state.agentMessage;
    return { result: errorResult(text), outcome: "execution_error", error };
  }
  if (state.execution === "unknown")
    return { result: errorResult(state.agentMessage), outcome: "upstream_error", error: state.agentMessage };
  const outcomes: Partial<Record<ClosedState["decision"], AuditOutcome>> = {
    rejected: "denied",
    changes_requested: "denied",
    expired: "expired",
    pending: "approval_pending",
  };
  return { result: errorResult(state.agentMessage), outcome: outcomes[state.decision] ?? "blocked" };
}

/**
 * The agent's result for a refusal: the server's message and what to repeat. A call that ran
 * reports its result.
 */
export function answerOfDenial(verdict: DenyAnswer, hasOutputSchema = false): Answer {
  const { approvalId, agentMessage, argumentsText, differences, status, outcome } = verdict;
  if (status === "succeeded" || status === "failed" || status === "unknown")
    return answerOfClosed({
      decision: "approved",
      execution: status,
      agentMessage,
      outcome: outcome ?? null,
      // For a call that ran, present only if a person had changed them.
      edited: argumentsText !== undefined,
      argumentsText,
    });
  if (verdict.code === "CHANGES_REQUESTED") {
    const meta = approvalId ? { _meta: { "countersign/approval_id": approvalId } } : {};
    const result = withRequest(errorResult(agentMessage, meta), verdict.reason, hasOutputSchema);
    return { result, outcome: outcomeOfDenial(verdict.code), detail: verdict.code, error: verdict.reason };
  }
  const shown =
    argumentsText === undefined ? undefined : repeatable({ approvalId, argumentsText, differences });
  // Clients refuse a structured result that violates the output schema, so it goes into `_meta`.
  const beside = hasOutputSchema && shown ? { "countersign/approved": shown.structuredContent } : {};
  const meta = approvalId ? { _meta: { "countersign/approval_id": approvalId, ...beside } } : {};
  const result = errorResult(withApproved(agentMessage, argumentsText, differences), {
    ...meta,
    ...(hasOutputSchema ? {} : shown),
  });
  return { result, outcome: outcomeOfDenial(verdict.code), detail: verdict.code, error: verdict.reason };
}

/**
 * The agent's result for an approval it asked about; with the approved arguments if it has to
 * repeat the call.
 */
export function resultOfApproval(approval: Approval, checkTool: string): CallToolResult {
  const { id: approvalId, argumentsText, differences, edited, decision } = approval;
  const decided = edited && (decision === "approved" || decision === "revoked");
  const structuredContent = {
    ...stateOfApproval(approval),
    ...(decided ? approvedArguments({ argumentsText, differences }) : {}),
  };
  if (isToBeRepeated(approval)) {
    const shown = repeatable({ approvalId, argumentsText, differences });
    return textResult(withApproved(approval.agentMessage, argumentsText, differences), {
      structuredContent: { ...structuredContent, ...shown.structuredContent },
    });
  }
  if (isOpen(approval)) {
    const text = `${approval.agentMessage}\nStill open at ${approval.approvalUrl} To go on waiting, call ${checkTool} again with this approval_id.`;
    return textResult(text, { structuredContent });
  }
  return { ...answerOfClosed(approval).result, structuredContent };
}

/** Whether a decision or a result is still pending. */
export function isOpen({ decision, execution }: Approval): boolean {
  return decision === "pending" || execution === "awaiting" || execution === "executing";
}

/** Approved, and the agent has to repeat the call. */
export function isToBeRepeated({ decision, execution, mode }: Approval): boolean {
  return decision === "approved" && execution === "awaiting" && mode === "reissue";
}

/** An approval as structured data. */
export function stateOfApproval(approval: Approval): Record<string, unknown> {
  const { id, tool, status, decision, execution, edited, approvalUrl, decideBy, useBy, outcome } = approval;
  return {
    ...{ approval_id: id, tool, status, decision, execution, approval_url: approvalUrl },
    ...{ decide_by: decideBy, use_by: useBy },
    ...(edited ? { edited } : {}),
    ...(decision === "changes_requested" ? { requested_changes: approval.reason ?? "" } : {}),
    ...(outcome ? { outcome } : {}),
  };
}

function repeatable(approved: Approved): Partial<CallToolResult> {
  return { structuredContent: approvedArguments({ ...approved, differences: approved.differences ?? [] }) };
}

/** Exact text next to the parsed value, because parsing may change digits. */
function approvedArguments({ approvalId, argumentsText, differences }: Approved): Record<string, unknown> {
  return {
    ...(approvalId ? { approval_id: approvalId } : {}),
    approved_arguments: JSON.parse(argumentsText),
    approved_arguments_text: argumentsText,
    ...(differences ? { differences } : {}),
  };
}

function withApproved(message: string, argumentsText?: string, differences: Difference[] = []): string {
  const lines = [message];
  if (argumentsText !== undefined && !message.includes(argumentsText))
    lines.push(`Approved arguments: ${argumentsText}`);
  if (differences.length > 0) {
    const said = (value: unknown) => (value === undefined ? "absent" : exactText(value));
    const rows = differences.map(
      ({ path, approved, received }) => `- ${path || "/"}: ${said(received)} → ${said(approved)}`,
    );
    lines.push(`What differs from the call as you made it:\n${rows.join("\n")}`);
  }
  return lines.join("\n");
}

/** The agent's wait limit passed; the approval stays open, or the call is running. */
export function answerOfWaiting(wait: WaitAnswer, checkTool: string, running = false): Answer {
  const state = running
    ? `It was approved and is running, and has not ended yet. Do not repeat it. Approval ${wait.approvalId} is at ${wait.approvalUrl}. `
    : `${wait.agentMessage}\nNot decided yet, and not run. Approval ${wait.approvalId} stays open at ${wait.approvalUrl}. `;
  const text = `${state}To wait for the outcome, call ${checkTool} with this approval_id.`;
  const result = errorResult(text, {
    _meta: {
      "countersign/requires_human_approval": true,
      "countersign/approval_id": wait.approvalId,
      "countersign/approval_url": wait.approvalUrl,
      "countersign/ttl_seconds": wait.ttlSeconds,
    },
  });
  return { result, outcome: "approval_pending" };
}

/** No decision was available, so nothing ran: the gateway fails closed. */
export function answerOfTrouble(tool: string, error: unknown): Answer {
  if (!(error instanceof CountersignError)) throw error;
  const end = `The tool ${tool} was not run and nothing was changed.`;
  if (error.status === 400 || error.status === 413 || error.status === 422) {
    const fields = error.errors
      .map((e) => `${e.pointer}: ${e.message}${e.hint ? ` (${e.hint})` : ""}`)
      .join("; ");
    const text = `Countersign refused the call as malformed: ${fields || error.message} ${end} Correct it and call again.`;
    return {
      result: errorResult(text),
      outcome: "blocked",
      detail: error.code,
      error: fields || error.message,
    };
  }
  if (error.status === 401 || error.status === 403) {
    const text = `This gateway is not allowed to ask Countersign: ${error.message} ${end} Report this to the person who runs the gateway.`;
    return { result: errorResult(text), outcome: "unauthorized", error: error.message };
  }
  const text =
    `The gateway could not ask Countersign whether this call may run: ${error.message} ${end} ` +
    "This is an outage, not a denial. Do not try another way; try again later or report this to the person you work for.";
  return { result: errorResult(text), outcome: "blocked", detail: error.code, error: error.message };
}
