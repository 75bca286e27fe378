import { type Decision, outcomeOf } from "../../decision/rules";
import type { Plan } from "../../plan/rules";
import type { RowOf } from "../../rows/schema";
import { argumentsOf, type Call, callsOf, type Session, sessionOf } from "../../session/rules";

type AuditRow = RowOf<"tool_calls">;

const REPORTED_MS = 800; // gateways report in batches

/** The calls of a session in which nothing waited. */
export function plainRows(plan: Plan, index: number): AuditRow[] {
  const session = sessionOf(plan, "plain", index);
  return callsOf(plan, session).map((call) => rowOf(session, call));
}

/** The calls up to one that waited, and that one as it ended. */
export function heldRows(decision: Decision): AuditRow[] {
  const { session, calls } = decision;
  const before = calls.slice(0, -1).map((call) => rowOf(session, call));
  const last = calls.at(-1);
  if (!last) return before;
  const { outcome, error } = outcomeOf(decision);
  const ended = decision.finishedAt ?? decision.decidedAt ?? decision.at;
  return [
    ...before,
    {
      ...rowOf(session, last),
      outcome,
      error_message: error,
      risk: decision.held.risk,
      approval_id: decision.id,
      duration_ms: decision.finishedAt === null ? null : last.durationMs,
      occurred_at: new Date(ended),
      received_at: new Date(ended + REPORTED_MS),
    },
  ];
}

function rowOf(session: Session, call: Call): AuditRow {
  const { step, slip } = call;
  return {
    id: call.id,
    tenant_id: session.tenant.id,
    gateway_id: call.gatewayId,
    external_id: null,
    provider: step.provider,
    tool: step.tool,
    method: "tools/call",
    rationale: call.rationale,
    risk: null,
    arguments_text: JSON.stringify(argumentsOf(call)),
    outcome: call.outcome,
    outcome_detail: slip?.detail ?? null,
    error_message: slip?.error ?? null,
    validation:
      slip?.validation?.map(({ path, message, received }) => ({
        path,
        message,
        received_json: received === undefined ? undefined : JSON.stringify(received),
      })) ?? null,
    duration_ms: call.durationMs,
    attempt: call.attempt,
    agent: session.agent.name,
    agent_version: session.version,
    model: session.agent.model,
    on_behalf_of: session.person.email,
    session_id: session.id,
    call_id: call.callId,
    approval_id: null,
    occurred_at: new Date(call.at),
    received_at: new Date(call.at + REPORTED_MS),
  };
}
