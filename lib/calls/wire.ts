import type { CallRow } from "./schema";

/** One call in wire words, in the order of the contract. Exports have the same members. */
export function wireCall(row: CallRow) {
  return {
    id: row.id,
    external_id: row.externalId,
    tenant: row.tenant,
    gateway: row.gateway,
    provider: row.provider,
    tool: row.tool,
    method: row.method,
    rationale: row.rationale,
    risk: row.risk,
    arguments: row.arguments,
    outcome: row.outcome,
    class: row.class,
    outcome_detail: row.outcomeDetail,
    error_message: row.errorMessage,
    validation: row.validation,
    referral: row.referral,
    duration_ms: row.durationMs,
    attempt: row.attempt,
    agent: row.agent,
    agent_version: row.agentVersion,
    model: row.model,
    on_behalf_of: row.onBehalfOf,
    session_id: row.sessionId,
    call_id: row.callId,
    approval_id: row.approvalId,
    occurred_at: row.occurredAt,
    received_at: row.receivedAt,
  };
}

export type WireCall = ReturnType<typeof wireCall>;

// In the order of the columns; the compiler knows when one is missing.
const COLUMN_ORDER: Record<keyof WireCall, true> = {
  id: true,
  external_id: true,
  tenant: true,
  gateway: true,
  provider: true,
  tool: true,
  method: true,
  rationale: true,
  risk: true,
  arguments: true,
  outcome: true,
  class: true,
  outcome_detail: true,
  error_message: true,
  validation: true,
  referral: true,
  duration_ms: true,
  attempt: true,
  agent: true,
  agent_version: true,
  model: true,
  on_behalf_of: true,
  session_id: true,
  call_id: true,
  approval_id: true,
  occurred_at: true,
  received_at: true,
};

/** The columns of an export, which are the members of the list. */
export const CALL_COLUMNS = Object.keys(COLUMN_ORDER) as (keyof WireCall)[];
