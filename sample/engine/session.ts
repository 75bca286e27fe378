import { Chance } from "./chance";
import { gatewayOf, momentOf, type Plan, type PlannedTenant } from "./plan";
import type { Slip, Step, Story } from "./story";
import { drawSlots, fill, type Scene } from "./template";
import { type Agent, type Person, partsOfTool } from "./world";

export type SessionKind = "plain" | "decided" | "waiting";

/** Who works on what, in one go. */
export type Session = {
  chance: Chance;
  tenant: PlannedTenant;
  story: Story;
  scene: Scene;
  agent: Agent & { name: string; version: string };
  person: Person;
  id: string;
  at: number;
};

/** One call as it is reported. */
export type Call = {
  id: string;
  at: number;
  gatewayId: string;
  provider: string;
  tool: string;
  /** What was sent: at a slip, the mistaken arguments. */
  arguments: Record<string, unknown>;
  rationale: string | null;
  attempt: number;
  outcome: string;
  detail?: string;
  error?: string;
  validation?: { path: string; message: string; received_json?: string }[];
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
  const { world, begin, anchor } = plan;
  const chance = new Chance(`${plan.seed}/${kind}/${index}`);
  const tenant = chance.weighted(plan.shares);
  const stories = plan.stories.get(tenant.key);
  const story = chance.weighted((kind === "plain" ? stories?.plain : stories?.held) ?? []);
  const at = beginOf(plan, kind, index, chance);
  const name = chance.pick(story.agents);
  const agent = world.agents[name];
  if (!agent) throw new Error(`the story ${story.name} names an agent that the sample does not know`);
  const third = Math.min(2, Math.max(0, Math.floor(((at - begin) / (anchor - begin)) * 3)));
  const version = agent.versions[third as 0 | 1 | 2];
  const bold = chance.maybe(BOLD[kind]);
  const person = chance.pick(tenant.people);
  const id = `ses_${chance.code(10).toLowerCase()}`;
  const scene = { chance, company: tenant, names: world.names, bold, at: new Date(at), slots: {} };
  drawSlots(story.slots ?? {}, scene);
  return { chance, tenant, story, scene, agent: { ...agent, name, version }, person, id, at };
}

function beginOf(plan: Plan, kind: SessionKind, index: number, chance: Chance): number {
  // Denser towards now; the newest came a few minutes ago.
  if (kind === "waiting") return plan.anchor - 240_000 - chance.next() ** 2 * WAITING_MS_MAX;
  const moment = momentOf(plan, (index + chance.next()) / plan.sessions[kind]);
  return Math.min(moment, plan.anchor - (kind === "plain" ? 60_000 : DECIDED_MS_MIN));
}

/** The calls of a session in order, retries included. */
export function callsOf(plan: Plan, session: Session): Call[] {
  const { chance, tenant, scene } = session;
  const calls: Call[] = [];
  let at = session.at;
  for (const step of session.story.steps) {
    const { provider, tool } = partsOfTool(step.tool);
    const gatewayId = gatewayOf(plan, tenant.id, provider).id;
    const given = fill(step.arguments, scene);
    const why = fill(step.why, scene);
    const tell = (attempt: number, durationMs: number, rest: Ended): Call => {
      at = Math.min(at + durationMs + chance.int(1_500, 24_000), plan.anchor - 1_000);
      const [id, callId] = [chance.id(at), `toolu_${chance.code(16)}`];
      const told = { rationale: saidWhy(plan, session, step, at, why), attempt, durationMs };
      return { id, at, gatewayId, provider, tool, callId, arguments: given, ...told, ...rest };
    };
    const slip = slipOf(step, session, at, plan);
    if (slip) calls.push(tell(1, chance.int(12, 90), slipped(slip, step, given, scene)));
    if (slip?.final) break;
    const outcome = step.empty !== undefined && chance.maybe(step.empty) ? "empty_result" : "ok";
    calls.push(tell(slip ? 2 : 1, chance.int(...step.took), { outcome }));
  }
  return calls;
}

/** Agents learn: a definition that was mended, or a cheatsheet, makes a mistake rarer in the second month. */
function slipOf(step: Step, { chance }: Session, at: number, plan: Plan): Slip | undefined {
  const late = at > plan.anchor - 21 * DAY_MS;
  return [step.slips ?? []].flat().find(({ share }) => chance.maybe(share * (late ? 0.6 : 1.15)));
}

type Ended = Pick<Call, "outcome" | "detail" | "error" | "validation"> & Partial<Pick<Call, "arguments">>;

function slipped(slip: Slip, step: Step, given: Call["arguments"], scene: Scene): Ended {
  const sent = { ...given, ...fill(slip.wrong ?? {}, scene) };
  const { outcome, detail, misfit } = slip;
  const error = fill(slip.error ?? `Invalid arguments for tool ${partsOfTool(step.tool).tool}`, scene);
  if (!misfit) return { outcome, detail, error, arguments: sent };
  const [path, message] = misfit;
  const members = path.slice(1).split("/");
  const received = members.reduce<unknown>((at, name) => (at as Call["arguments"])?.[name], sent);
  const validation = [{ path, message, received_json: JSON.stringify(received) }];
  return { outcome, detail, error, arguments: sent, validation };
}

const TERSE = ["needed", "as asked", "next step", "user asked"];

/** Some callers shorten the reason or leave it out, fewer with every week. */
function saidWhy(plan: Plan, session: Session, step: Step, at: number, why: string): string | null {
  const { chance, agent, story } = session;
  const age = (plan.anchor - at) / (plan.anchor - plan.begin);
  const waits = story.held !== undefined && step === story.steps.at(-1);
  if (waits || !agent.careless || !chance.maybe(0.02 + 0.1 * age)) return why;
  return chance.maybe(0.5) ? null : chance.pick(TERSE);
}
