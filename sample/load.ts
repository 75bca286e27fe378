import type { Tx } from "@/lib/core/db";
import { newSigningSecret } from "@/lib/gateways/signing-secrets";
import type { Part } from "@/lib/onboarding/sample/types";
import type { MakeSample, SampleStep } from "@/lib/onboarding/sample/worker";
import { approvalRows, type ToolAt } from "./engine/approvals";
import { callbackRows } from "./engine/callbacks";
import { heldRows, plainRows } from "./engine/calls";
import { makeGateways, makeTenant } from "./engine/companies";
import { type Decision, decisionOf } from "./engine/decision";
import { feedbackRows } from "./engine/feedback";
import { type Plan, planOf } from "./engine/plan";
import { requestRows } from "./engine/requests";
import { insertRows } from "./engine/rows";
import { loadTools, makeOverrides, makeTools } from "./engine/tools";
import { type Deed, deedsOf } from "./engine/trail";
import { WORLD } from "./stories/all";

// Sessions of one step: about as many rows as a statement takes in at its best, and enough steps to see progress.
const SESSIONS = { least: 120, most: 1_200, stepsWanted: 30 };
const APPROVALS_A_STEP = 150;
const WAITING_A_STEP = 300;

/** What makes the sample workspace. An order always gives the same steps, so that any process can go on with them. */
export const sampleSteps: MakeSample = (order) => {
  const plan = planOf(WORLD, order);
  const { tenants, gateways, sessions } = plan;
  const secret = newSigningSecret();
  const trails = lazy(() => trailsOf(plan));
  const approvals = approvalWriter(plan, secret);
  const wanted = Math.ceil(sessions.plain / SESSIONS.stepsWanted);
  const many = Math.min(SESSIONS.most, Math.max(SESSIONS.least, wanted));
  const providers = gateways.flatMap((gateway) =>
    gateway.providers.map((provider) => ({ gateway, provider })),
  );
  const step = (part: Part, write: SampleStep["write"]): SampleStep => ({ part, write });
  return [
    ...tenants.map((one) => step("tenants", (tx) => makeTenant(tx, plan, one, trails().get(one.id) ?? []))),
    step("gateways", (tx) => makeGateways(tx, plan, secret)),
    ...providers.map((one) => step("tools", (tx) => makeTools(tx, plan, one.gateway, one.provider))),
    step("tools", (tx) => makeOverrides(tx, plan)),
    ...spans(sessions.plain, many).map((span) =>
      step("calls", (tx) => insertRows(tx, { ToolCall: span((index) => plainRows(plan, index)) })),
    ),
    ...spans(sessions.decided, APPROVALS_A_STEP).map((span) =>
      step("approvals", (tx) => approvals(tx, "decided", span)),
    ),
    // Last of the rows that people notice.
    ...spans(sessions.waiting, WAITING_A_STEP).map((span) =>
      step("approvals", (tx) => approvals(tx, "waiting", span)),
    ),
    ...tenants.map((one) => step("feedback", (tx) => insertRows(tx, feedbackRows(plan, one)))),
    step("requests", (tx) => insertRows(tx, { GatewayRequest: requestRows(plan) })),
    step("requests", (tx) => noteOffenders(tx, plan)),
  ];
};

/** Tells every index of a span, and puts together what is told. */
type Span = <T>(tell: (index: number) => T[]) => T[];

function spans(count: number, size: number): Span[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, place): Span => {
    const from = place * size;
    const length = Math.min(size, count - from);
    return (tell) => Array.from({ length }, (_, index) => tell(from + index)).flat();
  });
}

/** Costly to tell, cheap to keep. */
function lazy<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** What the trail says of approvals, by tenant. */
function trailsOf(plan: Plan): Map<string, Deed[]> {
  const { decided, waiting } = plan.sessions;
  const trails = new Map<string, Deed[]>(plan.tenants.map(({ id }) => [id, []]));
  const tell = (one: Decision) => trails.get(one.session.tenant.id)?.push(...deedsOf(one));
  for (let i = 0; i < decided; i += 1) tell(decisionOf(plan, "decided", i));
  for (let i = 0; i < waiting; i += 1) tell(decisionOf(plan, "waiting", i));
  return trails;
}

function approvalWriter(plan: Plan, secret: string) {
  let toolAt: ToolAt | undefined;
  return async (tx: Tx, kind: "decided" | "waiting", span: Span): Promise<number> => {
    toolAt ??= await loadTools(tx, plan);
    const known = toolAt;
    const rows = span((index) => {
      const decision = decisionOf(plan, kind, index);
      const calls = { ToolCall: heldRows(decision) };
      return [calls, approvalRows(decision, known), callbackRows(plan, decision, secret)];
    });
    return insertRows(tx, ...rows);
  };
}

/** Who left the reason out, counted as the intake counts it. */
function noteOffenders(tx: Tx, plan: Plan): Promise<number> {
  const tenants = plan.tenants.map(({ id }) => id);
  return tx.$executeRaw`
    insert into rationale_offenders (tenant_id, gateway_id, agent, day, calls)
    select tenant_id, gateway_id, coalesce(agent, ''), (occurred_at at time zone 'UTC')::date, count(*)
    from tool_calls where tenant_id = any(${tenants}::uuid[]) and is_rationale_missing(rationale)
    group by 1, 2, 3, 4 on conflict do nothing`;
}
