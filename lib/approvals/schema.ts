import * as z from "zod";
import { camelKeys } from "@/lib/core/casing";
import {
  ARGUMENTS_BYTES_MAX,
  externalId,
  INTEGER_MAX,
  instant,
  NAME_MAX,
  pageQuery,
  RISKS,
  type RiskWord,
  rationale,
  rawObject,
  rawValue,
  riskWord,
  shortName,
  tenantKey,
} from "@/lib/core/wire";
import type { ClaimView } from "./queue/schema";
import type { Settled } from "./settle/schema";

export const SUMMARY_MAX = 500;
export const IMPACT_MAX = 1_000;
export const PREVIEW_MAX = 64 * 1024;
export const CORRELATION_BYTES_MAX = 4 * 1024;
export const RESULT_BYTES_MAX = 64 * 1024;
export const REASON_MAX = 1_000;
export const WAIT_SECONDS_MAX = 55;
// A decision may be asked for within a minute and must fall within 30 days.
export const TTL_SECONDS = { min: 60, max: 2_592_000 };

export const DECISIONS = [
  "pending",
  "approved",
  "rejected",
  "changes_requested",
  "expired",
  "cancelled",
  "revoked",
] as const;
export type DecisionWord = (typeof DECISIONS)[number];

export const EXECUTIONS = [
  "none",
  "blocked",
  "awaiting",
  "executing",
  "succeeded",
  "failed",
  "unknown",
  "lapsed",
] as const;
export type ExecutionWord = (typeof EXECUTIONS)[number];

/** One word for people and simple clients: the decision until approved, then the execution. */
export type StatusWord = DecisionWord | ExecutionWord;
export const STATUSES = [
  ...DECISIONS,
  "awaiting",
  "executing",
  "succeeded",
  "failed",
  "unknown",
  "lapsed",
] as const;

export const factsSchema = z.strictObject({
  what: z.string().max(NAME_MAX).optional(),
  to_whom: z.string().max(NAME_MAX).optional(),
  how_many: z.union([z.int().min(0), z.string().max(NAME_MAX)]).optional(),
  undo: z.string().max(NAME_MAX).optional(),
});
export type Facts = z.infer<typeof factsSchema>;

export const previewSchema = z.strictObject({
  format: z.enum(["text", "json", "diff"]),
  content: z.string().max(PREVIEW_MAX),
});
export type Preview = z.infer<typeof previewSchema>;

const held = {
  id: externalId.optional(),
  tenant: tenantKey,
  gateway: shortName.optional().describe("If present, the key's own gateway."),
  provider: shortName.optional(),
  tool: shortName,
  arguments: rawObject(ARGUMENTS_BYTES_MAX),
  rationale,
  risk: riskWord.optional(),
  summary: z.string().min(1).max(SUMMARY_MAX).optional(),
  impact: z.string().max(IMPACT_MAX).optional(),
  facts: factsSchema.optional(),
  preview: previewSchema.optional(),
  confirm: z.boolean().optional(),
  mode: z.enum(["callback", "reissue"]).optional(),
  ttl_seconds: z.int().min(TTL_SECONDS.min).max(TTL_SECONDS.max).optional(),
  callback_url: z.url().max(2_000).optional(),
  agent: shortName.optional(),
  agent_version: shortName.optional(),
  on_behalf_of: shortName.optional(),
  session_id: shortName.optional(),
  call_id: shortName.optional(),
  correlation: rawValue(CORRELATION_BYTES_MAX).optional(),
  precondition: z.string().max(NAME_MAX).optional(),
  occurred_at: instant.optional(),
};

/** Members that stay exact text, for the body reader. */
export const HELD_RAW = ["/arguments", "/correlation"];

/** POST /api/v1/approvals */
export const createApprovalWire = z.strictObject(held);
export const createApprovalSchema = createApprovalWire.transform(camelKeys);
export type CreateApproval = z.output<typeof createApprovalSchema>;

/** POST /api/v1/authorize */
export const authorizeWire = z.strictObject({
  ...held,
  redemption_key: shortName.optional(),
  wait_seconds: z.int().min(0).max(WAIT_SECONDS_MAX).optional(),
});
export const authorizeSchema = authorizeWire.transform(camelKeys);
export type Authorize = z.output<typeof authorizeSchema>;

