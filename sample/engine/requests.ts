import { NO_TENANT } from "@/lib/core/scope";
import { decisionsOf } from "./attempts";
import { Chance } from "./chance";
import type { Decision } from "./decision";
import type { Plan, PlannedGateway } from "./plan";
import type { RowOf } from "./rows";

type RequestRow = RowOf<"GatewayRequest">;

const HOUR_MS = 3_600_000;
// The request log keeps a week.
const SINCE_MS = 6.5 * 24 * HOUR_MS;
const WAITING_MAX = 60;

/** Recent gateway requests: held calls, reports and refusals. */
export function requestRows(plan: Plan): RequestRow[] {
  const { waiting, decided } = plan.sessions;
  const decisions = [
    ...Array.from({ length: Math.min(waiting, WAITING_MAX) }, (_, i) =>
      decisionsOf(plan, "waiting", i),
    ).flat(),
    ...Array.from({ length: decided }, (_, i) => decisionsOf(plan, "decided", i)).flat(),
  ].filter(({ at }) => at > plan.anchor - SINCE_MS);
  return [
    ...decisions.flatMap((one) => asked(plan, one)),
    ...plan.gateways.flatMap((one) => hourly(plan, one)),
  ];
}

function writer(chance: Chance, { id: gatewayId, keyId }: PlannedGateway, tenantId: string) {
  return (
    at: number,
    what: `${"GET" | "POST"} ${string}`,
    status: number,
    rest?: Pick<RequestRow, "body" | "response" | "madeKind" | "madeId">,
  ): RequestRow => {
    const [method = "", path = ""] = what.split(" ");
    const drawn = { id: chance.id(at), durationMs: chance.int(2, 38), requestId: chance.id(at) };
    const bytes = rest?.body ? Buffer.byteLength(rest.body) : null;
    return { ...drawn, at, tenantId, gatewayId, keyId, method, path, status, bytes, ...rest };
  };
}

function asked(plan: Plan, decision: Decision): RequestRow[] {
  const { id, session, gateway, at, decidedAt, finishedAt, executionId, execution } = decision;
  const write = writer(session.chance.of("request"), gateway, session.tenant.id);
  const made = { madeKind: "approval", madeId: id };
  const rows = [write(at, "POST /api/v1/authorize", 202, { ...made, body: bodyOf(decision) })];
  if (gateway.callbackUrl === null && decidedAt !== null)
    rows.push(write(decidedAt + 40, `GET /api/v1/approvals/${id}?wait=55`, 200));
  if (finishedAt !== null && finishedAt < plan.anchor) {
    const body = JSON.stringify({ execution_id: executionId, state: execution });
    rows.push(write(finishedAt, `POST /api/v1/approvals/${id}/execution`, 200, { ...made, body }));
  }
  return rows;
}

function bodyOf({ externalId, session, held, last }: Decision): string {
  return JSON.stringify({
    id: externalId,
    tenant: session.tenant.key,
    provider: last.provider,
    tool: last.tool,
    risk: held.risk,
    arguments: last.arguments,
    rationale: last.rationale,
    summary: held.summary,
    agent: last.agent,
    session_id: last.sessionId,
  });
}

/** Regular requests: batches of calls, policy lookups and some refusals. */
function hourly(plan: Plan, gateway: PlannedGateway): RequestRow[] {
  const chance = new Chance(`${plan.seed}/requests/${gateway.name}`);
  const write = writer(chance, gateway, gateway.tenants[0] ?? NO_TENANT);
  const rows: RequestRow[] = [];
  for (let ago = SINCE_MS; ago > 0; ago -= HOUR_MS * 1.5) {
    const at = plan.anchor - ago + chance.int(0, HOUR_MS);
    if (at > plan.anchor - 60_000) break;
    const body = `{"rows":[… ${chance.int(3, 60)} rows]}`;
    rows.push(write(at, "POST /api/v1/audit", 202, { body, madeKind: "calls" }));
    if (chance.maybe(0.5)) {
      const status = chance.maybe(0.7) ? 304 : 200;
      rows.push(write(at + 900, "GET /api/v1/policy?tenant=sample-fernhill", status));
    }
    if (chance.maybe(0.1)) {
      const { status, path, body, response } = chance.pick(plan.world.refusals);
      rows.push(write(at + 2_000, `POST ${path}`, status, { body, response }));
    }
  }
  return rows;
}
