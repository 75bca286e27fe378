/* Made of the OpenAPI document by lib/api/client-types.test.ts; not written by hand. */

export type AuditRequest =
  | {
      /**
       * The caller's own id; a retry with the same id makes no second row.
       */
      id?: string;
      /**
       * The tenant's key.
       */
      tenant: string;
      /**
       * If present, the key's own gateway.
       */
      gateway?: string;
      provider?: string;
      tool: string;
      method?: string;
      rationale?: string;
      risk?: "low" | "medium" | "high" | "critical" | "med" | "moderate" | "safe" | "dangerous";
      arguments?: {};
      outcome:
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
      outcome_detail?: string;
      error_message?: string;
      validation?: {
        path: string;
        message: string;
        /**
         * Any JSON value.
         */
        received?: {
          [k: string]: unknown;
        };
      }[];
      referral?: {
        boundary_axes?: string[];
        observed_task_shape?: string;
        suggested_split?: string;
        evidence?: string;
      };
      duration_ms?: number;
      attempt?: number;
      agent?: string;
      agent_version?: string;
      model?: string;
      on_behalf_of?: string;
      session_id?: string;
      call_id?: string;
      approval_id?: string;
      occurred_at: string;
    }
  | {
      rows: {
        /**
         * The caller's own id; a retry with the same id makes no second row.
         */
        id?: string;
        /**
         * The tenant's key.
         */
        tenant: string;
        /**
         * If present, the key's own gateway.
         */
        gateway?: string;
        provider?: string;
        tool: string;
        method?: string;
        rationale?: string;
        risk?: "low" | "medium" | "high" | "critical" | "med" | "moderate" | "safe" | "dangerous";
        arguments?: {};
        outcome:
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
        outcome_detail?: string;
        error_message?: string;
        validation?: {
          path: string;
          message: string;
          /**
           * Any JSON value.
           */
          received?: {
            [k: string]: unknown;
          };
        }[];
        referral?: {
          boundary_axes?: string[];
          observed_task_shape?: string;
          suggested_split?: string;
          evidence?: string;
        };
        duration_ms?: number;
        attempt?: number;
        agent?: string;
        agent_version?: string;
        model?: string;
        on_behalf_of?: string;
        session_id?: string;
        call_id?: string;
        approval_id?: string;
        occurred_at: string;
      }[];
    };
export type EndedApproval =
  | {
      decision: "wait";
      requires_human_approval: true;
      approval_id: string;
      /**
       * Where people see it.
       */
      approval_url: string;
      summary: string;
      /**
       * How long people still have.
       */
      ttl_seconds: number;
      /**
       * One word for simple clients: the decision until approved, then the execution.
       */
      status:
        | "pending"
        | "rejected"
        | "changes_requested"
        | "expired"
        | "cancelled"
        | "revoked"
        | "awaiting"
        | "executing"
        | "succeeded"
        | "failed"
        | "unknown"
        | "lapsed";
      /**
       * Enough people have approved it, and it is held until then: they may still take that back.
       */
      release_at?: string;
      poll_after_ms: number;
      arguments_sha256: string;
      /**
       * For the model to read, word for word.
       */
      agent_message: string;
      /**
       * Only in the tenant's grace period.
       */
      warnings?: {
        code: "RATIONALE_MISSING";
        message: string;
      }[];
      approval: Approval;
    }
  | {
      decision: "deny";
      code:
        | "REJECTED"
        | "EXPIRED"
        | "POLICY"
        | "CHANGES_REQUESTED"
        | "ARGUMENTS_MISMATCH"
        | "GRANT_USED"
        | "CANCELLED";
      approval_id: string;
      reason?: string;
      /**
       * With ARGUMENTS_MISMATCH.
       */
      differences?: {
        /**
         * A JSON pointer into the arguments.
         */
        path: string;
        approved?: unknown;
        received?: unknown;
      }[];
      /**
       * With ARGUMENTS_MISMATCH: the approved arguments, byte for byte. With GRANT_USED: those that ran, where a person had changed them.
       */
      arguments_text?: string;
      /**
       * With GRANT_USED: the status of the call.
       */
      status?:
        | "pending"
        | "rejected"
        | "changes_requested"
        | "expired"
        | "cancelled"
        | "revoked"
        | "awaiting"
        | "executing"
        | "succeeded"
        | "failed"
        | "unknown"
        | "lapsed";
      /**
       * With GRANT_USED: what came of it, once it began.
       */
      outcome?: {
        status: "executing" | "succeeded" | "failed" | "unknown" | "lapsed";
        /**
         * As reported; when it was too large, its beginning as text.
         */
        result?: {
          [k: string]: unknown;
        };
        result_truncated?: true;
        error?: {
          code?: string;
          message: string;
        };
        duration_ms?: number;
      };
      /**
       * For the model to read, word for word.
       */
      agent_message: string;
      /**
       * Only in the tenant's grace period.
       */
      warnings?: {
        code: "RATIONALE_MISSING";
        message: string;
      }[];
      approval: Approval;
    };

