import { callbackData, EVENT_TYPES } from "@/lib/approvals/wire";
import { serializeJson } from "@/lib/core/json/raw";
import { signEvent } from "@/lib/delivery/signing";
import { TOLD_DAYS } from "@/lib/delivery/types";
import { type Decision, finalText, type Try } from "./decision";
import type { Plan } from "./plan";
import type { RowOf, Rows } from "./rows";

const DAY_MS = 86_400_000;

/** How the gateway was told of a decision. What is older than callbacks are kept has left no rows. */
export function callbackRows(plan: Plan, decision: Decision, secret: string): Rows {
  const { decidedAt, tries, gateway, session, told, id: approvalId } = decision;
  const last = tries.at(-1);
  if (decidedAt === null || gateway.callbackUrl === null || told === "none" || !last) return {};
  if (decidedAt < plan.anchor - (TOLD_DAYS - 1) * DAY_MS) return {};
  const chance = session.chance.of("callback");
  const of = { tenantId: session.tenant.id, gatewayId: gateway.id, approvalId };
  const createdAt = new Date(decidedAt);
  const event = { ...of, ...eventOf(decision, createdAt), id: chance.id(decidedAt), createdAt };
  const id = chance.id(decidedAt + 1);
  return {
    OutboxEvent: [event],
    Delivery: [
      {
        ...of,
        id,
        eventId: event.id,
        url: gateway.callbackUrl,
        state: told,
        attempts: tries.length,
        nextAttemptAt: new Date(last.at),
        lastStatus: last.status,
        lastError: told === "dead" ? errorOf(last) : null,
        createdAt,
        finishedAt: new Date(last.at + last.durationMs),
      },
    ],
    DeliveryAttempt: tries.map((one, index) => ({
      deliveryId: id,
      attempt: index + 1,
      tenantId: of.tenantId,
      ...attempted(one, signEvent([secret], event.id, new Date(one.at), event.body)),
    })),
  };
}

/** What is said of a try that failed. */
export const errorOf = ({ error, status }: Try) => error ?? `The gateway answered HTTP ${status}.`;

function eventOf(decision: Decision, timestamp: Date): { type: string; body: string } {
  const { session, last, held, word: said, revisions, useBy, votes } = decision;
  const { text, sha256 } = finalText(decision);
  const word = said === "pending" ? "approved" : said;
  const data = callbackData(
    {
      id: decision.id,
      externalId: decision.externalId,
      provider: last.provider,
      tool: last.tool,
      decision: word,
      execution: word === "approved" ? "awaiting" : "blocked",
      revision: revisions.length,
      executionId: decision.executionId,
      useBy: useBy === null ? null : new Date(useBy),
      argumentsText: text,
      argumentsSha256: sha256,
      requestedSha256: revisions[0].sha256,
      mode: "callback",
      reason: decision.reason,
      correlation: null,
      precondition: held.precondition ?? null,
    },
    session.tenant.key,
    votes.map(({ by, at, reason }) => ({ userName: by.name, createdAt: new Date(at), reason })),
  );
  const type = EVENT_TYPES[word];
  return { type, body: serializeJson({ type, timestamp, data }) };
}

const JSON_TYPE = { "content-type": "application/json" };

function attempted({ at, durationMs, status, error }: Try, signature: object) {
  const answered = status !== null;
  const body = status === 200 ? '{"received":true}' : '{"error":"upstream connect error"}';
  return {
    startedAt: new Date(at),
    durationMs,
    status,
    error,
    requestHeaders: { ...JSON_TYPE, "user-agent": "Countersign-Webhooks/1", ...signature },
    responseHeaders: answered ? { ...JSON_TYPE, server: "mcp-gateway" } : undefined,
    responseBody: answered ? body : null,
  } satisfies Partial<RowOf<"DeliveryAttempt">>;
}
