import { misfitOf } from "./catalogues";
import { Chance } from "./chance";
import { DAY_MS, gatewayOf, LEARNT_DAYS, momentOf, type Plan } from "./plan";
import type { RowOf } from "./rows";
import { partsOfTool, type Referral, type Slip, type Step } from "./story";
import { drawSlots, fill, type Scene } from "./template";

export type SessionKind = "plain" | "decided" | "waiting";

/** One uninterrupted piece of work of an agent. */
export type Session = ReturnType<typeof sessionOf>;

/** A call as reported. For a slip, with the wrong arguments. */
type Call = RowOf<"ToolCall"> & {
  provider: string;
  occurredAt: number;
  durationMs: number;
  arguments: Record<string, unknown>;
  validation?: { path: string; message: string; received_json?: string }[];
};

const BOLD = { plain: 0, decided: 0.07, waiting: 0.22 };
// Waiting calls are from today and late yesterday; decided ones had enough time.
const WAITING_MS_MAX = 20 * 3_600_000;
const DECIDED_MS_MIN = 50 * 60_000;
export const REPORTED_MS = 800; // gateways report in batches

/** Session `index` of a kind. Computed again on demand, because it takes microseconds. */
export function sessionOf(plan: Plan, kind: SessionKind, index: number) {
  const { world, begin, anchor } = plan;
  const chance = new Chance(`${plan.seed}/${kind}/${index}`);
  const tenant = chance.weighted(plan.shares);
  const stories = plan.stories.get(tenant.key)?.[kind === "plain" ? "plain" : "held"] ?? [];
  const drawn = chance.weighted(stories);
  const at = beginOf(plan, kind, index, chance);
  const always = stories.filter(([, { days }]) => !days);
  const story =
    isTold(drawn, (anchor - at) / DAY_MS) || always.length === 0 ? drawn : chance.weighted(always);
  const name = chance.pick(story.agents);
  const agent = world.agents[name];
  if (!agent) throw new Error(`the story ${story.name} names an agent that the sample does not know`);
  const third = Math.floor(((at - begin) / (anchor - begin)) * 3);
  const bold = chance.maybe(BOLD[kind]);
  const who = {
    tenantId: tenant.id,
    agent: name,
    agentVersion: agent.versions[Math.min(2, Math.max(0, third))],
    model: agent.model,
    onBehalfOf: chance.pick(tenant.people).email,
    sessionId: `ses_${chance.code(10).toLowerCase()}`,
  };
  const scene: Scene = { chance, company: tenant, names: world.names, bold, at: new Date(at), slots: {} };
  drawSlots(story.slots, scene);
  return { chance, tenant, story, scene, who, careless: agent.careless, at };
}

const isTold = ({ days }: Plan["world"]["stories"][number], ago: number) =>
  !days || (ago <= days[0] && ago >= days[1]);

function beginOf(plan: Plan, kind: SessionKind, index: number, chance: Chance): number {
  // Denser towards now; the newest is a few minutes old.
  if (kind === "waiting") return plan.anchor - 240_000 - chance.next() ** 2 * WAITING_MS_MAX;
  const moment = momentOf(plan, (index + chance.next()) / plan.sessions[kind]);
  return Math.min(moment, plan.anchor - (kind === "plain" ? 60_000 : DECIDED_MS_MIN));
}