export interface Contract {
  AuthorizeRequest: AuthorizeRequest;
  ApprovalRequest: ApprovalRequest;
  ExecutionReport: ExecutionReport;
  ToolsRequest: ToolsRequest;
  AuditRequest: AuditRequest;
  Feedback: Feedback;
  CreatedApproval: CreatedApproval;
  EndedApproval: EndedApproval;
  AuditRowAnswer: AuditRowAnswer;
  AuditBatchAnswer: AuditBatchAnswer;
  FeedbackAnswer: FeedbackAnswer;
  Allow: Allow;
  Deny: Deny;
  Wait: Wait;
  Approval: Approval;
  PasskeySignature: PasskeySignature;
  Policy: Policy;
  RegisteredTool: RegisteredTool;
  Reply: Reply;
  Event: Event;
}
export interface AuthorizeRequest {
  /**
   * The caller's own id; a retry with the same id makes no second row.
   */
  id?: string;
  /**
   * The tenant's key.
   */
  tenant: string;
  /**
   * If present, the key's own gateway.
   */
  gateway?: string;
  provider?: string;
  tool: string;
  arguments: {};
  rationale?: string;
  risk?: "low" | "medium" | "high" | "critical" | "med" | "moderate" | "safe" | "dangerous";
  summary?: string;
  impact?: string;
  facts?: {
    what?: string;
    to_whom?: string;
    how_many?: number | string;
    undo?: string;
  };
  preview?: {
    format: "text" | "json" | "diff";
    content: string;
  };
  confirm?: boolean;
  mode?: "callback" | "reissue";
  ttl_seconds?: number;
  callback_url?: string;
  agent?: string;
  agent_version?: string;
  model?: string;
  on_behalf_of?: string;
  session_id?: string;
  call_id?: string;
  /**
   * Any JSON value.
   */
  correlation?: {
    [k: string]: unknown;
  };
  precondition?: string;
  occurred_at?: string;
  redemption_key?: string;
  wait_seconds?: number;
}
export interface ApprovalRequest {
  /**
   * The caller's own id; a retry with the same id makes no second row.
   */
  id?: string;
  /**
   * The tenant's key.
   */
  tenant: string;
  /**
   * If present, the key's own gateway.
   */
  gateway?: string;
  provider?: string;
  tool: string;
  arguments: {};
  rationale?: string;
  risk?: "low" | "medium" | "high" | "critical" | "med" | "moderate" | "safe" | "dangerous";
  summary?: string;
  impact?: string;
  facts?: {
    what?: string;
    to_whom?: string;
    how_many?: number | string;
    undo?: string;
  };
  preview?: {
    format: "text" | "json" | "diff";
    content: string;
  };
  confirm?: boolean;
  mode?: "callback" | "reissue";
  ttl_seconds?: number;
  callback_url?: string;
  agent?: string;
  agent_version?: string;
  model?: string;
  on_behalf_of?: string;
  session_id?: string;
  call_id?: string;
  /**
   * Any JSON value.
   */
  correlation?: {
    [k: string]: unknown;
  };
  precondition?: string;
  occurred_at?: string;
}
export interface ExecutionReport {
  execution_id: string;
  /**
   * `unknown`: the call was cut off after it started, and its effect is not known.
   */
  state: "executing" | "succeeded" | "failed" | "unknown";
  /**
   * Any JSON value.
   */
  result?: {
    [k: string]: unknown;
  };
  error?: {
    code?: string;
    message: string;
  };
  duration_ms?: number;
}
export interface ToolsRequest {
  provider: string;
  tools: {
    name: string;
    description?: string | null;
    inputSchema: {};
    outputSchema?: {
      [k: string]: unknown;
    } | null;
    annotations?: {
      [k: string]: unknown;
    } | null;
    risk?: "low" | "medium" | "high" | "critical" | "med" | "moderate" | "safe" | "dangerous";
    requires_confirmation?: boolean;
    impact?: string;
    category?: string;
    /**
     * Publishes the provider's cheatsheet; one per request.
     */
    cheatsheet?: string;
    [k: string]: unknown;
  }[];
}
export interface Feedback {
  /**
   * The caller's own id; a retry with the same id makes no second row.
   */
  id?: string;
  /**
   * The tenant's key.
   */
  tenant: string;
  /**
   * If present, the key's own gateway.
   */
  gateway?: string;
  attempted_action: string;
  expected_outcome: string;
  actual_outcome: string;
  tool_called?: string;
  /**
   * The version of the tool's server, as the server states it. An older one than the fix does not reopen an issue.
   */
  tool_version?: string;
  provider?: string;
  error_seen?: string;
  severity: "low" | "med" | "high" | "medium";
  rationale?: string;
  suggested_improvement?: string;
  agent?: string;
  session_id?: string;
  /**
   * The call that it is about, by the `call_id` of its audit row. Without it: the last one of the tool in the session.
   */
  call_id?: string;
  occurred_at?: string;
}
export interface CreatedApproval {
  decision: "wait";
  requires_human_approval: true;
  approval_id: string;
  /**
   * Where people see it.
   */
  approval_url: string;
  summary: string;
  /**
   * How long people still have.
   */
  ttl_seconds: number;
  /**
   * One word for simple clients: the decision until approved, then the execution.
   */
  status:
    | "pending"
    | "rejected"
    | "changes_requested"
    | "expired"
    | "cancelled"
    | "revoked"
    | "awaiting"
    | "executing"
    | "succeeded"
    | "failed"
    | "unknown"
    | "lapsed";
  /**
   * Enough people have approved it, and it is held until then: they may still take that back.
   */
  release_at?: string;
  poll_after_ms: number;
  arguments_sha256: string;
  /**
   * For the model to read, word for word.
   */
  agent_message: string;
  /**
   * Only in the tenant's grace period.
   */
  warnings?: {
    code: "RATIONALE_MISSING";
    message: string;
  }[];
  approval: Approval;
}
export interface Approval {
  id: string;
  /**
   * Your own id for the call.
   */
  external_id: string | null;
  tenant: string;
  gateway: string;
  provider: string | null;
  tool: string;
  /**
   * Exactly as sent, or as a person changed them.
   */
  arguments: {
    [k: string]: unknown;
  };
  /**
   * The same, byte for byte. Run or repeat these.
   */
  arguments_text: string;
  /**
   * Hex SHA-256 of their canonical form.
   */
  arguments_sha256: string;
  /**
   * Goes up when a person changes the arguments.
   */
  revision: number;
  /**
   * True: a person changed the arguments you sent.
   */
  edited: boolean;
  /**
   * Who runs it: the gateway on its callback, or the agent by repeating it.
   */
  mode: "callback" | "reissue";
  risk: "low" | "medium" | "high" | "critical";
  summary: string;
  rationale: string | null;
  /**
   * One word for simple clients: the decision until approved, then the execution.
   */
  status:
    | "pending"
    | "rejected"
    | "changes_requested"
    | "expired"
    | "cancelled"
    | "revoked"
    | "awaiting"
    | "executing"
    | "succeeded"
    | "failed"
    | "unknown"
    | "lapsed";
  decision:
    "pending" | "approved" | "rejected" | "changes_requested" | "expired" | "cancelled" | "revoked";
  execution:
    "none" | "blocked" | "awaiting" | "executing" | "succeeded" | "failed" | "unknown" | "lapsed";
  /**
   * What to report the execution under, once approved.
   */
  execution_id: string | null;
  /**
   * The callback to the gateway. `none`: the call has no callback. `owed`: not acknowledged yet. `delivered`: acknowledged. `dead`: given up.
   */
  delivery: "none" | "owed" | "delivered" | "dead";
  /**
   * What a person changed, where one did: the arguments as asked and as approved. Not in lists.
   */
  differences?: {
    /**
     * A JSON pointer into the arguments.
     */
    path: string;
    approved?: unknown;
    received?: unknown;
  }[];
  decide_by: string;
  /**
   * Enough people have approved it, and it is held until then: they may still take that back, and nothing may run. Null: nothing is held.
   */
  release_at: string | null;
  /**
   * Start it before then.
   */
  use_by: string | null;
  votes: {
    /**
     * What it was cast on; an edit voids the votes on earlier ones.
     */
    revision: number;
    by: string;
    /**
     * The absent person whose place the voter took; null without one. The two count as one person.
     */
    deputy_for: string | null;
    verdict: string;
    reason: string | null;
    at: string;
    /**
     * The signature of the person's passkey; null where none was asked for.
     */
    passkey: PasskeySignature | null;
  }[];
  /**
   * How many people have to approve.
   */
  approvals_required: number;
  /**
   * While it waits: how many more people have to approve, at least. Not in lists.
   */
  approvals_missing?: number;
  /**
   * While it waits for several groups of approvers: each with what is missing. For people; not in lists.
   */
  seats?: {
    policy: string;
    /**
     * How many of these people have to approve.
     */
    approvals: number;
    /**
     * How many of them have not yet. A person counts for one seat of a policy.
     */
    missing: number;
    roles: ("approver" | "admin")[];
    /**
     * E-mail addresses.
     */
    people: string[];
    groups: string[];
  }[];
  /**
   * What people ask the agent, oldest first. The call goes on waiting. Reply with `POST /api/v1/approvals/{id}/replies`. Not in lists.
   */
  questions?: {
    id: string;
    text: string;
    /**
     * The person who asked; null once their account is gone.
     */
    by: string | null;
    at: string;
    /**
     * Null until the agent replies.
     */
    reply: {
      /**
       * The agent's own words. No one has verified them.
       */
      text: string;
      at: string;
    } | null;
  }[];
  /**
   * The policy that decided what becomes of the call; null: none did.
   */
  policy: {
    name: string;
    version: number;
    action: "allow" | "deny" | "require";
  } | null;
  /**
   * Who may decide by its policy: any of these. All empty: any approver or administrator. For people; null for gateways.
   */
  deciders: {
    roles: ("approver" | "admin")[];
    /**
     * E-mail addresses.
     */
    people: string[];
    groups: string[];
  } | null;
  /**
   * Verdicts that need a `reason`. Rejecting always does.
   */
  reason_required: ("approve" | "reject")[];
  /**
   * True: one person approved it alone in an emergency, past what is asked of the approval.
   */
  break_glass: boolean;
  /**
   * The remembered rule that let it through, so that no person decided this call.
   */
  remembered_rule: string | null;
  /**
   * What came of it, once it started.
   */
  outcome: {
    status: "executing" | "succeeded" | "failed" | "unknown" | "lapsed";
    /**
     * As reported; when it was too large, its beginning as text.
     */
    result?: {
      [k: string]: unknown;
    };
    result_truncated?: true;
    error?: {
      code?: string;
      message: string;
    };
    duration_ms?: number;
  } | null;
  /**
   * What a person found out where the gateway does not know; null: no one did.
   */
  known_outcome: {
    ran: boolean;
    note: string;
    by: string;
    at: string;
  } | null;
  /**
   * The same call, made before, whose unknown outcome holds this one; null for all others.
   */
  unknown_of: string | null;
  reason: string | null;
  /**
   * For the model to read, word for word.
   */
  agent_message: string;
  /**
   * Where people see it.
   */
  approval_url: string;
  correlation: unknown;
  created_at: string;
  decided_at: string | null;
}
export interface PasskeySignature {
  credential_id: string;
  /**
   * SPKI in DER, base64url.
   */
  public_key: string;
  authenticator_data: string;
  client_data_json: string;
  signature: string;
  /**
   * Whose passkey it is, by their id.
   */
  person: string;
  nonce: string;
  /**
   * The site on which it was signed.
   */
  origin: string;
  /**
   * Of the call as it was asked for, without the arguments.
   */
  call_sha256: string;
}
export interface AuditRowAnswer {
  id: string;
  /**
   * Only in the tenant's grace period.
   */
  warnings?: {
    code: "RATIONALE_MISSING";
    message: string;
  }[];
}
export interface AuditBatchAnswer {
  accepted: number;
  duplicates: number;
  rejected: {
    index: number;
    errors: {
      /**
       * A JSON pointer into the request.
       */
      pointer: string;
      code: string;
      message: string;
      /**
       * What would be valid.
       */
      hint?: string;
      /**
       * The head of what was sent there.
       */
      received?: string;
      /**
       * Line of the text that was sent, from 1. Only of YAML.
       */
      line?: number;
    }[];
  }[];
  warnings?: {
    code: "RATIONALE_MISSING";
    message: string;
    /**
     * Which rows of the batch, from 0.
     */
    rows: number[];
  }[];
}
export interface FeedbackAnswer {
  id: string;
  issue: {
    id: string;
    /**
     * As people call it, for example FB-12@acme: its number among the tenant's issues, and the tenant.
     */
    ref: string;
    title: string;
    state:
      | "new"
      | "accepted"
      | "in_progress"
      | "resolved"
      | "regressed"
      | "declined"
      | "needs_info"
      | "snoozed"
      | "merged";
    /**
     * Where people see it.
     */
    url: string;
  };
  /**
   * True: others reported the same before.
   */
  known: boolean;
  /**
   * The answer to agents; left out until there is one.
   */
  answer?: {
    state:
      | "new"
      | "accepted"
      | "in_progress"
      | "resolved"
      | "regressed"
      | "declined"
      | "needs_info"
      | "snoozed"
      | "merged";
    message: string | null;
    workaround: string | null;
    fixed_in: string | null;
  };
  /**
   * Only in the tenant's grace period.
   */
  warnings?: {
    code: "RATIONALE_MISSING";
    message: string;
  }[];
}
export interface Allow {
  decision: "allow";
  reason: "not_required" | "grant" | "auto_approved" | "confirmed" | "policy" | "remembered";
  execution_id: string;
  approval_id?: string;
  arguments_sha256: string;
  /**
   * For the model to read, word for word.
   */
  agent_message: string;
  /**
   * Only in the tenant's grace period.
   */
  warnings?: {
    code: "RATIONALE_MISSING";
    message: string;
  }[];
}
export interface Deny {
  decision: "deny";
  code:
    | "REJECTED"
    | "EXPIRED"
    | "POLICY"
    | "CHANGES_REQUESTED"
    | "ARGUMENTS_MISMATCH"
    | "GRANT_USED"
    | "CANCELLED";
  approval_id: string;
  reason?: string;
  /**
   * With ARGUMENTS_MISMATCH.
   */
  differences?: {
    /**
     * A JSON pointer into the arguments.
     */
    path: string;
    approved?: unknown;
    received?: unknown;
  }[];
  /**
   * With ARGUMENTS_MISMATCH: the approved arguments, byte for byte. With GRANT_USED: those that ran, where a person had changed them.
   */
  arguments_text?: string;
  /**
   * With GRANT_USED: the status of the call.
   */
  status?:
    | "pending"
    | "rejected"
    | "changes_requested"
    | "expired"
    | "cancelled"
    | "revoked"
    | "awaiting"
    | "executing"
    | "succeeded"
    | "failed"
    | "unknown"
    | "lapsed";
  /**
   * With GRANT_USED: what came of it, once it began.
   */
  outcome?: {
    status: "executing" | "succeeded" | "failed" | "unknown" | "lapsed";
    /**
     * As reported; when it was too large, its beginning as text.
     */
    result?: {
      [k: string]: unknown;
    };
    result_truncated?: true;
    error?: {
      code?: string;
      message: string;
    };
    duration_ms?: number;
  };
  /**
   * For the model to read, word for word.
   */
  agent_message: string;
  /**
   * Only in the tenant's grace period.
   */
  warnings?: {
    code: "RATIONALE_MISSING";
    message: string;
  }[];
}
export interface Wait {
  decision: "wait";
  requires_human_approval: true;
  approval_id: string;
  /**
   * Where people see it.
   */
  approval_url: string;
  summary: string;
  /**
   * How long people still have.
   */
  ttl_seconds: number;
  /**
   * One word for simple clients: the decision until approved, then the execution.
   */
  status:
    | "pending"
    | "rejected"
    | "changes_requested"
    | "expired"
    | "cancelled"
    | "revoked"
    | "awaiting"
    | "executing"
    | "succeeded"
    | "failed"
    | "unknown"
    | "lapsed";
  /**
   * Enough people have approved it, and it is held until then: they may still take that back.
   */
  release_at?: string;
  poll_after_ms: number;
  arguments_sha256: string;
  /**
   * For the model to read, word for word.
   */
  agent_message: string;
  /**
   * Only in the tenant's grace period.
   */
  warnings?: {
    code: "RATIONALE_MISSING";
    message: string;
  }[];
}
export interface Policy {
  tenant: string;
  gateway: string;
  settings: {
    auto_approve_high_risk: boolean;
    confirm: "accept" | "ignore";
    /**
     * Who is named in on_behalf_of cannot approve the call.
     */
    block_self_approval: boolean;
    /**
     * Personal tokens may approve critical calls.
     */
    tokens_approve_critical: boolean;
    /**
     * True: people sign approvals of critical calls with a passkey; no personal token can approve them.
     */
    critical_needs_passkey: boolean;
    /**
     * True: calls of unrated tools wait for a person, at any stated risk.
     */
    hold_unrated_tools: boolean;
    ttl_seconds: number;
    use_by_callback_seconds: number;
    use_by_reissue_seconds: number;
    rejection_cooldown_seconds: number;
  };
  rationale: {
    mode: "grace" | "required";
    /**
     * Null before the tenant's first call.
     */
    grace_ends_at: string | null;
  };
  /**
   * While policies are in force, only /api/v1/authorize can say what becomes of a call.
   */
  policies_version: number | null;
  /**
   * What applies to a tool that is not listed.
   */
  unrated: {
    risk: "low" | "medium" | "high" | "critical";
    requires_confirmation: boolean;
  };
  tools: {
    provider: string;
    name: string;
    risk: "low" | "medium" | "high" | "critical";
    requires_confirmation: boolean;
  }[];
}
export interface RegisteredTool {
  id: string;
  name: string;
  provider: string;
  /**
   * Goes up when the definition changes.
   */
  version: number;
  /**
   * The effective one.
   */
  risk: "low" | "medium" | "high" | "critical";
  /**
   * Weaknesses of the definition.
   */
  findings: {
    code:
      | "missing_description"
      | "tautological_description"
      | "overlong_description"
      | "no_workflow_context"
      | "no_cheatsheet"
      | "server_managed"
      | "unresolved_reference"
      | "invalid_pattern"
      | "missing_type"
      | "undescribed_parameter"
      | "missing_enum"
      | "ordinal_unexplained"
      | "date_format_unsaid"
      | "empty_list_or_null"
      | "empty_list_allowed"
      | "unknown_items"
      | "required_in_prose"
      | "required_unknown"
      | "no_example"
      | "name_annotation_mismatch"
      | "behaviour_annotation_mismatch"
      | "missing_hints"
      | "risk_behaviour_mismatch"
      | "duplicate_name"
      | "near_identical"
      | "inconsistent_names"
      | "token_cost"
      | "no_rationale";
    severity: "warning" | "info";
    /**
     * A JSON pointer into the definition.
     */
    pointer: string;
    message: string;
  }[];
  changed: "created" | "updated" | "unchanged";
  changes: (
    | "description"
    | "inputSchema"
    | "outputSchema"
    | "annotations"
    | "risk"
    | "requires_confirmation"
    | "impact"
    | "category"
  )[];
  requires_confirmation: boolean;
  /**
   * True when calls of this new tool wait less than before: unrated tools wait.
   */
  less_guarded: boolean;
  /**
   * A rating that lowers what holds: it waits for an administrator. Null when there is none.
   */
  proposed: {
    risk: ("low" | "medium" | "high" | "critical") | null;
    requires_confirmation: boolean | null;
    state: "pending" | "dismissed";
    /**
     * What stays in force, and why.
     */
    message: string;
  } | null;
}
export interface Reply {
  id: string;
  approval_id: string;
  question_id: string;
  /**
   * The agent's own words. No one has verified them.
   */
  text: string;
  at: string;
}
export interface Event {
  type: "approval.approved";
  timestamp: string;
  data: {
    approval_id: string;
    /**
     * Your own id for the call.
     */
    external_id: string | null;
    tenant: string;
    provider: string | null;
    tool: string;
    decision: "approved" | "rejected" | "changes_requested" | "expired" | "cancelled" | "revoked";
    revision: number;
    /**
     * What to report the execution under.
     */
    execution_id: string | null;
    /**
     * Start it before then.
     */
    use_by: string | null;
    /**
     * The arguments that were decided on, as JSON.
     */
    arguments: {
      [k: string]: unknown;
    };
    /**
     * The same, byte for byte. Run these.
     */
    arguments_text: string;
    arguments_sha256: string;
    /**
     * True: a person changed the arguments you sent.
     */
    edited: boolean;
    /**
     * The people whose votes decided it.
     */
    decided_by: {
      name: string;
      /**
       * In whose place, who was out. Left out only in events from before there were deputies.
       */
      deputy_for?: string | null;
      at: string;
      reason: string | null;
      /**
       * The signature of their passkey; null where none was asked for. Left out only in events from before there were passkeys.
       */
      passkey?: PasskeySignature | null;
    }[];
    /**
     * True: one of them approved it alone in an emergency. Left out only in events from before there was break-glass.
     */
    break_glass?: boolean;
    reason: string | null;
    /**
     * For the model to read, word for word.
     */
    agent_message: string;
    correlation: unknown;
    /**
     * As you sent it with the call.
     */
    precondition: string | null;
  };
}
