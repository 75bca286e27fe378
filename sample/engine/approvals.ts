import { EXECUTION_LEASE_SECONDS } from "@/lib/approvals/execution/rules";
import { callbackData } from "@/lib/approvals/wire";
import { serializeJson } from "@/lib/core/json/raw";
import { signEvent } from "@/lib/delivery/channels/callback/render";
import { TOLD_DAYS } from "@/lib/delivery/types";
import type { Person } from "../stories/world";
import { type Decision, errorOf, outcomeOf, type Try, USE_BY_SECONDS } from "./decision";
import { DAY_MS, type Plan } from "./plan";
import type { RowOf, Rows } from "./rows";
import { REPORTED_MS } from "./session";
import type { Held } from "./story";
import { type Registry, toolAt } from "./tools";

const READ_MS = 40_000;

/** An approval with its calls and all actions of people and the gateway, without callbacks. */
export function approvalRows(decision: Decision, registry: Registry): Rows {
  const { id: approvalId, calls, last, held, gateway, at, decidedAt, startedAt, finishedAt } = decision;
  const reissue = gateway.callbackUrl === null;
  const occurredAt = finishedAt ?? decidedAt ?? at;
  const durationMs = finishedAt === null ? null : last.durationMs;
  const reported = { durationMs, occurredAt, receivedAt: occurredAt + REPORTED_MS };
  return {
    ToolCall: [
      ...calls.slice(0, -1),
      { ...last, ...outcomeOf(decision), approvalId, risk: held.risk, ...reported },
    ],
    Approval: [
      {
        ...last,
        ...decision,
        ...shownOf(held),
        ...toolAt(registry, `${last.provider}/${last.tool}`, at),
        mode: reissue ? "reissue" : "callback",
        callbackUrl: gateway.callbackUrl,
        occurredAt: at,
        useBySeconds: USE_BY_SECONDS,
        redeemedAt: reissue ? startedAt : null,
        createdAt: at,
        updatedAt: finishedAt ?? startedAt ?? decidedAt ?? at,
      },
    ],
    ...peopleRows(decision),
    Execution: executionRows(decision),
  };
}

function peopleRows({ id: approvalId, session, at, decidedAt, assignments, votes, revisions }: Decision) {
  const of = { approvalId, tenantId: session.tenant.id };
  const named = ({ id: userId, name: userName }: Person) => ({ ...of, userId, userName });
  return {
    ApprovalRevision: revisions.map((text, index) => {
      if (index === 0) return { ...of, ...text, revision: 1, createdAt: at };
      return { ...of, ...text, revision: 2, editedBy: votes.at(-1)?.by.id, createdAt: decidedAt ?? at };
    }),
    ApprovalAssignment: assignments.map(({ by, at: assignedAt, until }) => {
      return { ...named(by), assignedAt, until };
    }),
    // Every voter had it open before.
    ApprovalPresence: votes.map(({ by, at: until }) => {
      return { ...named(by), firstAt: Math.max(at + 1_000, until - READ_MS), until };
    }),
    Vote: votes.map(({ by, at: createdAt, ...vote }) => {
      return { ...named(by), ...vote, revision: revisions.length, createdAt };
    }),
  };
}

const SOURCES: Readonly<Record<string, string>> = { unrated_tool: "unrated", requested: "request" };

/** Why it waits, and what people see. Below high risk, its rating requires confirmation. */
function shownOf(held: Held) {
  const { risk, summary, impact, precondition } = held;
  const [what, toWhom, howMany, undo] = held.facts;
  const by = risk === "high" || risk === "critical" ? "risk" : "requires_confirmation";
  const heldBecause = held.because ?? by;
  const riskSource = SOURCES[heldBecause] ?? "catalogue";
  const facts = { what, to_whom: toWhom, how_many: howMany, undo };
  const words = { summary, impact, facts, preview: previewOf(held), precondition };
  return { risk, claimedRisk: risk, riskSource, heldBecause, ...words };
}

