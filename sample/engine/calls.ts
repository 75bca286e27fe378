import { type Decision, outcomeOf } from "./decision";
import type { Plan } from "./plan";
import type { RowOf } from "./rows";
import { type Call, callsOf, type Session, sessionOf } from "./session";

type CallRow = RowOf<"ToolCall">;

const REPORTED_MS = 800; // gateways report in batches

/** The calls of a session in which nothing waited. */
export function plainRows(plan: Plan, index: number): CallRow[] {
  const session = sessionOf(plan, "plain", index);
  return callsOf(plan, session).map((call) => rowOf(session, call));
}

/** The calls up to one that waited, and that one as it ended. */
export function heldRows(decision: Decision): CallRow[] {
  const { session, calls, last, finishedAt, decidedAt, at } = decision;
  const { outcome, error } = outcomeOf(decision);
  const ended = finishedAt ?? decidedAt ?? at;
  return [
    ...calls.slice(0, -1).map((call) => rowOf(session, call)),
    {
      ...rowOf(session, last),
      outcome,
      errorMessage: error,
      risk: decision.held.risk,
      approvalId: decision.id,
      durationMs: finishedAt === null ? null : last.durationMs,
      occurredAt: new Date(ended),
      receivedAt: new Date(ended + REPORTED_MS),
    },
  ];
}

function rowOf({ tenant, agent, person, id }: Session, call: Call): CallRow {
  return {
    id: call.id,
    tenantId: tenant.id,
    gatewayId: call.gatewayId,
    provider: call.provider,
    tool: call.tool,
    method: "tools/call",
    rationale: call.rationale,
    argumentsText: JSON.stringify(call.arguments),
    outcome: call.outcome,
    outcomeDetail: call.detail,
    errorMessage: call.error,
    validation: call.validation,
    durationMs: call.durationMs,
    attempt: call.attempt,
    agent: agent.name,
    agentVersion: agent.version,
    model: agent.model,
    onBehalfOf: person.email,
    sessionId: id,
    callId: call.callId,
    occurredAt: new Date(call.at),
    receivedAt: new Date(call.at + REPORTED_MS),
  };
}
