import * as z from "zod";
import { RawJson } from "@/lib/core/json/raw";
import type { Execution } from "@/lib/generated/prisma/client";
import { executionReportWire } from "./execution/schema";
import { messageOf } from "./messages";
import { currentExecution, statusOf } from "./rules";
import type { WholeApproval } from "./types";

export type WireNames = { tenants: Map<string, string>; gateways: Map<string, string> };

/** One approval in wire words, with the arguments exactly as they came. `url` is where people see it. */
export function toWire(approval: WholeApproval, names: WireNames, url: string): Record<string, unknown> {
  return {
    id: approval.id,
    external_id: approval.externalId,
    tenant: names.tenants.get(approval.tenantId),
    gateway: names.gateways.get(approval.gatewayId),
    provider: approval.provider,
    tool: approval.tool,
    arguments: RawJson.parse(approval.argumentsText),
    arguments_sha256: approval.argumentsSha256,
    revision: approval.revision,
    edited: approval.argumentsSha256 !== approval.requestedSha256,
    risk: approval.risk,
    summary: approval.summary,
    rationale: approval.rationale,
    status: statusOf(approval),
    decision: approval.decision,
    execution: approval.execution,
    execution_id: approval.executionId,
    decide_by: approval.decideBy,
    use_by: approval.useBy,
    votes: approval.votes.map((vote) => ({
      by: vote.userName,
      verdict: vote.verdict,
      reason: vote.reason,
      at: vote.createdAt,
    })),
    approvals_required: approval.approvalsRequired,
    outcome: outcomeOf(currentExecution(approval)),
    reason: approval.reason,
    agent_message: messageOf(approval),
    approval_url: url,
    correlation: approval.correlation === null ? null : RawJson.parse(approval.correlation),
    created_at: approval.createdAt,
    decided_at: approval.decidedAt,
  };
}

function outcomeOf(execution: Execution | undefined): Record<string, unknown> | null {
  if (!execution || !["executing", "succeeded", "failed", "unknown", "lapsed"].includes(execution.state))
    return null;
  const { resultText, resultTruncated, errorMessage, errorCode } = execution;
  return {
    status: execution.state,
    result: resultText === null ? undefined : resultTruncated ? resultText : RawJson.parse(resultText),
    result_truncated: resultTruncated ? true : undefined,
    error: errorMessage === null ? undefined : { code: errorCode ?? undefined, message: errorMessage },
    duration_ms: execution.durationMs ?? undefined,
  };
}

/** The `data` of a callback. Every decision has all members; what does not apply is null. */
export const callbackDataWire = z.object({
  approval_id: z.uuid(),
  external_id: z.string().nullable().describe("Your own id of the call."),
  tenant: z.string(),
  provider: z.string().nullable(),
  tool: z.string(),
  decision: z.enum(["approved", "rejected", "changes_requested", "expired", "cancelled", "revoked"]),
  revision: z.int().min(1),
  execution_id: z.uuid().nullable().describe("What to report the execution under."),
  use_by: z.iso.datetime().nullable().describe("Begin before then."),
  arguments: z.unknown().describe("The arguments that were decided on, as JSON."),
  arguments_text: z.string().describe("The same, byte for byte. Run these."),
  arguments_sha256: z.string(),
  edited: z.boolean().describe("True: a person changed the arguments you sent."),
  decided_by: z
    .array(z.object({ name: z.string(), at: z.iso.datetime(), reason: z.string().nullable() }))
    .describe("The people whose votes decided it."),
  reason: z.string().nullable(),
  agent_message: z.string().describe("For the model to read, word for word."),
  correlation: z.unknown().describe("As you sent it with the call, or null."),
  precondition: z.string().nullable().describe("As you sent it with the call."),
});

/** What the answer to a callback may hold besides its status: the report on the execution. */
export const callbackAnswerWire = z.object({
  execution: executionReportWire.partial({ execution_id: true }).optional(),
});
