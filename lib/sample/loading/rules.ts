import type { Plan } from "../plan/rules";
import type { Part } from "../schema";

/** One step of the work, small enough to be one transaction. */
export type Step = { part: Part; from: number; to: number };

// Sessions of one step: about as many rows as a statement takes in at its best, and enough steps to see progress.
const SESSIONS = { least: 120, most: 1_200, stepsWanted: 30 };
const APPROVALS_A_STEP = 150;
const WAITING_A_STEP = 300;

/** What has to be done, in order. Which approvals wait comes last of the rows that people notice. */
export function stepsOf(plan: Plan): Step[] {
  const { plain, decided, waiting } = plan.sessions;
  const wanted = Math.ceil(plain / SESSIONS.stepsWanted);
  const many = Math.min(SESSIONS.most, Math.max(SESSIONS.least, wanted));
  return [
    ...chunks("tenants", 0, plan.tenants.length, 1),
    ...chunks("gateways", 0, 1, 1),
    ...chunks("tools", 0, providersOf(plan).length + 1, 1),
    ...chunks("calls", 0, plain, many),
    ...chunks("approvals", 0, decided, APPROVALS_A_STEP),
    ...chunks("approvals", decided, decided + waiting, WAITING_A_STEP),
    ...chunks("feedback", 0, plan.tenants.length, 1),
    ...chunks("requests", 0, 1, 1),
  ];
}

function chunks(part: Part, begin: number, end: number, many: number): Step[] {
  const steps: Step[] = [];
  for (let from = begin; from < end; from += many) steps.push({ part, from, to: Math.min(end, from + many) });
  return steps;
}

/** Each provider with the gateway that offers it. */
export function providersOf(plan: Plan) {
  return plan.gateways.flatMap((gateway) => gateway.providers.map((provider) => ({ gateway, provider })));
}
