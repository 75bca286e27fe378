/** Shapes of Countersign's gateway API in camelCase. Times are RFC 3339 strings, durations carry their unit in the name. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Risk = "low" | "medium" | "high" | "critical";
export type Mode = "callback" | "reissue";

/** Exactly one of the two: a value to serialise, or JSON text that must arrive byte for byte. */
export type ToolArguments =
  | { arguments: Record<string, unknown>; argumentsText?: undefined }
  | { argumentsText: string; arguments?: undefined };

export type ApprovalRequest = ToolArguments & {
  /** Your own id for this call, 1–200 printable ASCII characters. Made up when left out; retries reuse it. */
  id?: string;
  tenant: string;
  gateway?: string;
  provider?: string;
  tool: string;
  /** Why the agent makes this call, 10–500 characters. */
  rationale: string;
  risk?: Risk;
  summary?: string;
  impact?: string;
  /** Sent as is, with the wire's own names (`what`, `to_whom`, `how_many`, `undo`). */
  facts?: Record<string, Json>;
  preview?: { format: string; content: string };
  confirm?: boolean;
  mode?: Mode;
  ttlSeconds?: number;
  callbackUrl?: string;
  agent?: string;
  agentVersion?: string;
  onBehalfOf?: string;
  sessionId?: string;
  callId?: string;
  correlation?: Record<string, Json>;
  precondition?: string;
  occurredAt?: string;
};

export type AuthorizeRequest = ApprovalRequest & { redemptionKey?: string; waitSeconds?: number };

export type AllowAnswer = {
  decision: "allow";
  reason: string;
  executionId: string;
  approvalId?: string;
  argumentsSha256: string;
  agentMessage: string;
};
export type WaitAnswer = {
  decision: "wait";
  requiresHumanApproval: true;
  approvalId: string;
  approvalUrl: string;
  summary: string;
  ttlSeconds: number;
  status: string;
  pollAfterMs: number;
  argumentsSha256: string;
  agentMessage: string;
};
export type DenyCode =
  | "REJECTED"
  | "EXPIRED"
  | "POLICY"
  | "CHANGES_REQUESTED"
  | "ARGUMENTS_MISMATCH"
  | "GRANT_USED"
  | "CANCELLED";
export type DenyAnswer = {
  decision: "deny";
  code: DenyCode;
  approvalId?: string;
  reason?: string;
  differences?: { path: string; approved: unknown; received: unknown }[];
  agentMessage: string;
};
export type AuthorizeAnswer = AllowAnswer | WaitAnswer | DenyAnswer;

export type Decision =
  | "pending"
  | "approved"
  | "rejected"
  | "changes_requested"
  | "expired"
  | "cancelled"
  | "revoked";
export type ExecutionState =
  | "none"
  | "blocked"
  | "awaiting"
  | "executing"
  | "succeeded"
  | "failed"
  | "unknown"
  | "lapsed";

export type Approval = {
  id: string;
  externalId: string;
  tenant: string;
  gateway: string;
  provider: string | null;
  tool: string;
  arguments: Record<string, unknown>;
  /** `arguments` exactly as stored, digits and all. Execute this, not `arguments`. */
  argumentsText: string;
  argumentsSha256: string;
  revision: number;
  /** True when a person changed the arguments. */
  edited?: boolean;
  risk: Risk;
  summary: string | null;
  rationale: string;
  status: string;
  decision: Decision;
  execution: ExecutionState;
  /** Sent once the call was approved. */
  executionId?: string | null;
  decideBy: string | null;
  useBy: string | null;
  votes: { by: string; verdict: string; reason: string | null; at: string }[];
  approvalsRequired: number;
  outcome: { status: string; result?: unknown; error?: { code?: string; message: string } } | null;
  agentMessage: string;
  approvalUrl: string;
  correlation: Record<string, Json> | null;
  createdAt: string;
  decidedAt: string | null;
};

export type ExecutionReport = {
  executionId: string;
  state: "executing" | "succeeded" | "failed";
  result?: unknown;
  error?: { code?: string; message: string };
  durationMs?: number;
};

export type PolicySnapshot = {
  tools: { provider: string | null; name: string; risk: Risk; requiresConfirmation: boolean }[];
  [setting: string]: unknown;
};

export type ToolDefinition = {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
  risk?: Risk;
  requiresConfirmation?: boolean;
  impact?: string;
  category?: string;
  cheatsheet?: string;
};

export type AuditOutcome =
  | "ok"
  | "empty_result"
  | "validation_error"
  | "unknown_tool"
  | "missing_precondition"
  | "not_found"
  | "state_conflict"
  | "execution_error"
  | "contract_violation"
  | "wrong_tool_boundary"
  | "low_utility"
  | "approval_pending"
  | "denied"
  | "expired"
  | "blocked"
  | "unauthorized"
  | "timeout"
  | "upstream_error"
  | "rate_limited";

export type AuditRow = {
  id?: string;
  tenant: string;
  gateway?: string;
  provider?: string;
  tool: string;
  method?: string;
  rationale?: string;
  risk?: Risk;
  arguments?: Record<string, unknown>;
  /** Wins over `arguments`; sent byte for byte. */
  argumentsText?: string;
  outcome: AuditOutcome;
  outcomeDetail?: string;
  errorMessage?: string;
  validation?: { path: string; message: string; received?: unknown }[];
  referral?: {
    boundaryAxes: string[];
    observedTaskShape?: string;
    suggestedSplit?: string;
    evidence: string;
  };
  durationMs?: number;
  attempt?: number;
  agent?: string;
  agentVersion?: string;
  model?: string;
  onBehalfOf?: string;
  sessionId?: string;
  callId?: string;
  approvalId?: string;
  occurredAt?: string;
};
export type AuditBatchAnswer = {
  accepted: number;
  duplicates: number;
  rejected: { index: number; errors: { pointer: string; message: string }[] }[];
};

export type Feedback = {
  id?: string;
  tenant: string;
  provider?: string;
  attemptedAction: string;
  expectedOutcome: string;
  actualOutcome: string;
  toolCalled?: string;
  errorSeen?: string;
  severity: "low" | "med" | "high";
  rationale: string;
  suggestedImprovement?: string;
  agent?: string;
  sessionId?: string;
  occurredAt?: string;
};
export type FeedbackAnswer = {
  id: string;
  issue: { id: string; ref: string; title: string; state: string; url: string };
  known: boolean;
  answer?: { state: string; message: string | null; workaround: string | null; fixedIn: string | null };
};
