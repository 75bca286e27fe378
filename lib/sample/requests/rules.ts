import { NO_TENANT } from "@/lib/core/scope";
import { Chance } from "../chance/rules";
import { type Decision, decisionOf } from "../decision/rules";
import type { Plan, PlannedGateway } from "../plan/rules";
import type { RowOf } from "../rows/schema";
import { argumentsOf } from "../session/rules";

type RequestRow = RowOf<"gateway_requests">;

const HOUR_MS = 3_600_000;
// The inspector goes back a week.
const SINCE_MS = 6.5 * 24 * HOUR_MS;

/** What gateways asked of Countersign in the last days: the calls that were held, reports, and what was refused. */
export function requestRows(plan: Plan): RequestRow[] {
  const decisions = [
    ...Array.from({ length: Math.min(plan.sessions.waiting, 60) }, (_, i) => decisionOf(plan, "waiting", i)),
    ...Array.from({ length: plan.sessions.decided }, (_, i) => decisionOf(plan, "decided", i)),
  ].filter((decision) => decision.at > plan.anchor.getTime() - SINCE_MS);
  return [
    ...decisions.flatMap((one) => asked(plan, one)),
    ...plan.gateways.flatMap((one) => hourly(plan, one)),
  ];
}

function asked(plan: Plan, decision: Decision): RequestRow[] {
  const { session, gateway } = decision;
  const body = bodyOf(decision);
  const chance = session.chance.of("request");
  const base = { chance, gateway, tenantId: session.tenant.id };
  const rows = [
    rowOf(base, {
      at: decision.at,
      method: "POST",
      path: "/api/v1/authorize",
      status: 202,
      body,
      made: ["approval", decision.id],
    }),
  ];
  if (gateway.callbackUrl === null && decision.decidedAt !== null)
    rows.push(
      rowOf(base, {
        at: decision.decidedAt + 40,
        method: "GET",
        path: `/api/v1/approvals/${decision.id}?wait=55`,
        status: 200,
      }),
    );
  if (decision.finishedAt !== null && decision.finishedAt < plan.anchor.getTime()) {
    const report = JSON.stringify({ execution_id: decision.executionId, state: decision.execution });
    rows.push(
      rowOf(base, {
        at: decision.finishedAt,
        method: "POST",
        path: `/api/v1/approvals/${decision.id}/execution`,
        status: 200,
        body: report,
        made: ["approval", decision.id],
      }),
    );
  }
  return rows;
}

function bodyOf({ externalId, session, held, calls }: Decision): string {
  const last = calls.at(-1);
  return JSON.stringify({
    id: externalId,
    tenant: session.tenant.key,
    provider: last?.step.provider,
    tool: last?.step.tool,
    risk: held.risk,
    arguments: last && argumentsOf(last),
    rationale: last?.step.rationale,
    summary: held.summary,
    agent: session.agent.name,
    session_id: session.id,
  });
}

const REFUSALS = [
  {
    status: 422,
    path: "/api/v1/authorize",
    body: '{"tenant":"sample-fernhill","tool":"create_refund","arguments":{"payment_intent":"pi_3Q","amount":2490},"risk":"severe","rationale":"Refund for a damaged item."}',
    answer:
      '{"title":"What was sent is not valid","status":422,"code":"VALIDATION_ERROR","errors":[{"pointer":"/risk","code":"invalid_value","message":"low, medium, high or critical"}]}',
  },
  {
    status: 422,
    path: "/api/v1/audit",
    body: '{"rows":[{"tenant":"sample-halden","tool":"kubectl_get","outcome":"ok"}]}',
    answer:
      '{"title":"What was sent is not valid","status":422,"code":"VALIDATION_ERROR","errors":[{"pointer":"/rows/0/rationale","code":"required","message":"rationale must be 10 to 500 characters: one sentence on why the call is made"}]}',
  },
  {
    status: 409,
    path: "/api/v1/authorize",
    body: '{"id":"call_9f","tenant":"sample-fernhill","tool":"send-broadcast","arguments":{"broadcastId":"bc_2"},"rationale":"Sending the approved draft."}',
    answer:
      '{"title":"Conflict","status":409,"code":"IDEMPOTENCY_CONFLICT","detail":"Another request with this id had a different body."}',
  },
] as const;

/** The steady part: batches of calls, policy look-ups and a refusal now and then. */
function hourly(plan: Plan, gateway: PlannedGateway): RequestRow[] {
  const chance = new Chance(`${plan.seed}/requests/${gateway.name}`);
  const base = { chance, gateway, tenantId: gateway.tenants[0] ?? NO_TENANT };
  const rows: RequestRow[] = [];
  for (let ago = SINCE_MS; ago > 0; ago -= HOUR_MS * 1.5) {
    const at = plan.anchor.getTime() - ago + chance.int(0, HOUR_MS);
    if (at > plan.anchor.getTime() - 60_000) break;
    const many = chance.int(3, 60);
    rows.push(
      rowOf(base, {
        at,
        method: "POST",
        path: "/api/v1/audit",
        status: 202,
        body: `{"rows":[… ${many} rows]}`,
        made: ["calls", null],
      }),
    );
    if (chance.maybe(0.5))
      rows.push(
        rowOf(base, {
          at: at + 900,
          method: "GET",
          path: "/api/v1/policy?tenant=sample-fernhill",
          status: chance.maybe(0.7) ? 304 : 200,
        }),
      );
    if (chance.maybe(0.1)) {
      const { status, path, body, answer } = chance.pick(REFUSALS);
      rows.push({ ...rowOf(base, { at: at + 2_000, method: "POST", path, status, body }), answer });
    }
  }
  return rows;
}

type Base = { chance: Chance; gateway: PlannedGateway; tenantId: string };
type Asked = {
  at: number;
  method: string;
  path: string;
  status: number;
  body?: string;
  made?: [kind: string, id: string | null];
};

function rowOf(
  { chance, gateway, tenantId }: Base,
  { at, method, path, status, body, made }: Asked,
): RequestRow {
  return {
    id: chance.id(at),
    at: new Date(at),
    tenant_id: tenantId,
    gateway_id: gateway.id,
    key_id: gateway.keyId,
    method,
    path,
    status,
    duration_ms: chance.int(2, 38),
    request_id: chance.id(at),
    idempotency_key: null,
    bytes: body === undefined ? null : Buffer.byteLength(body),
    body: body ?? null,
    answer: null,
    made_kind: made?.[0] ?? null,
    made_id: made?.[1] ?? null,
  };
}
