import { EXECUTION_LEASE_SECONDS } from "@/lib/approvals/execution/rules";
import { canonicalSha256 } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import type { Decision } from "../../decision/rules";
import type { RowOf, Rows } from "../../rows/schema";
import { argumentsOf } from "../../session/rules";

/** Which tool and which of its versions a call was made with. */
export type ToolAt = (
  gatewayId: string,
  provider: string,
  name: string,
  at: number,
) => { id: string; version: number } | null;

export const USE_BY_SECONDS = 900;
const LOOKED_MS = 40_000;

const moment = (ms: number | null) => (ms === null ? null : new Date(ms));

/** What was asked, and after an edit what was approved: exact texts with their digests. */
export function textsOf({ calls, edited }: Decision): { asked: Text; final: Text } {
  const last = calls.at(-1);
  if (!last) throw new Error("a decision is about a call");
  const asked = textOf(argumentsOf(last));
  return { asked, final: edited ? textOf(edited) : asked };
}

export type Text = { text: string; sha256: string };

function textOf(value: Record<string, unknown>): Text {
  const text = JSON.stringify(value);
  return { text, sha256: canonicalSha256(parseJson(text)) };
}

/** An approval with everything people and the gateway did with it, less the callbacks. */
export function approvalRows(decision: Decision, toolAt: ToolAt): Rows {
  const { asked, final } = textsOf(decision);
  const revisions = decision.edited ? [asked, final] : [asked];
  return {
    approvals: [approvalRow(decision, toolAt, asked, final)],
    approval_revisions: revisions.map((one, index) => revisionRow(decision, one, index + 1)),
    approval_assignments: reserveRows(decision),
    approval_presence: lookRows(decision),
    votes: voteRows(decision),
    executions: executionRows(decision),
  };
}

function approvalRow(decision: Decision, toolAt: ToolAt, asked: Text, final: Text): RowOf<"approvals"> {
  const { session, held, gateway, calls } = decision;
  const last = calls.at(-1);
  if (!last) throw new Error("a decision is about a call");
  const { provider, tool, rationale } = last.step;
  const known = toolAt(gateway.id, provider, tool, decision.at);
  return {
    id: decision.id,
    tenant_id: session.tenant.id,
    gateway_id: gateway.id,
    external_id: decision.externalId,
    provider,
    tool,
    tool_id: known?.id ?? null,
    tool_version: known?.version ?? null,
    arguments_text: final.text,
    arguments_sha256: final.sha256,
    requested_sha256: asked.sha256,
    revision: decision.edited ? 2 : 1,
    risk: held.risk,
    risk_source:
      held.because === "unrated_tool" ? "unrated" : held.because === "requested" ? "request" : "catalogue",
    held_because: held.because ?? "risk",
    summary: held.summary,
    rationale,
    impact: held.impact ?? null,
    facts: held.facts,
    preview: held.preview ?? null,
    mode: gateway.callbackUrl === null ? "reissue" : "callback",
    callback_url: gateway.callbackUrl,
    agent: session.agent.name,
    agent_version: session.version,
    on_behalf_of: session.person.email,
    session_id: session.id,
    call_id: last.callId,
    precondition: held.precondition ?? null,
    occurred_at: new Date(decision.at),
    ...stateOf(decision),
  };
}

function stateOf(decision: Decision) {
  const { gateway, decidedAt, finishedAt, startedAt, at } = decision;
  return {
    decision: decision.decision,
    execution: decision.execution,
    delivery: decision.told,
    approvals_required: decision.held.quorum ?? 1,
    decide_by: new Date(decision.decideBy),
    use_by: moment(decision.useBy),
    use_by_seconds: USE_BY_SECONDS,
    decided_at: moment(decidedAt),
    reason: decision.reason,
    decided_by: decision.decidedBy,
    execution_id: decision.executionId,
    redeemed_at: gateway.callbackUrl === null ? moment(startedAt) : null,
    created_at: new Date(at),
    updated_at: new Date(finishedAt ?? startedAt ?? decidedAt ?? at),
  };
}

function revisionRow(
  decision: Decision,
  { text, sha256 }: Text,
  revision: number,
): RowOf<"approval_revisions"> {
  const edited = revision > 1;
  return {
    approval_id: decision.id,
    revision,
    tenant_id: decision.session.tenant.id,
    arguments_text: text,
    arguments_sha256: sha256,
    edited_by: edited ? (decision.votes.at(-1)?.by.id ?? null) : null,
    created_at: new Date(edited ? (decision.decidedAt ?? decision.at) : decision.at),
  };
}

function reserveRows({ id, session, assigneeId }: Decision): RowOf<"approval_assignments">[] {
  if (!assigneeId) return [];
  const { person, at, until } = assigneeId;
  return [
    {
      approval_id: id,
      tenant_id: session.tenant.id,
      user_id: person.id,
      user_name: person.name,
      assigned_at: new Date(at),
      until: new Date(until),
    },
  ];
}

/** Whoever decided had it open before. */
function lookRows({ id, session, votes, at }: Decision): RowOf<"approval_presence">[] {
  return votes.map((vote) => ({
    approval_id: id,
    user_id: vote.by.id,
    tenant_id: session.tenant.id,
    user_name: vote.by.name,
    first_at: new Date(Math.max(at + 1_000, vote.at - LOOKED_MS)),
    until: new Date(vote.at),
  }));
}

function voteRows({ id, session, votes, edited }: Decision): RowOf<"votes">[] {
  return votes.map((vote) => ({
    id: vote.id,
    tenant_id: session.tenant.id,
    approval_id: id,
    revision: edited ? 2 : 1,
    user_id: vote.by.id,
    user_name: vote.by.name,
    verdict: vote.verdict,
    reason: vote.reason,
    created_at: new Date(vote.at),
  }));
}

function executionRows(decision: Decision): RowOf<"executions">[] {
  const { executionId, execution, startedAt, finishedAt, held } = decision;
  if (!executionId || startedAt === null) return [];
  const failed = execution === "failed" ? held.error : undefined;
  return [
    {
      id: executionId,
      tenant_id: decision.session.tenant.id,
      approval_id: decision.id,
      state: execution,
      started_at: new Date(startedAt),
      lease_until: finishedAt === null ? new Date(startedAt + EXECUTION_LEASE_SECONDS * 1_000) : null,
      finished_at: moment(finishedAt),
      result_text: execution === "succeeded" ? JSON.stringify(held.result) : null,
      error_code: failed?.code ?? null,
      error_message: failed?.message ?? null,
      duration_ms: finishedAt === null ? null : finishedAt - startedAt,
      report_sha256: null,
      created_at: new Date(startedAt),
    },
  ];
}
