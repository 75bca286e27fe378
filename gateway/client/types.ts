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
  preview?: { format: "text" | "json" | "diff"; content: string };
  confirm?: boolean;
  mode?: Mode;
  ttlSeconds?: number;
  callbackUrl?: string;
  agent?: string;
  agentVersion?: string;
  model?: string;
  onBehalfOf?: string;
  sessionId?: string;
  callId?: string;
  correlation?: Record<string, Json>;
  precondition?: string;
  occurredAt?: string;
};

export type AuthorizeRequest = ApprovalRequest & { redemptionKey?: string; waitSeconds?: number };

/** What the gateway is warned of although its call was taken. */
export type Warning = { code: string; message: string };

export type AllowAnswer = {
  decision: "allow";
  reason: string;
  executionId: string;
  approvalId?: string;
  argumentsSha256: string;
  agentMessage: string;
  warnings?: Warning[];
};
export type WaitAnswer = {
  decision: "wait";
  requiresHumanApproval: true;
  approvalId: string;
  approvalUrl: string;
  summary: string;
  ttlSeconds: number;
  status: string;
  /** While enough people have approved it and may still take that back: when it is released. */
  releaseAt?: string;
  pollAfterMs: number;
  argumentsSha256: string;
  agentMessage: string;
  warnings?: Warning[];
};
/** To wait for; of a retry after the call came to an end, what that was. */
export type CreatedApproval = (WaitAnswer | (DenyAnswer & { approvalId: string })) & { approval: Approval };
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
  differences?: Difference[];
  /** With `ARGUMENTS_MISMATCH`: the approved arguments, byte for byte. With `GRANT_USED`: those that ran, where a person had changed them. */
  argumentsText?: string;
  /** With `GRANT_USED`: where the call stands, and what came of it. */
  status?: string;
  outcome?: Outcome;
  agentMessage: string;
  warnings?: Warning[];
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

/** Where the approved arguments and those that were sent differ. */
export type Difference = { path: string; approved?: unknown; received?: unknown };

/** What came of a call, once it began. */
export type Outcome = {
  status: string;
  result?: unknown;
  /** `result` is the head of one that was too large, as text. */
  resultTruncated?: true;
  error?: { code?: string; message: string };
  durationMs?: number;
};

/** What a person's passkey signed when they approved: `assertSigned` checks it. Bytes are base64url. */
export type PasskeySignature = {
  credentialId: string;
  /** SPKI in DER. */
  publicKey: string;
  authenticatorData: string;
  clientDataJson: string;
  signature: string;
  /** Whose passkey it is, by their id. */
  person: string;
  nonce: string;
  /** The site on which it was signed. */
  origin: string;
  /** Of the call as it was asked for, without the arguments. */
  callSha256: string;
};

export type Approval = {
  id: string;
  externalId: string | null;
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
  edited: boolean;
  /** Who runs it: the gateway on its callback, or the agent by repeating it. */
  mode: "callback" | "reissue";
  risk: Risk;
  summary: string;
  rationale: string | null;
  status: string;
  decision: Decision;
  execution: ExecutionState;
  /** Null until the call is approved. */
  executionId: string | null;
  /** Telling the gateway: none, owed, delivered or dead. */
  delivery: "none" | "owed" | "delivered" | "dead";
  /** What a person changed; only of one approval that was edited, never in lists. */
  differences?: Difference[];
  decideBy: string;
  /** While enough people have approved it and may still take that back: when it is released. */
  releaseAt: string | null;
  useBy: string | null;
  /** `deputyFor`: in whose place, who was out. The two count as one person. */
  votes: {
    revision: number;
    by: string;
    deputyFor: string | null;
    verdict: string;
    reason: string | null;
    at: string;
    /** The signature of the person's passkey; null where none was asked for. */
    passkey: PasskeySignature | null;
  }[];
  approvalsRequired: number;
  /** The policy that decided what becomes of the call; null: none did. */
  policy: { name: string; version: number; action: "allow" | "deny" | "require" } | null;
  /** For people: null for gateways. */
  deciders: { roles: ("approver" | "admin")[]; people: string[]; groups: string[] } | null;
  /** Verdicts that need a reason. Rejecting always does. */
  reasonRequired: ("approve" | "reject")[];
  /** One person approved it alone in an emergency, past what is asked of the approval. */
  breakGlass: boolean;
  /** The remembered rule that let it through, so that no person decided this call. */
  rememberedRule: string | null;
  outcome: Outcome | null;
  /** What the person who decided wrote. */
  reason: string | null;
  agentMessage: string;
  approvalUrl: string;
  correlation: Record<string, Json> | null;
  createdAt: string;
  decidedAt: string | null;
};

