import { read, type Tx } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { noteGrowing } from "@/lib/feedback/triage/worker";
import { newSigningSecret } from "@/lib/gateways/signing-secrets";
import { tellAnew } from "@/lib/intents/templates/commands";
import type { Part, SampleOrder } from "@/lib/onboarding/sample/types";
import type { SampleStep } from "@/lib/onboarding/sample/worker";
import { walkAnew } from "@/lib/signals/attempts/commands";
import { runOnce as walkCalls } from "@/lib/signals/attempts/worker";
import { noteSignalsOf } from "@/lib/signals/evidence/worker";
import { runOnce as proveFindings } from "@/lib/signals/findings/proofs/worker";
import { judgeFor } from "@/lib/signals/findings/purposes/worker";
import { suggestFor } from "@/lib/signals/suggestions/worker";
import { recount } from "@/lib/tools/finding-counts";
import { approvalRows, callbackRows } from "./engine/approvals";
import { decisionsOf } from "./engine/attempts";
import { gatewayRows, tenantRows } from "./engine/companies";
import { feedbackRows } from "./engine/feedback";
import { type Plan, planOf } from "./engine/plan";
import { requestRows } from "./engine/requests";
import { insertRows, type Rows } from "./engine/rows";
import { callsOf, sessionOf } from "./engine/session";
import { overrideRows, registryOf, toolRows } from "./engine/tools";
import { type Deed, deedsOf } from "./engine/trail";
import { governSample } from "./govern";
import { WORLD } from "./stories/all";

const scope = systemScope("sample workspace");

// Sessions per step: a statement's best number of rows, and enough steps for visible progress.
const SESSIONS = { least: 120, most: 1_200, stepsWanted: 30 };
const APPROVALS_A_STEP = { decided: 150, waiting: 300 };

/**
 * All steps of a sample. An order always gives the same steps, so that any process can continue.
 */
export function sampleSteps(order: SampleOrder): SampleStep[] {
  const plan = planOf(WORLD, order);
  const { tenants, gateways, sessions } = plan;
  const secret = newSigningSecret();
  const registry = registryOf(plan);
  let trails: Map<string, Deed[]> | undefined;
  const trailOf = (id: string) => {
    trails ??= trailsOf(plan);
    return trails.get(id) ?? [];
  };
  const wanted = Math.ceil(sessions.plain / SESSIONS.stepsWanted);
  const many = Math.min(SESSIONS.most, Math.max(SESSIONS.least, wanted));
  const step = (part: Part, write: SampleStep["write"]): SampleStep => ({ part, write });
  const rows = (part: Part, make: () => Rows) => step(part, (tx) => insertRows(tx, make()));
  const calls = (index: number) => callsOf(plan, sessionOf(plan, "plain", index));
  const approvals = (kind: "decided" | "waiting") =>
    spans(sessions[kind], APPROVALS_A_STEP[kind]).map((span) =>
      step("approvals", (tx) => {
        const told = span().flatMap((index) => decisionsOf(plan, kind, index));
        const all = told.flatMap((one) => [approvalRows(one, registry), callbackRows(plan, one, secret)]);
        return insertRows(tx, ...all);
      }),
    );
  return [
    ...tenants.map((one) => rows("tenants", () => tenantRows(plan, one, trailOf(one.id)))),
    rows("gateways", () => gatewayRows(plan, secret)),
    ...gateways
      .flatMap(({ providers }) => providers)
      .map((provider) => step("tools", (tx) => writeTools(tx, toolRows(plan, registry, provider)))),
    rows("tools", () => ({ ToolRating: overrideRows(plan, registry) })),
    ...spans(sessions.plain, many).map((span) => rows("calls", () => ({ ToolCall: span().flatMap(calls) }))),
    ...approvals("decided"),
    // Last of the rows that people see.
    ...approvals("waiting"),
    ...tenants.map((one) => rows("feedback", () => feedbackRows(plan, one))),
    rows("requests", () => ({ GatewayRequest: requestRows(plan) })),
    step("requests", (tx) => noteOffenders(tx, plan)),
    // Ids have past times, so calls that were read during loading are incomplete.
    ...tenants.map(({ id }) => step("calls", (tx) => lookedAt(tx, plan, id))),
    step("feedback", (tx) => noteGrowing(tx).then(() => 0)),
  ];
}

/**
 * Applies the sample's settings and reads its calls, without waiting for the workers' next pass.
 */
export async function lookAtSample(signal?: AbortSignal): Promise<void> {
  await governSample();
  await walkCalls(signal);
  while (await proveFindings(signal));
  for (const { id } of await read(scope, sampleTenants)) {
    await judgeFor(id);
    await suggestFor(id);
  }
}

const sampleTenants = (tx: Tx) => tx.tenant.findMany({ where: { sample: true }, select: { id: true } });

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

const spans = (count: number, size: number) =>
  upTo(Math.ceil(count / size)).map(
    (place) => () => upTo(Math.min(size, count - place * size), place * size),
  );

function trailsOf(plan: Plan): Map<string, Deed[]> {
  const trails = new Map<string, Deed[]>(plan.tenants.map(({ id }) => [id, []]));
  for (const kind of ["decided", "waiting"] as const)
    for (let index = 0; index < plan.sessions[kind]; index += 1) {
      for (const one of decisionsOf(plan, kind, index))
        trails.get(one.session.tenant.id)?.push(...deedsOf(one));
    }
  return trails;
}

/** Stores tools with finding counts, which the catalogue filters by. */
async function writeTools(tx: Tx, made: Rows): Promise<number> {
  const written = await insertRows(tx, made);
  await recount(
    tx,
    (made.Tool ?? []).map(({ id }) => id),
  );
  return written;
}

/** Updates issue weights for the inbox, and resets the reading of the tenant's calls. */
async function lookedAt(tx: Tx, { anchor }: Plan, tenantId: string): Promise<number> {
  await walkAnew(tx, [tenantId]);
  await tellAnew(tx, [tenantId]);
  await noteSignalsOf(tx, tenantId, new Date(anchor));
  return 0;
}

/** Counts callers without a rationale like the intake. */
function noteOffenders(tx: Tx, plan: Plan): Promise<number> {
  const tenants = plan.tenants.map(({ id }) => id);
  return tx.$executeRaw`
    with days as (
      insert into rationale_offenders (tenant_id, gateway_id, agent, day, calls)
      select tenant_id, gateway_id, coalesce(agent, ''), (occurred_at at time zone 'UTC')::date, count(*)
      from tool_calls where tenant_id = any(${tenants}::uuid[]) and is_rationale_missing(rationale)
      group by 1, 2, 3, 4 on conflict do nothing)
    insert into rationale_callers (tenant_id, gateway_id, agent, first_at, last_at, calls, resolved_at)
    select o.tenant_id, o.gateway_id, o.agent, o.first_at, o.last_at, o.calls, (
      select min(c.occurred_at) from tool_calls c where c.tenant_id = o.tenant_id and c.gateway_id = o.gateway_id
        and c.agent is not distinct from nullif(o.agent, '') and c.occurred_at > o.last_at)
    from (select tenant_id, gateway_id, coalesce(agent, '') as agent, min(occurred_at) as first_at, max(occurred_at) as last_at,
                 count(*) as calls
          from tool_calls where tenant_id = any(${tenants}::uuid[]) and is_rationale_missing(rationale) group by 1, 2, 3) o
    on conflict do nothing`;
}