function previewOf({ text, diff, json }: Held): RowOf<"Approval">["preview"] {
  if (text !== undefined) return { format: "text", content: text };
  if (diff !== undefined) return { format: "diff", content: diff };
  return json === undefined ? undefined : { format: "json", content: JSON.stringify(json, null, 2) };
}

function executionRows(decision: Decision): RowOf<"Execution">[] {
  const { id: approvalId, session, executionId, execution, startedAt, finishedAt, held } = decision;
  if (!executionId || startedAt === null) return [];
  const [errorCode, errorMessage] = execution === "failed" ? errorOf(held) : [];
  return [
    {
      id: executionId,
      tenantId: session.tenant.id,
      approvalId,
      state: execution,
      startedAt,
      leaseUntil: finishedAt === null ? startedAt + EXECUTION_LEASE_SECONDS * 1_000 : null,
      finishedAt,
      resultText: execution === "succeeded" ? JSON.stringify(held.result) : null,
      errorCode,
      errorMessage,
      durationMs: finishedAt === null ? null : finishedAt - startedAt,
      createdAt: startedAt,
    },
  ];
}

/** Callbacks of a decision. Older ones than the retention have no rows. */
export function callbackRows(plan: Plan, decision: Decision, secret: string): Rows {
  const { decidedAt: createdAt, tries, gateway, session, delivery, id: approvalId } = decision;
  const last = tries.at(-1);
  if (createdAt === null || gateway.callbackUrl === null || delivery === "none" || !last) return {};
  if (createdAt < plan.anchor - (TOLD_DAYS - 1) * DAY_MS) return {};
  const chance = session.chance.of("callback");
  const of = { tenantId: session.tenant.id, gatewayId: gateway.id, approvalId, createdAt };
  const event = { ...of, ...eventOf(decision, new Date(createdAt)), id: chance.id(createdAt) };
  const id = chance.id(createdAt + 1);
  return {
    OutboxEvent: [event],
    Delivery: [
      {
        ...of,
        id,
        eventId: event.id,
        url: gateway.callbackUrl,
        state: delivery,
        attempts: tries.length,
        nextAttemptAt: last.startedAt,
        lastStatus: last.status,
        lastError: delivery === "dead" ? troubleOf(last) : null,
        finishedAt: last.startedAt + last.durationMs,
      },
    ],
    DeliveryAttempt: tries.map((one, index) => {
      const signature = signEvent([secret], event.id, new Date(one.startedAt), event.body);
      return { ...of, deliveryId: id, attempt: index + 1, ...one, ...exchanged(one.status, signature) };
    }),
  };
}

export const troubleOf = ({ error, status }: Try) => error ?? `The gateway answered HTTP ${status}.`;

function eventOf(decision: Decision, timestamp: Date): { type: string; body: string } {
  const { session, last, held, useBy, votes } = decision;
  const word = decision.decision === "pending" ? "approved" : decision.decision;
  const data = callbackData(
    {
      ...decision,
      provider: last.provider,
      tool: last.tool,
      decision: word,
      execution: word === "approved" ? "awaiting" : "blocked",
      useBy: useBy === null ? null : new Date(useBy),
      mode: "callback",
      heldBecause: "risk",
      approvalsRequired: 1,
      brokeGlass: false,
      revokedByPolicy: false,
      correlation: null,
      precondition: held.precondition ?? null,
    },
    session.tenant.key,
    votes.map(({ by, at, reason }) => ({
      userName: by.name,
      deputyForName: null,
      signed: null,
      createdAt: new Date(at),
      reason,
    })),
  );
  const type = `approval.${word}`;
  return { type, body: serializeJson({ type, timestamp, data }) };
}

const JSON_TYPE = { "content-type": "application/json" };

function exchanged(status: number | null, signature: object) {
  const requestHeaders = { ...JSON_TYPE, "user-agent": "Countersign-Webhooks/1", ...signature };
  if (status === null) return { requestHeaders };
  const responseBody = status === 200 ? '{"received":true}' : '{"error":"upstream connect error"}';
  return { requestHeaders, responseHeaders: { ...JSON_TYPE, server: "mcp-gateway" }, responseBody };
}
