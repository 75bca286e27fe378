import { EXECUTION_LEASE_SECONDS } from "@/lib/approvals/execution/rules";
import { type Decision, finalText, USE_BY_SECONDS } from "./decision";
import type { RowOf, Rows } from "./rows";
import type { Held } from "./story";

/** Which tool and which of its versions a call was made with. */
export type ToolAt = (
  gatewayId: string,
  provider: string,
  name: string,
  at: number,
) => { id: string; version: number } | null;

const READ_MS = 40_000;

const moment = (ms: number | null) => (ms === null ? null : new Date(ms));

/** An approval with everything people and the gateway did with it, less the callbacks. */
export function approvalRows(decision: Decision, toolAt: ToolAt): Rows {
  const { id: approvalId, session, assignments, votes, revisions, at } = decision;
  const of = { approvalId, tenantId: session.tenant.id };
  return {
    Approval: [approvalRow(decision, toolAt)],
    ApprovalRevision: revisions.map(({ text, sha256 }, index) => ({
      ...of,
      revision: index + 1,
      argumentsText: text,
      argumentsSha256: sha256,
      editedBy: index > 0 ? votes.at(-1)?.by.id : null,
      createdAt: new Date(index > 0 ? (decision.decidedAt ?? at) : at),
    })),
    ApprovalAssignment: assignments.map(({ by, at, until }) => ({
      ...of,
      userId: by.id,
      userName: by.name,
      assignedAt: new Date(at),
      until: new Date(until),
    })),
    // Everyone who voted had it open before.
    ApprovalPresence: votes.map((vote) => ({
      ...of,
      userId: vote.by.id,
      userName: vote.by.name,
      firstAt: new Date(Math.max(at + 1_000, vote.at - READ_MS)),
      until: new Date(vote.at),
    })),
    Vote: votes.map(({ id, by, verdict, reason, at }) => ({
      ...of,
      id,
      revision: revisions.length,
      userId: by.id,
      userName: by.name,
      verdict,
      reason,
      createdAt: new Date(at),
    })),
    Execution: executionRows(decision),
  };
}

function approvalRow(decision: Decision, toolAt: ToolAt): RowOf<"Approval"> {
  const { session, held, gateway, last, at, revisions } = decision;
  const { decidedAt, startedAt, finishedAt } = decision;
  const known = toolAt(gateway.id, last.provider, last.tool, at);
  const { text, sha256 } = finalText(decision);
  return {
    id: decision.id,
    tenantId: session.tenant.id,
    gatewayId: gateway.id,
    externalId: decision.externalId,
    provider: last.provider,
    tool: last.tool,
    toolId: known?.id,
    toolVersion: known?.version,
    argumentsText: text,
    argumentsSha256: sha256,
    requestedSha256: revisions[0].sha256,
    revision: revisions.length,
    rationale: last.rationale,
    ...shownOf(held),
    mode: gateway.callbackUrl === null ? "reissue" : "callback",
    callbackUrl: gateway.callbackUrl,
    agent: session.agent.name,
    agentVersion: session.agent.version,
    onBehalfOf: session.person.email,
    sessionId: session.id,
    callId: last.callId,
    occurredAt: new Date(at),
    decision: decision.word,
    execution: decision.execution,
    delivery: decision.told,
    decideBy: new Date(decision.decideBy),
    useBy: moment(decision.useBy),
    useBySeconds: USE_BY_SECONDS,
    decidedAt: moment(decidedAt),
    reason: decision.reason,
    decidedBy: decision.decidedBy,
    executionId: decision.executionId,
    redeemedAt: gateway.callbackUrl === null ? moment(startedAt) : null,
    createdAt: new Date(at),
    updatedAt: new Date(finishedAt ?? startedAt ?? decidedAt ?? at),
  };
}

const SOURCES: Readonly<Record<string, string>> = { unrated_tool: "unrated", requested: "request" };

/** Why it waits and what people are shown. What is below high waits because its rating asks for a person. */
function shownOf(held: Held) {
  const { risk, summary, impact, precondition, quorum: approvalsRequired = 1 } = held;
  const [what, toWhom, howMany, undo] = held.facts;
  const heldBecause =
    held.because ?? (risk === "high" || risk === "critical" ? "risk" : "requires_confirmation");
  const riskSource = SOURCES[heldBecause] ?? "catalogue";
  const facts = { what, to_whom: toWhom, how_many: howMany, undo };
  const words = { summary, impact, facts, preview: previewOf(held), precondition };
  return { risk, riskSource, heldBecause, approvalsRequired, ...words };
}

function previewOf({ preview }: Held): RowOf<"Approval">["preview"] {
  if (!preview) return undefined;
  if ("text" in preview) return { format: "text", content: preview.text };
  if ("diff" in preview) return { format: "diff", content: preview.diff };
  return { format: "json", content: JSON.stringify(preview.json, null, 2) };
}

function executionRows(decision: Decision): RowOf<"Execution">[] {
  const { id, session, executionId, execution, startedAt, finishedAt, held } = decision;
  if (!executionId || startedAt === null) return [];
  const [errorCode, errorMessage] = execution === "failed" ? held.error : [];
  const leaseUntil = finishedAt === null ? new Date(startedAt + EXECUTION_LEASE_SECONDS * 1_000) : null;
  return [
    {
      id: executionId,
      tenantId: session.tenant.id,
      approvalId: id,
      state: execution,
      startedAt: new Date(startedAt),
      leaseUntil,
      finishedAt: moment(finishedAt),
      resultText: execution === "succeeded" ? JSON.stringify(held.result) : null,
      errorCode,
      errorMessage,
      durationMs: finishedAt === null ? null : finishedAt - startedAt,
      createdAt: new Date(startedAt),
    },
  ];
}
