import { callbackData, EVENT_TYPES } from "@/lib/approvals/wire";
import { serializeJson } from "@/lib/core/json/raw";
import { signEvent } from "@/lib/delivery/signing";
import { TOLD_DAYS } from "@/lib/delivery/types";
import type { Decision, Try } from "../../decision/rules";
import type { Plan } from "../../plan/rules";
import type { RowOf, Rows } from "../../rows/schema";
import { textsOf } from "../approvals/rules";

const DAY_MS = 86_400_000;

/** How the gateway was told of a decision. What is older than callbacks are kept has left no rows. */
export function callbackRows(plan: Plan, decision: Decision, secret: string): Rows {
  const { decidedAt, tries, gateway, session } = decision;
  const first = tries[0];
  const last = tries.at(-1);
  if (decidedAt === null || gateway.callbackUrl === null || !first || !last) return {};
  if (decidedAt < plan.anchor.getTime() - (TOLD_DAYS - 1) * DAY_MS) return {};
  const chance = session.chance.of("callback");
  const event = eventRow(decision, chance.id(decidedAt), decidedAt);
  const id = chance.id(decidedAt + 1);
  return {
    outbox_events: [event],
    deliveries: [
      {
        id,
        tenant_id: session.tenant.id,
        gateway_id: gateway.id,
        event_id: event.id,
        approval_id: decision.id,
        url: gateway.callbackUrl,
        state: decision.told,
        attempts: tries.length,
        next_attempt_at: new Date(last.at),
        last_status: last.status,
        last_error:
          decision.told === "dead" ? (last.error ?? `The gateway answered HTTP ${last.status}.`) : null,
        created_at: new Date(decidedAt),
        finished_at: new Date(last.at + last.durationMs),
      },
    ],
    delivery_attempts: tries.map((one, index) => attemptRow(decision, { id, event, secret }, one, index + 1)),
  };
}

type Sent = { id: string; event: RowOf<"outbox_events">; secret: string };

function eventRow(decision: Decision, id: string, at: number): RowOf<"outbox_events"> {
  const { session, gateway } = decision;
  const word = decision.decision === "pending" ? "approved" : decision.decision;
  const { asked, final } = textsOf(decision);
  const last = decision.calls.at(-1);
  const data = callbackData(
    {
      id: decision.id,
      externalId: decision.externalId,
      provider: last?.step.provider ?? null,
      tool: last?.step.tool ?? "",
      decision: word,
      execution: word === "approved" ? "awaiting" : "blocked",
      revision: decision.edited ? 2 : 1,
      executionId: decision.executionId,
      useBy: decision.useBy === null ? null : new Date(decision.useBy),
      argumentsText: final.text,
      argumentsSha256: final.sha256,
      requestedSha256: asked.sha256,
      mode: "callback",
      reason: decision.reason,
      correlation: null,
      precondition: decision.held.precondition ?? null,
    },
    session.tenant.key,
    decision.votes.map((vote) => ({
      userName: vote.by.name,
      createdAt: new Date(vote.at),
      reason: vote.reason,
    })),
  );
  return {
    id,
    tenant_id: session.tenant.id,
    gateway_id: gateway.id,
    approval_id: decision.id,
    type: EVENT_TYPES[word],
    body: serializeJson({ type: EVENT_TYPES[word], timestamp: new Date(at), data }),
    created_at: new Date(at),
  };
}

function attemptRow(
  decision: Decision,
  { id, event, secret }: Sent,
  one: Try,
  attempt: number,
): RowOf<"delivery_attempts"> {
  const good = one.status === 200;
  return {
    delivery_id: id,
    attempt,
    tenant_id: decision.session.tenant.id,
    started_at: new Date(one.at),
    duration_ms: one.durationMs,
    status: one.status,
    error: one.error,
    request_headers: {
      "content-type": "application/json",
      "user-agent": "Countersign-Webhooks/1",
      ...signEvent([secret], String(event.id), new Date(one.at), String(event.body)),
    },
    response_headers:
      one.status === null ? null : { "content-type": "application/json", server: "mcp-gateway" },
    response_body:
      one.status === null ? null : good ? '{"received":true}' : '{"error":"upstream connect error"}',
  };
}
