import { Chance } from "../chance/rules";
import { gatewayOf, momentOf, type Plan, type PlannedTenant } from "../plan/rules";
import type { Slip, Step, Task } from "../story/schema";
import { CLUSTER } from "../tasks/cluster/rules";
import { CODE } from "../tasks/code/rules";
import { DATA } from "../tasks/data/rules";
import { DESKTOP } from "../tasks/desktop/rules";
import { INBOX } from "../tasks/inbox/rules";
import { MAIL } from "../tasks/mail/rules";
import { PAYMENTS } from "../tasks/payments/rules";
import { RECORDS } from "../tasks/records/rules";
import { SALES } from "../tasks/sales/rules";
import { AGENTS, type AgentPlan, type Person } from "../world/rules";

const TASKS: readonly Task[] = [
  ...MAIL,
  ...PAYMENTS,
  ...SALES,
  ...CLUSTER,
  ...CODE,
  ...DATA,
  ...RECORDS,
  ...INBOX,
  ...DESKTOP,
];

export type SessionKind = "plain" | "decided" | "waiting";

/** Who works on what, in one go. */
export type Session = {
  kind: SessionKind;
  chance: Chance;
  tenant: PlannedTenant;
  task: Task;
  agent: AgentPlan;
  version: string;
  person: Person;
  id: string;
  at: number;
  /** It asks for more than usual. */
  bold: boolean;
  steps: readonly Step[];
};

/** One call as it is reported. */
export type Call = {
  id: string;
  at: number;
  gatewayId: string;
  step: Step;
  attempt: number;
  outcome: string;
  slip: Slip | null;
  rationale: string | null;
  durationMs: number;
  callId: string;
};

const BOLD = { plain: 0, decided: 0.07, waiting: 0.22 };
// What waits is from today and yesterday's late shift; what is decided had the time for it.
const WAITING_MS_MAX = 20 * 3_600_000;
const DECIDED_MS_MIN = 50 * 60_000;
const DAY_MS = 86_400_000;

/** Session `index` of a kind. Costs a few microseconds, so it is told again rather than kept. */
export function sessionOf(plan: Plan, kind: SessionKind, index: number): Session {
  const chance = new Chance(`${plan.seed}/${kind}/${index}`);
  const tenant = chance.weighted(plan.tenants);
  const task = chance.weighted(tasksOf(tenant.key, kind !== "plain"));
  const at = beginOf(plan, kind, index, chance);
  const agent = AGENTS[chance.pick(task.agents)];
  if (!agent) throw new Error(`the task ${task.name} names an agent that the sample does not know`);
  const third = Math.floor(
    ((at - plan.begin.getTime()) / (plan.anchor.getTime() - plan.begin.getTime())) * 3,
  );
  const version = agent.versions[Math.min(2, Math.max(0, third)) as 0 | 1 | 2];
  const bold = chance.maybe(BOLD[kind]);
  const person = chance.pick(tenant.people);
  const id = `ses_${chance.code(10).toLowerCase()}`;
  const steps = task.steps({ chance, company: tenant, bold, at: new Date(at) });
  return { kind, chance, tenant, task, agent, version, person, id, at, bold, steps };
}

const fitting = new Map<string, Task[]>();

/** Work that ends in a held call is told where there is a decision to tell of. */
function tasksOf(company: string, held: boolean): Task[] {
  const name = `${company} ${held}`;
  const tasks =
    fitting.get(name) ?? TASKS.filter((one) => one.companies.includes(company) && one.held === held);
  fitting.set(name, tasks);
  return tasks;
}

function beginOf(plan: Plan, kind: SessionKind, index: number, chance: Chance): number {
  const anchor = plan.anchor.getTime();
  if (kind === "waiting") {
    // Denser towards now; the newest came a few minutes ago.
    const share = chance.next() ** 2;
    return anchor - 240_000 - share * WAITING_MS_MAX;
  }
  const all = kind === "plain" ? plan.sessions.plain : plan.sessions.decided;
  const moment = momentOf(plan, (index + chance.next()) / all);
  return Math.min(moment, anchor - (kind === "plain" ? 60_000 : DECIDED_MS_MIN));
}

/** The calls of a session up to the one that waits, retries included. */
export function callsOf(plan: Plan, session: Session): Call[] {
  const { chance, tenant } = session;
  const calls: Call[] = [];
  let at = session.at;
  for (const step of session.steps) {
    const gatewayId = gatewayOf(plan, tenant.id, step.provider).id;
    const call = (slip: Slip | null, attempt: number, outcome: string): Call => {
      const durationMs = slip ? chance.int(12, 90) : chance.int(step.took[0], step.took[1]);
      at = Math.min(at + durationMs + chance.int(1_500, 24_000), plan.anchor.getTime() - 1_000);
      return {
        id: chance.id(at),
        at,
        gatewayId,
        step,
        attempt,
        outcome,
        slip,
        rationale: saidWhy(plan, session, step, at),
        durationMs,
        callId: `toolu_${chance.code(16)}`,
      };
    };
    const slip = slipOf(step, session, at, plan);
    if (slip) calls.push(call(slip, 1, slip.outcome));
    if (slip?.final) break;
    const found = step.empty !== undefined && chance.maybe(step.empty) ? "empty_result" : "ok";
    calls.push(call(null, slip ? 2 : 1, found));
  }
  return calls;
}

/** Agents learn: a definition that was mended, or a cheatsheet, makes the same mistake rarer in the second month. */
function slipOf(step: Step, { chance }: Session, at: number, plan: Plan): Slip | null {
  const late = at > plan.anchor.getTime() - 21 * DAY_MS;
  for (const slip of step.slips ?? []) if (chance.maybe(slip.share * (late ? 0.6 : 1.15))) return slip;
  return null;
}

const TERSE = ["needed", "as asked", "next step", "user asked"];

/** Some callers leave the reason out, fewer with every week. */
function saidWhy(plan: Plan, { chance, agent }: Session, step: Step, at: number): string | null {
  const careless = agent.name === "cursor" || agent.name === "front-desk";
  const age = (plan.anchor.getTime() - at) / (plan.anchor.getTime() - plan.begin.getTime());
  if (step.held || !careless || !chance.maybe(0.02 + 0.1 * age)) return step.rationale;
  return chance.maybe(0.5) ? null : chance.pick(TERSE);
}

/** What was sent: at a slip, the mistaken arguments. */
export function argumentsOf(call: Pick<Call, "step" | "slip">): Record<string, unknown> {
  const all = { ...call.step.arguments, ...(call.slip?.wrong ?? {}) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
