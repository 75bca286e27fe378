import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import type { RawJson } from "@/lib/core/json/raw";
import {
  ARGUMENTS_BYTES_MAX,
  externalId,
  hasMembers,
  instant,
  pageQuery,
  type RiskWord,
  rationale,
  rawObject,
  rawValue,
  riskWord,
  shortName,
  tenantKey,
} from "@/lib/core/wire";

/** Rows of one batch. */
export const ROWS_MAX = 1_000;
/** Characters of an error or an explanation. */
export const TEXT_MAX = 10_000;
export const VIOLATIONS_MAX = 100;
export const RECEIVED_BYTES_MAX = 16 * 1024;
export const AXES_MAX = 20;
// What a Postgres integer holds: 24 days of milliseconds.
const INTEGER_MAX = 2_147_483_647;
/** How far a machine's clock may be ahead of the database's. */
export const FUTURE_MAX_MS = 86_400_000;

export const OUTCOME_CLASSES = ["ok", "caller", "tool", "boundary", "governance", "extrinsic"] as const;
export type OutcomeClass = (typeof OUTCOME_CLASSES)[number];

export const OUTCOMES = [
  "ok",
  "empty_result",
  "validation_error",
  "unknown_tool",
  "missing_precondition",
  "not_found",
  "state_conflict",
  "execution_error",
  "contract_violation",
  "wrong_tool_boundary",
  "low_utility",
  "approval_pending",
  "denied",
  "expired",
  "blocked",
  "unauthorized",
  "timeout",
  "upstream_error",
  "rate_limited",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Why a call was refused, member by member. `received` is what was sent there, exactly. */
const violationWire = z.strictObject({
  path: z.string().max(TEXT_MAX),
  message: z.string().max(TEXT_MAX),
  received: rawValue(RECEIVED_BYTES_MAX).optional(),
});

const explanation = z.string().min(1).max(TEXT_MAX);

/** A tool's word that a task crosses what it is for. Its axes are the agent's own words. */
export const referralWire = z.strictObject({
  boundary_axes: z.array(shortName).max(AXES_MAX).optional(),
  observed_task_shape: explanation.optional(),
  suggested_split: explanation.optional(),
  evidence: explanation.optional(),
});
export type Referral = z.output<typeof referralWire>;

/** POST /api/v1/audit, one row */
export const auditRowWire = z
  .strictObject({
    id: externalId.optional(),
    tenant: tenantKey,
    gateway: shortName.optional().describe("If present, the key's own gateway."),
    provider: shortName.optional(),
    tool: shortName,
    method: shortName.optional(),
    rationale,
    risk: riskWord.optional(),
    arguments: rawObject(ARGUMENTS_BYTES_MAX).optional(),
    outcome: z.enum(OUTCOMES),
    outcome_detail: z.string().max(TEXT_MAX).optional(),
    error_message: z.string().max(TEXT_MAX).optional(),
    validation: z.array(violationWire).max(VIOLATIONS_MAX).optional(),
    referral: referralWire.optional(),
    duration_ms: z.int().min(0).max(INTEGER_MAX).optional(),
    attempt: z.int().min(0).max(INTEGER_MAX).optional(),
    agent: shortName.optional(),
    agent_version: shortName.optional(),
    model: shortName.optional(),
    on_behalf_of: shortName.optional(),
    session_id: shortName.optional(),
    call_id: shortName.optional(),
    approval_id: z.uuid().optional(),
    occurred_at: instant,
  })
  .superRefine(
    (row, context) => {
      if (row?.outcome !== "wrong_tool_boundary") return;
      const missing = (member: string, message: string) =>
        context.addIssue({ code: "custom", path: ["referral", member], message });
      if (!row.referral?.boundary_axes?.length)
        missing("boundary_axes", "wrong_tool_boundary needs at least one boundary axis");
      if (!row.referral?.evidence) missing("evidence", "wrong_tool_boundary needs a short piece of evidence");
    },
    { when: hasMembers },
  );
export const auditRowSchema = auditRowWire.transform(camelKeys);
export type AuditInput = z.output<typeof auditRowSchema>;

/** POST /api/v1/audit, a batch. The rows are checked one by one, so that good ones are stored whatever the bad ones are. */
export const auditBatchWire = z.strictObject({ rows: z.array(auditRowWire).min(1).max(ROWS_MAX) });

/** Members of a row that stay exact text. */
export const AUDIT_ROW_RAW = ["/arguments", "/validation/*/received"];

/** Members that may differ between retries of one row. */
export const RETRY_MAY_DIFFER = ["occurred_at"];

/** Counting stops here; beyond it people read "1,000+". */
export const CALL_COUNT_MAX = 1_000;

/** What classes of outcomes can be asked for: each one, or all that speak of something that went wrong. */
export const CLASS_CHOICES = [...OUTCOME_CLASSES, "failed"] as const;
export type ClassChoice = (typeof CLASS_CHOICES)[number];

const filter = {
  tool: shortName.optional(),
  provider: shortName.optional(),
  outcome: z.enum(OUTCOMES).optional(),
  class: z
    .enum(CLASS_CHOICES)
    .optional()
    .describe("A class of outcomes; failed: caller, tool, boundary and extrinsic together."),
  agent: shortName.optional(),
  session_id: shortName.optional(),
  gateway: shortName.optional(),
  approval_id: z.uuid().optional(),
  rationale: z.literal("missing").optional().describe("Only calls without a usable rationale."),
  tenant: tenantKey.optional(),
  q: z
    .string()
    .min(1)
    .max(500)
    .optional()
    .describe('Words of the rationale, in any order and case; "in quotes" as a phrase, -word to exclude.'),
  since: instant.optional(),
  until: instant.optional().describe("Not included."),
};

/** GET /api/v1/audit */
export const auditQuery = z.strictObject({
  ...filter,
  format: z.enum(["json", "ndjson", "csv"]).optional().describe("Wins over the Accept header."),
  ...pageQuery,
});
export type AuditQuery = z.output<typeof auditQuery>;

/** Which calls are meant. Times as instants, tenant and gateway by their names. */
export type CallFilter = {
  tool?: string;
  provider?: string;
  outcome?: Outcome;
  class?: ClassChoice;
  agent?: string;
  sessionId?: string;
  gateway?: string;
  approvalId?: string;
  rationale?: "missing";
  tenant?: string;
  q?: string;
  since?: Date;
  /** Not included. */
  until?: Date;
};

/** One call an agent made. */
export type CallRow = {
  id: string;
  externalId: string | null;
  tenant: string;
  gateway: string;
  provider: string | null;
  tool: string;
  method: string | null;
  rationale: string | null;
  risk: RiskWord | null;
  /** Exactly as sent. */
  arguments: RawJson | null;
  outcome: Outcome;
  class: OutcomeClass;
  outcomeDetail: string | null;
  errorMessage: string | null;
  validation: { path: string; message: string; received?: RawJson }[] | null;
  referral: Referral | null;
  durationMs: number | null;
  attempt: number | null;
  agent: string | null;
  agentVersion: string | null;
  model: string | null;
  onBehalfOf: string | null;
  sessionId: string | null;
  callId: string | null;
  approvalId: string | null;
  occurredAt: Date;
  receivedAt: Date;
};
