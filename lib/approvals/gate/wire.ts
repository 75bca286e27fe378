import * as z from "zod";
import { warningsWire, wireTime } from "@/lib/core/wire";
import type { Execution } from "@/lib/generated/prisma/client";
import { ALLOW_MESSAGES, type AllowReason } from "../allow-messages";
import { argumentDifferences } from "../differences";
import { knownOutcomeOf } from "../execution/rules";
import { agentMessage } from "../messages";
import { statusOf } from "../rules";
import type { DecisionWord, ExecutionWord } from "../types";
import { approvalWire, differenceWire, outcomeOf, outcomeWire, statusWire } from "../wire";
import { DENY_CODES, type DenyCode } from "./types";

/** Poll interval for a client that does not long-poll. */
const POLL_AFTER_MS = 2_000;

const ALLOW_REASONS = Object.keys(ALLOW_MESSAGES) as AllowReason[];
const agentText = z.string().describe("For the model to read, word for word.");

export const allowWire = z
  .strictObject({
    decision: z.literal("allow"),
    reason: z.enum(ALLOW_REASONS),
    execution_id: z.uuid(),
    approval_id: z.uuid().optional(),
    arguments_sha256: z.string(),
    agent_message: agentText,
    warnings: warningsWire,
  })
  .meta({ id: "Allow" });

export const waitWire = z
  .strictObject({
    decision: z.literal("wait"),
    requires_human_approval: z.literal(true),
    approval_id: z.uuid(),
    approval_url: z.string().describe("Where people see it."),
    summary: z.string(),
    ttl_seconds: z.int().describe("How long people still have."),
    status: statusWire,
    release_at: wireTime
      .optional()
      .describe("Enough people have approved it, and it is held until then: they may still take that back."),
    poll_after_ms: z.int(),
    arguments_sha256: z.string(),
    agent_message: agentText,
    warnings: warningsWire,
  })
  .meta({ id: "Wait" });

export const denyWire = z
  .strictObject({
    decision: z.literal("deny"),
    code: z.enum(DENY_CODES),
    approval_id: z.uuid(),
    reason: z.string().optional(),
    differences: z.array(differenceWire).optional().describe("With ARGUMENTS_MISMATCH."),
    arguments_text: z
      .string()
      .optional()
      .describe(
        "With ARGUMENTS_MISMATCH: the approved arguments, byte for byte. With GRANT_USED: those that ran, where a person had changed them.",
      ),
    status: statusWire.optional().describe("With GRANT_USED: the status of the call."),
    outcome: outcomeWire.optional().describe("With GRANT_USED: what came of it, once it began."),
    agent_message: agentText,
    warnings: warningsWire,
  })
  .meta({ id: "Deny" });

/** The answer to POST /api/v1/approvals; to a retry after the end of the call, that end. */
export const createdApprovalWire = waitWire.extend({ approval: approvalWire });
export const endedApprovalWire = denyWire.extend({ approval: approvalWire });

type HeldRow = {
  id: string;
  decision: DecisionWord;
  execution: ExecutionWord;
  mode: string;
  tool: string;
  summary: string;
  reason: string | null;
  useBy: Date | null;
  decideBy: Date;
  releaseAt: Date | null;
  argumentsText: string;
  argumentsSha256: string;
  requestedSha256: string;
  executionId: string | null;
  heldBecause: string;
  policy?: unknown;
  approvalsRequired: number;
  seats?: unknown;
  brokeGlass: boolean;
  revokedByPolicy: boolean;
  knownOutcome: unknown;
  executions?: readonly Execution[];
};

/** The body of an `allow`. */
export function allowBody(answer: {
  reason: AllowReason;
  executionId: string;
  approvalId: string | null;
  digest: string;
  message?: string;
}): z.output<typeof allowWire> {
  return {
    decision: "allow",
    reason: answer.reason,
    execution_id: answer.executionId,
    approval_id: answer.approvalId ?? undefined,
    arguments_sha256: answer.digest,
    agent_message: answer.message ?? ALLOW_MESSAGES[answer.reason],
  };
}

/** The body of a `wait`; `requires_human_approval` and its fields are enough for a gateway. */
export function waitBody(row: HeldRow, url: string, now: Date): z.output<typeof waitWire> {
  return {
    decision: "wait",
    requires_human_approval: true,
    approval_id: row.id,
    approval_url: url,
    summary: row.summary,
    ttl_seconds: Math.max(0, Math.ceil((row.decideBy.getTime() - now.getTime()) / 1_000)),
    status: statusOf(row),
    release_at: row.releaseAt ?? undefined,
    poll_after_ms: POLL_AFTER_MS,
    arguments_sha256: row.argumentsSha256,
    agent_message: messageFor(row),
  };
}

/** The body of a `deny`. `received`: the text of the arguments that did not match. */
export function denyBody(code: DenyCode, row: HeldRow, received?: string): z.output<typeof denyWire> {
  const mismatch = code === "ARGUMENTS_MISMATCH";
  return {
    decision: "deny",
    code,
    approval_id: row.id,
    reason: row.reason ?? undefined,
    differences:
      mismatch && received !== undefined ? argumentDifferences(row.argumentsText, received) : undefined,
    arguments_text: mismatch || (code === "GRANT_USED" && ranEdited(row)) ? row.argumentsText : undefined,
    ...(code === "GRANT_USED"
      ? { status: statusOf(row), outcome: outcomeOf(currentOf(row)) ?? undefined }
      : {}),
    agent_message: denyMessage(code, row),
  };
}

function denyMessage(code: DenyCode, row: HeldRow): string {
  // The worker may not have expired the grant yet.
  if (code === "EXPIRED" && row.decision === "approved") return messageFor({ ...row, execution: "lapsed" });
  if (code === "GRANT_USED" && row.execution === "executing") {
    return "The approval of this call was already used, once, and its outcome has not been reported yet. The call must not run again; ask again if it is needed a second time.";
  }
  if (code === "ARGUMENTS_MISMATCH") {
    return `These are not the approved arguments, so this call did not run. ${messageFor(row)}`;
  }
  return messageFor(row);
}

function isEdited({ argumentsSha256, requestedSha256 }: HeldRow): boolean {
  return argumentsSha256 !== requestedSha256;
}

/** Not while it runs: the agent could take the arguments for a request to repeat the call. */
function ranEdited(row: HeldRow): boolean {
  return isEdited(row) && row.execution !== "executing";
}

function messageFor(row: HeldRow): string {
  const execution = currentOf(row);
  return agentMessage({
    ...row,
    edited: isEdited(row),
    knownOutcome: knownOutcomeOf(row),
    resultText: execution?.resultText ?? null,
    errorMessage: execution?.errorMessage ?? null,
  });
}

function currentOf({ executions, executionId }: HeldRow): Execution | undefined {
  return executions?.find(({ id }) => id === executionId);
}
