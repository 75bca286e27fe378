import type { DecisionWord, ExecutionWord } from "@/lib/approvals/types";
import { canonicalSha256 } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { DAY_MS, gatewayOf, type Plan } from "./plan";
import { callsOf, sessionOf } from "./session";
import type { Held } from "./story";
import { fill } from "./template";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const USE_BY_SECONDS = 900;

/** A held call and its outcome. Members with a column in approvals have its name. */
export type Decision = ReturnType<typeof decisionOf>;
type Asked = ReturnType<typeof askedOf>;
type Verdict = ReturnType<typeof decided> | ReturnType<typeof waiting>;

/** Approval `index` of a kind: a session that leads to a held call, and the decision. */
export function decisionOf(plan: Plan, kind: "decided" | "waiting", index: number) {
  const asked = askedOf(plan, kind, index);
  const verdict: Verdict = kind === "waiting" ? waiting(plan, asked) : decided(plan, asked);
  const run = executed(plan, asked, verdict);
  return { ...asked, ...verdict, ...run, ...told(plan, asked, verdict.decidedAt, run.startedAt) };
}

function askedOf(plan: Plan, kind: "decided" | "waiting", index: number) {
  const session = sessionOf(plan, kind, index);
  const { chance, story, scene, tenant } = session;
  // The calls before the held one, which is the last.
  const calls = callsOf(plan, session);
  const last = calls.at(-1);
  if (!last || !story.held) throw new Error(`the story ${story.name} has no held call`);
  const held = fill<Held>(story.held, scene);
  const gateway = gatewayOf(plan, tenant.id, last.provider);
  const at = last.occurredAt;
  const [id, externalId] = [chance.id(at), `call_${chance.code(12)}`];
  return { session, calls, last, held, gateway, id, externalId, at };
}

/** Arguments as requested and, after an edit, as approved. */
export function revised(...given: Record<string, unknown>[]) {
  const revisions = given.map((one) => {
    const argumentsText = JSON.stringify(one);
    return { argumentsText, argumentsSha256: canonicalSha256(parseJson(argumentsText)) };
  });
  const [first = { argumentsText: "", argumentsSha256: "" }] = revisions;
  const latest = revisions.at(-1) ?? first;
  return { ...latest, requestedSha256: first.argumentsSha256, revision: revisions.length, revisions };
}

// Remaining times of waiting calls.
const LEFT = [
  [10, [6 * MINUTE, 55 * MINUTE]],
  [26, [HOUR, 8 * HOUR]],
  [64, [8 * HOUR, 96 * HOUR]],
] as const;

function waiting({ anchor }: Plan, { session, last }: Asked) {
  const { chance, tenant } = session;
  const decideBy = anchor + chance.int(...chance.weighted(LEFT));
  const assigned = { by: chance.pick(tenant.people), at: anchor - 4 * MINUTE, until: anchor + 26 * MINUTE };
  const assignments = chance.maybe(0.07) ? [assigned] : [];
  const open = { decision: "pending", decidedAt: null, decidedBy: null, reason: null } as const;
  return { ...open, ...revised(last.arguments), decideBy, votes: [], assignments };
}

type Ended = Exclude<DecisionWord, "pending">;
const USUAL = { approved: 70, rejected: 13, changes_requested: 5, expired: 7, cancelled: 3, revoked: 2 };
const BOLD = { rejected: 58, approved: 26, changes_requested: 12, expired: 4, cancelled: 0, revoked: 0 };
const PATIENCE = [
  [42, [20_000, 3 * MINUTE]],
  [40, [3 * MINUTE, HOUR]],
  [18, [HOUR, 10 * HOUR]],
] as const;
const AT_ONCE = [4_000, 50_000] as const;
// For companies whose people approve most calls at once.
const HURRIED = { approved: 93, rejected: 3, changes_requested: 1, expired: 2, cancelled: 1, revoked: 0 };
const HURRIED_PATIENCE = [
  [30, [1_500, 20_000]],
  [52, [20_000, 3 * MINUTE]],
  [18, [3 * MINUTE, 3 * HOUR]],
] as const;

function oddsOf({ session: { tenant, scene } }: Asked) {
  if (scene.bold) return BOLD;
  return tenant.hurried ? HURRIED : USUAL;
}

function decided({ anchor }: Plan, asked: Asked) {
  const { session, held, gateway, last, at } = asked;
  const { chance, tenant } = session;
  const decideBy = at + tenant.ttlSeconds * 1_000;
  const drawn = held.sure ? "approved" : chance.likely<Ended>(oddsOf(asked));
  // A call too recent to have expired was rejected.
  const decision = drawn === "expired" && decideBy >= anchor ? "rejected" : drawn;
  const room = Math.min(decideBy, anchor - 20 * MINUTE) - at;
  const patience = held.sure ? AT_ONCE : chance.weighted(tenant.hurried ? HURRIED_PATIENCE : PATIENCE);
  const took = Math.min(chance.int(...patience), room * 0.9);
  const decidedAt = decision === "expired" ? decideBy : at + took;
  const votes = ballots(asked, decision, decidedAt);
  const voice = votes.at(-1);
  const reasons: Partial<Record<Ended, string>> = {
    cancelled: "The agent's task ended before anyone decided.",
    revoked: chance.pick(held.no),
  };
  const endedBy: Partial<Record<Ended, string>> = { expired: "expiry", cancelled: gateway.name };
  const edit = decision === "approved" && held.edit && chance.maybe(0.18);
  return {
    ...(edit ? revised(last.arguments, { ...last.arguments, ...held.edit }) : revised(last.arguments)),
    decision,
    decideBy,
    decidedAt,
    decidedBy: endedBy[decision] ?? voice?.by.name ?? null,
    reason: reasons[decision] ?? voice?.reason ?? null,
    votes,
    assignments: [],
  };
}