/** Members that may differ between retries of one request. */
export const RETRY_MAY_DIFFER = ["wait_seconds", "redemption_key", "occurred_at"];

/** POST /api/v1/approvals/{id}/execution */
export const executionReportWire = z.strictObject({
  execution_id: z.uuid(),
  state: z.enum(["executing", "succeeded", "failed"]),
  // Larger results are cut to their head, so the limit here is the body's own.
  result: rawValue(1024 * 1024).optional(),
  error: z
    .strictObject({ code: z.string().max(NAME_MAX).optional(), message: z.string().max(10_000) })
    .optional(),
  duration_ms: z.int().min(0).max(INTEGER_MAX).optional(),
});
export const executionReportSchema = executionReportWire.transform(camelKeys);
export type ExecutionReport = z.output<typeof executionReportSchema>;
export const REPORT_RAW = ["/result"];

const seen = {
  revision: z.int().min(1),
  arguments_sha256: z.string().regex(/^[0-9a-f]{64}$/, "64 lower-case hex digits"),
};
const reason = z.string().trim().min(1).max(REASON_MAX);

/** What a person was looking at: anything else is STALE_VIEW. */
export const approveWire = z.strictObject({
  ...seen,
  reason: reason.optional(),
  arguments: rawObject(ARGUMENTS_BYTES_MAX)
    .optional()
    .describe("Edit and approve: the arguments that shall run instead."),
});
export const approveSchema = approveWire.transform(camelKeys);
export const APPROVE_RAW = ["/arguments"];

export const rejectWire = z.strictObject({ ...seen, reason });
export const rejectSchema = rejectWire.transform(camelKeys);

export const requestChangesSchema = rejectSchema;

export const revokeWire = z.strictObject({ ...seen, reason });
export const revokeSchema = revokeWire.transform(camelKeys);

export const extendWire = z.strictObject({ seconds: z.int().min(TTL_SECONDS.min).max(TTL_SECONDS.max) });
export const extendSchema = extendWire;

export const cancelWire = z.strictObject({ reason: reason.optional() });
export const cancelSchema = cancelWire;

/** A person's verb on one approval, as commands take it. */
export type DecideApproval = { id: string; revision: number; argumentsSha256: string } & (
  | { verdict: "approve"; reason?: string; argumentsText?: string }
  | { verdict: "reject" | "request_changes" | "revoke"; reason: string }
);

const decided = { id: z.string(), revision: seen.revision, argumentsSha256: seen.arguments_sha256 };

/** What server actions accept from the page. */
export const decideInput: z.ZodType<DecideApproval> = z.discriminatedUnion("verdict", [
  z.strictObject({
    ...decided,
    verdict: z.literal("approve"),
    reason: reason.optional(),
    argumentsText: z.string().optional(),
  }),
  z.strictObject({ ...decided, verdict: z.enum(["reject", "request_changes", "revoke"]), reason }),
]);
export const extendInput = z.strictObject({ id: z.string(), seconds: extendWire.shape.seconds });
export const cancelInput = z.strictObject({
  id: z.string(),
  reason: z.string().trim().max(REASON_MAX).optional(),
});

export const replayInput = z.strictObject({ deliveryId: z.uuid() });

/** What a server action tells the page. A refusal carries who won instead, for the page to say inline. */
export type DecideResult =
  | { ok: true; status: StatusWord; at: Date }
  | { ok: false; code: string; message: string; requestId?: string };

// ---- Lists and pages -------------------------------------------------------------------------------------------------

export const listApprovalsQuery = z.strictObject({
  status: z.enum(STATUSES).optional(),
  tool: shortName.optional(),
  tenant: tenantKey.optional(),
  ...pageQuery,
});
export type ListApprovals = z.output<typeof listApprovalsQuery>;

export type Names = { id: string; key: string; name: string };

/** Counts stop here ("999+"): exact counts of large tables cost what nobody needs. */
export const COUNT_CAP = 1_000;

export type HeadlinePart = { text: string; risky: boolean };