/** The calls of a session in order, retries included. */
export function callsOf(plan: Plan, session: Session): Call[] {
  const { chance, tenant, scene, who } = session;
  const calls: Call[] = [];
  let at = session.at;
  for (const step of session.story.steps) {
    const names = partsOfTool(step.tool);
    const gatewayId = gatewayOf(plan, tenant.id, names.provider).id;
    const given = fill(step.arguments ?? {}, scene);
    const why = fill(step.why, scene);
    const tell = (attempt: number, durationMs: number, sent: Call["arguments"], ended: Ended) => {
      at = Math.min(at + durationMs + chance.int(1_500, 24_000), plan.anchor - 1_000);
      const [id, callId] = [chance.id(at), `toolu_${chance.code(16)}`];
      const told = { id, callId, attempt, durationMs, occurredAt: at, receivedAt: at + REPORTED_MS };
      const said = { arguments: sent, argumentsText: JSON.stringify(sent), method: "tools/call" };
      const rationale = saidWhy(plan, session, step, at, why);
      calls.push({ ...who, gatewayId, ...names, ...told, ...said, rationale, ...ended });
    };
    const slip = slipOf(plan, step, at, chance);
    const sent = { ...given, ...fill(slip?.wrong ?? {}, scene) };
    const refused = slip && refusalOf(slip, names, sent, scene);
    const failures = refused ? (slip.tries ?? 1) : 0;
    for (let attempt = 1; refused && attempt <= failures; attempt += 1)
      tell(attempt, chance.int(12, 90), sent, refused);
    if (refused && slip.final) break;
    if (refused && slip.onward) continue;
    const outcome = step.empty !== undefined && chance.maybe(step.empty) ? "empty_result" : "ok";
    const last = refused && slip.next ? { ...given, ...fill(slip.next, scene) } : given;
    tell(failures + 1, chance.int(...step.took), last, { outcome });
  }
  return calls;
}

/**
 * Errors of the first attempt. A changed definition or a cheatsheet makes them rarer, because
 * agents learn.
 */
function slipOf({ world, anchor }: Plan, step: Step, at: number, chance: Chance): Slip | undefined {
  const mended = world.mended[step.tool];
  const { provider } = partsOfTool(step.tool);
  const left = mended?.left ?? (world.cheatsheets.includes(provider) ? 0.5 : 0.8);
  const since = anchor - (mended?.daysAgo ?? LEARNT_DAYS) * DAY_MS;
  const luck = at > since ? left : 1.15;
  return [step.slips ?? []].flat().find(({ share }) => chance.maybe(share * luck));
}

type Ended = Pick<Call, "outcome" | "outcomeDetail" | "errorMessage" | "validation"> & {
  referral?: Referral;
};

/** The error of a slip; null if the tool would accept the arguments. */
function refusalOf(
  { outcome, detail: outcomeDetail, misfit, error = "", referral, told }: Slip,
  { provider, tool }: ReturnType<typeof partsOfTool>,
  sent: Call["arguments"],
  scene: Scene,
): Ended | null {
  if (referral) return { outcome, referral: fill(referral, scene) };
  const worded = (slots = scene.slots) => (error ? fill(error, { ...scene, slots }) : null);
  if (told)
    return {
      outcome,
      errorMessage: worded(),
      validation: [rowOf(told.path, fill(told.message, scene), sent)],
    };
  if (!misfit) return { outcome, outcomeDetail, errorMessage: worded() };
  const found = misfitOf(provider, tool, sent);
  if (!found) return null;
  const path = `/${found.path.map(String).join("/")}`;
  const { message } = found;
  const slots = { ...scene.slots, tool, path, name: found.path[0], message, issue: JSON.stringify(found) };
  return { outcome, errorMessage: worded(slots), validation: [rowOf(path, message, sent)] };
}

/** A validation row of one field with the received value. */
function rowOf(path: string, message: string, sent: Call["arguments"]) {
  const names = path.slice(1).split("/");
  const received = names.reduce<unknown>((at, name) => Object(at)[name], sent);
  return { path, message, received_json: JSON.stringify(received) };
}

const TERSE = ["needed", "as asked", "next step", "user asked"];

/** Some callers shorten or omit the rationale, fewer each week. */
function saidWhy(plan: Plan, { chance, careless, story }: Session, step: Step, at: number, why: string) {
  const age = (plan.anchor - at) / (plan.anchor - plan.begin);
  const waits = story.held !== undefined && step === story.steps.at(-1);
  if (waits || !careless || !chance.maybe(0.02 + 0.1 * age)) return why;
  return chance.maybe(0.5) ? null : chance.pick(TERSE);
}