function ballots({ session, held }: Asked, decision: Ended, decidedAt: number) {
  const { chance, tenant } = session;
  if (decision === "expired" || decision === "cancelled") return [];
  const no = { rejected: "reject", changes_requested: "request_changes" } as const;
  const verdict = decision === "rejected" || decision === "changes_requested" ? no[decision] : "approve";
  const reasonOf = () => {
    if (verdict === "approve") return chance.maybe(0.12) ? "Checked with the owner." : null;
    return verdict === "reject" ? chance.pick(held.no) : held.changes;
  };
  const by = chance.pick(tenant.people);
  return [{ id: chance.id(decidedAt), by, verdict, reason: reasonOf(), at: decidedAt }];
}

type Run = {
  execution: ExecutionWord;
  executionId: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  useBy: number | null;
};
const ENDS = { succeeded: 86, failed: 8, lapsed: 4, unknown: 2 };

/** The gateway's run of an approved call. */
function executed(plan: Plan, { session }: Asked, { decision, decidedAt }: Verdict): Run {
  const { chance } = session;
  const none = { executionId: null, startedAt: null, finishedAt: null, useBy: null };
  if (decidedAt === null) return { ...none, execution: "none" };
  if (decision !== "approved") return { ...none, execution: "blocked" };
  const useBy = decidedAt + USE_BY_SECONDS * 1_000;
  const end = chance.likely(ENDS);
  const given = { ...none, useBy, executionId: chance.id(decidedAt) };
  if (end === "lapsed") return { ...given, execution: useBy < plan.anchor ? end : "awaiting" };
  const startedAt = decidedAt + chance.int(300, 6_000);
  const finishedAt = end === "unknown" ? null : startedAt + chance.int(200, 9_000);
  return { ...given, execution: end, startedAt, finishedAt };
}

export type Try = { startedAt: number; durationMs: number; status: number | null; error: string | null };
const TROUBLES = [
  { status: 503, error: null },
  { status: 502, error: null },
  { status: null, error: "No answer within 10 s. The gateway may have received it." },
  { status: null, error: "Nothing listens at that address and port." },
] as const;
/** Milliseconds since the previous attempt. */
const WAITS = [0, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];

/** Callback attempts: mostly one, sometimes three, rarely all failed. */
export function told(
  { anchor }: Plan,
  { session: { chance }, gateway }: Pick<Asked, "session" | "gateway">,
  decidedAt: number | null,
  ranAt: number | null,
) {
  if (gateway.callbackUrl === null || decidedAt === null) return { delivery: "none" as const, tries: [] };
  const dead = ranAt === null && decidedAt > anchor - 21 * DAY_MS && chance.maybe(0.13);
  const many = dead ? WAITS.length : chance.maybe(0.06) ? chance.int(2, 3) : 1;
  let startedAt = decidedAt;
  const tries = WAITS.slice(0, many).map((wait, index): Try => {
    startedAt += wait + chance.int(20, 400);
    const good = !dead && index === many - 1;
    if (good) return { startedAt, durationMs: chance.int(18, 240), status: 200, error: null };
    const trouble = chance.pick(TROUBLES);
    return { startedAt, durationMs: trouble.status === null ? 10_000 : chance.int(30, 900), ...trouble };
  });
  const delivery = dead ? ("dead" as const) : ("delivered" as const);
  return { delivery, tries: tries.filter((one) => one.startedAt < anchor) };
}

/** How the call itself is reported, once it is decided. */
export function outcomeOf({ decision, execution, reason, held }: Decision) {
  if (decision === "pending") return { outcome: "approval_pending" };
  if (decision === "expired") return { outcome: "expired", errorMessage: "No one answered in time." };
  const denied = `Tool execution denied by user.${reason ? ` Reason: ${reason}` : ""}`;
  if (decision !== "approved") return { outcome: "denied", errorMessage: denied };
  if (execution === "failed") return { outcome: "execution_error", errorMessage: errorOf(held)[1] };
  if (execution === "succeeded") return { outcome: "ok" };
  return { outcome: "timeout", errorMessage: "The approved call was not reported back." };
}

/** Code and words of the error with which the call fails, if it does. */
export function errorOf({ error }: Held): [code: string, message: string] {
  const end = error.indexOf(": ");
  return [error.slice(0, end), error.slice(end + 2)];
}