/** One of the five facts. `claim` is what the gateway said, null when it said nothing; `note` is what we computed. */
export type FactView = { claim: string | null; note: string | null; unusual: boolean };

export type Verb = "approve" | "edit" | "reject" | "request_changes" | "revoke" | "extend" | "cancel";

/** How approving is confirmed, growing with risk. */
export type Confirmation =
  | { kind: "click" }
  | { kind: "enter" }
  | { kind: "two_step" }
  | { kind: "type"; expected: string; what: "count" | "target" };

export type TimelineItem = {
  at: Date;
  kind:
    | "requested"
    | "notified"
    | "viewed"
    | "claimed"
    | "edited"
    | "vote"
    | "dispatched"
    | "decided"
    | "extended"
    | "told"
    | "delivery"
    | "started"
    | "finished"
    | "note";
  title: string;
  by: string | null;
  detail: string | null;
  /** What it set an end to. */
  until: Date | null;
  /** Links to nothing yet when null. */
  href: string | null;
};

export type DeliveryView = {
  id: string;
  state: "waiting" | "sending" | "delivered" | "dead";
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
  href: string;
  /** The viewer may have it sent once more, and it has ended. */
  mayReplay: boolean;
};

/** Everything the approval page shows. */
export type ApprovalView = {
  id: string;
  externalId: string | null;
  tenant: Names;
  gateway: { id: string; name: string };
  provider: string | null;
  tool: string;
  revision: number;
  argumentsText: string;
  argumentsSha256: string;
  status: StatusWord;
  decision: DecisionWord;
  execution: ExecutionWord;
  undelivered: boolean;
  risk: RiskWord;
  /** Why the risk is what it is, in words. */
  riskWhy: string;
  /** Why a person is asked, in words. */
  heldWhy: string;
  headline: HeadlinePart[];
  /** True when the headline was made by us because the gateway sent no summary. */
  headlineIsOurs: boolean;
  lead: string;
  facts: { what: FactView; toWhom: FactView; howMany: FactView; undo: FactView };
  impact: string | null;
  preview: Preview | null;
  rationale: string | null;
  agent: string | null;
  agentVersion: string | null;
  onBehalfOf: string | null;
  sessionId: string | null;
  callId: string | null;
  correlationText: string | null;
  precondition: string | null;
  /** Other calls of the same session, and of the same agent in the last 30 days. */
  sessionRecord: { calls: number; rejected: number } | null;
  trackRecord: { approved: number; rejected: number } | null;
  /** The last approved call of the same tool, tenant and agent (else of the same tool and tenant). */
  lastApproved: { id: string; at: Date; by: string | null; argumentsText: string; sameAgent: boolean } | null;
  /** Set when the arguments were edited by a person. */
  requestedArgumentsText: string | null;
  server: {
    known: boolean;
    description: string | null;
    inputSchemaText: string | null;
    annotations: Record<string, unknown> | null;
    catalogueRisk: RiskWord | null;
    overrideRisk: RiskWord | null;
    version: number | null;
    changedSinceLastApproval: boolean;
  };
  createdAt: Date;
  decideBy: Date;
  useBy: Date | null;
  decidedAt: Date | null;
  decidedBy: string | null;
  reason: string | null;
  votes: { by: string; verdict: string; reason: string | null; at: Date }[];
  approvalsRequired: number;
  outcome: {
    state: "executing" | "succeeded" | "failed" | "unknown";
    resultText: string | null;
    truncated: boolean;
    error: { code: string | null; message: string } | null;
    durationMs: number | null;
  } | null;
  agentMessage: string;
  deliveries: DeliveryView[];
  timeline: TimelineItem[];
  /** What the viewer may do now; a verb they may not is absent. */
  verbs: Verb[];
  /** What went wrong needs somebody, or was dealt with; null when nothing is wrong. */
  attention: "needed" | Settled | null;
  /** When it last changed: what a person saw. */
  changedAt: Date;
  claim: ClaimView | null;
  snoozedUntil: Date | null;
  viewerId: string;
  confirmation: Confirmation;
  /** The act in the button's words, for example "Approve and send". */
  approveLabel: string;
  asOf: Date;
};

export { RISKS, type RiskWord };