export type ExecutionReport = {
  executionId: string;
  /** `unknown`: it was started, and you cannot say whether it took effect. */
  state: "executing" | "succeeded" | "failed" | "unknown";
  result?: unknown;
  error?: { code?: string; message: string };
  durationMs?: number;
};

export type PolicySnapshot = {
  tenant: string;
  gateway: string;
  settings: {
    autoApproveHighRisk: boolean;
    confirm: string;
    blockSelfApproval: boolean;
    tokensApproveCritical: boolean;
    /** A critical call is approved with a signature of the approver’s passkey, which `assertSigned` checks. */
    criticalNeedsPasskey: boolean;
    /** A call of a tool that nobody rated waits, whatever risk it claims. */
    holdUnratedTools: boolean;
    ttlSeconds: number;
    useByCallbackSeconds: number;
    useByReissueSeconds: number;
    rejectionCooldownSeconds: number;
  };
  rationale: { mode: string; graceEndsAt: string | null };
  /** While policies are in force, only `authorize` can say what becomes of a call. */
  policiesVersion: number | null;
  /** What holds for a tool that is not listed. */
  unrated: { risk: Risk; requiresConfirmation: boolean };
  tools: { provider: string; name: string; risk: Risk; requiresConfirmation: boolean }[];
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

/** What registration did with one tool. */
export type RegisteredTool = {
  id: string;
  name: string;
  provider: string;
  version: number;
  risk: Risk;
  requiresConfirmation: boolean;
  findings: { code: string; severity: string; pointer: string; message: string }[];
  changed: string;
  changes: string[];
  /** True when calls of this new tool wait less than before. */
  lessGuarded: boolean;
  /** A rating that lowers what holds: it does not, and waits for an administrator. */
  proposed: {
    risk: Risk | null;
    requiresConfirmation: boolean | null;
    state: "pending" | "dismissed";
    message: string;
  } | null;
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
  /** When it was made; a row is not taken without it. */
  occurredAt: string;
};
export type AuditRowAnswer = { id: string; warnings?: Warning[] };
export type FieldError = {
  pointer: string;
  code: string;
  message: string;
  hint?: string;
  received?: string;
  line?: number;
};
export type AuditBatchAnswer = {
  accepted: number;
  duplicates: number;
  rejected: { index: number; errors: FieldError[] }[];
  warnings?: (Warning & { rows: number[] })[];
};

export type Feedback = {
  id?: string;
  tenant: string;
  gateway?: string;
  provider?: string;
  attemptedAction: string;
  expectedOutcome: string;
  actualOutcome: string;
  toolCalled?: string;
  /** The version of the tool's server, as the server states it. */
  toolVersion?: string;
  errorSeen?: string;
  severity: "low" | "med" | "high";
  rationale: string;
  suggestedImprovement?: string;
  agent?: string;
  sessionId?: string;
  /** The call that it is about, by its audit row's. */
  callId?: string;
  occurredAt?: string;
};
export type FeedbackAnswer = {
  id: string;
  issue: { id: string; ref: string; title: string; state: string; url: string };
  known: boolean;
  answer?: { state: string; message: string | null; workaround: string | null; fixedIn: string | null };
  warnings?: Warning[];
};
