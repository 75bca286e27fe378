import type { DecisionWord, ExecutionWord } from "@/lib/approvals/types";
import { gatewayOf, type Plan, type PlannedGateway } from "../plan/rules";
import { type Call, callsOf, type Session, sessionOf } from "../session/rules";
import type { Held } from "../story/schema";
import type { Person } from "../world/rules";

export type Ballot = {
  id: string;
  by: Person;
  verdict: "approve" | "reject" | "request_changes";
  reason: string | null;
  at: number;
};
export type Try = { at: number; durationMs: number; status: number | null; error: string | null };

/** What became of a call that had to wait. */
export type Decision = {
  session: Session;
  /** Those before it, and itself as the last. */
  calls: Call[];
  held: Held;
  gateway: PlannedGateway;
  id: string;
  at: number;
  decideBy: number;
  decision: DecisionWord;
  decidedAt: number | null;
  decidedBy: string | null;
  reason: string | null;
  votes: readonly Ballot[];
  assigneeId: { person: Person; at: number; until: number } | null;
  edited: Record<string, unknown> | null;
  execution: ExecutionWord;
  executionId: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  useBy: number | null;
  tries: readonly Try[];
  told: "none" | "delivered" | "dead";
  externalId: string;
};

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const USE_BY_MS = 15 * MINUTE;

/** Approval `index` of a kind: a session that leads to a held call, and what people made of it. */
export function decisionOf(plan: Plan, kind: "decided" | "waiting", index: number): Decision {
  const session = sessionOf(plan, kind, index);
  const calls = callsOf(plan, session);
  const at = calls.findIndex((call) => call.step.held !== undefined && call.slip === null);
  const last = calls[at];
  const held = last?.step.held;
  if (!last || !held) throw new Error(`the task ${session.task.name} has no held call`);
  const gateway = gatewayOf(plan, session.tenant.id, last.step.provider);
  const { chance } = session;
  const base = {
    session,
    calls: calls.slice(0, at + 1),
    held,
    gateway,
    id: chance.id(last.at),
    at: last.at,
    assigneeId: null,
    edited: null,
    executionId: null,
    startedAt: null,
    finishedAt: null,
    useBy: null,
    tries: [],
    told: "none" as const,
    externalId: `call_${chance.code(12)}`,
  };
  return kind === "waiting" ? waiting(plan, base) : decided(plan, base);
}

type Base = Omit<
  Decision,
  "decideBy" | "decision" | "decidedAt" | "decidedBy" | "reason" | "votes" | "execution"
>;

function waiting(plan: Plan, base: Base): Decision {
  const { chance, tenant } = base.session;
  const left = chance.weighted([
    { weight: 10, from: 6 * MINUTE, to: 55 * MINUTE },
    { weight: 26, from: HOUR, to: 8 * HOUR },
    { weight: 64, from: 8 * HOUR, to: 96 * HOUR },
  ]);
  const decideBy = plan.anchor.getTime() + chance.int(left.from, left.to);
  // Of those that need two, some have one.
  const [first] = chance.some(tenant.people, 1);
  const half = (base.held.quorum ?? 1) > 1 && first && chance.maybe(0.5);
  const votedAt = base.at + (plan.anchor.getTime() - base.at) * 0.6;
  const votes: Ballot[] = half
    ? [{ id: chance.id(votedAt), by: first, verdict: "approve", reason: null, at: votedAt }]
    : [];
  const claimed = !half && first && chance.maybe(0.07);
  const assigneeId = claimed
    ? { person: first, at: plan.anchor.getTime() - 4 * MINUTE, until: plan.anchor.getTime() + 26 * MINUTE }
    : null;
  return {
    ...base,
    decideBy,
    decision: "pending",
    decidedAt: null,
    decidedBy: null,
    reason: null,
    votes,
    assigneeId,
    execution: "none",
  };
}

function decided(plan: Plan, base: Base): Decision {
  const { session, held } = base;
  const { chance, tenant } = session;
  const decideBy = base.at + tenant.ttlSeconds * 1_000;
  const decision = verdictOf(session);
  const anchor = plan.anchor.getTime();
  const patience = chance.weighted([
    { weight: 42, from: 20_000, to: 3 * MINUTE },
    { weight: 40, from: 3 * MINUTE, to: HOUR },
    { weight: 18, from: HOUR, to: 10 * HOUR },
  ]);
  const room = Math.min(decideBy, anchor - 20 * MINUTE) - base.at;
  const took = Math.min(chance.int(patience.from, patience.to), room * 0.9);
  const decidedAt = decision === "expired" && decideBy < anchor ? decideBy : base.at + took;
  // Too young to have expired: somebody said no.
  const word = decision === "expired" && decideBy >= anchor ? "rejected" : decision;
  const votes = ballots(base, word, decidedAt);
  const last = votes.at(-1);
  const told = { ...base, decideBy, decision: word, decidedAt, votes, reason: reasonOf(base, word, last) };
  const withEdit = word === "approved" && held.edit && chance.maybe(0.18) ? held.edit.arguments : null;
  const decidedBy =
    word === "expired"
      ? "expiry"
      : word === "cancelled"
        ? base.gateway.name
        : (last?.by.name ?? tenant.people[0]?.name ?? null);
  return delivered(plan, { ...told, decidedBy, edited: withEdit, ...executed(plan, base, word, decidedAt) });
}

function verdictOf({ chance, bold }: Session): DecisionWord {
  const shares = bold
    ? ([
        ["rejected", 58],
        ["approved", 26],
        ["changes_requested", 12],
        ["expired", 4],
      ] as const)
    : ([
        ["approved", 70],
        ["rejected", 13],
        ["changes_requested", 5],
        ["expired", 7],
        ["cancelled", 3],
        ["revoked", 2],
      ] as const);
  return chance.weighted(shares.map(([word, weight]) => ({ word, weight }))).word;
}

function ballots({ session, held }: Base, decision: DecisionWord, at: number): Ballot[] {
  const { chance, tenant } = session;
  if (decision === "expired" || decision === "cancelled") return [];
  const verdict =
    decision === "rejected" ? "reject" : decision === "changes_requested" ? "request_changes" : "approve";
  const needed = verdict === "approve" ? (held.quorum ?? 1) : 1;
  return chance.some(tenant.people, needed).map((by, index) => {
    const when = at - (needed - 1 - index) * chance.int(40_000, 5 * MINUTE);
    const reason =
      verdict === "approve"
        ? chance.maybe(0.12)
          ? "Checked with the owner."
          : null
        : verdict === "reject"
          ? chance.pick(held.no)
          : (held.changes ?? chance.pick(held.no));
    return { id: chance.id(when), by, verdict, reason, at: when };
  });
}

function reasonOf({ session, held }: Base, decision: DecisionWord, last: Ballot | undefined): string | null {
  if (decision === "cancelled") return "The agent's task ended before anyone decided.";
  if (decision === "revoked") return session.chance.pick(held.no);
  return last?.reason ?? null;
}

/** What the gateway did with a yes. */
function executed(plan: Plan, { session, held }: Base, decision: DecisionWord, decidedAt: number) {
  const { chance } = session;
  if (decision !== "approved")
    return {
      execution: "blocked" as const,
      executionId: null,
      startedAt: null,
      finishedAt: null,
      useBy: null,
    };
  const executionId = chance.id(decidedAt);
  const useBy = decidedAt + USE_BY_MS;
  const { state } = chance.weighted([
    { weight: 86, state: "succeeded" as const },
    { weight: held.error ? 8 : 0, state: "failed" as const },
    { weight: 4, state: "lapsed" as const },
    { weight: 2, state: "unknown" as const },
  ]);
  const startedAt = decidedAt + chance.int(300, 6_000);
  if (state === "lapsed")
    return {
      execution: useBy < plan.anchor.getTime() ? state : ("awaiting" as const),
      executionId,
      startedAt: null,
      finishedAt: null,
      useBy,
    };
  if (state === "unknown") return { execution: state, executionId, startedAt, finishedAt: null, useBy };
  return { execution: state, executionId, startedAt, finishedAt: startedAt + chance.int(200, 9_000), useBy };
}

const TROUBLES = [
  { status: 503, error: null },
  { status: 502, error: null },
  { status: null, error: "No answer within 10 s. The gateway may have received it." },
  { status: null, error: "Nobody listens at that address and port." },
] as const;

/** How the gateway was told: mostly at once, sometimes at the third try, rarely not at all. */
function delivered(plan: Plan, decision: Omit<Decision, "tries" | "told">): Decision {
  const { session, gateway, decidedAt, execution } = decision;
  if (gateway.callbackUrl === null || decidedAt === null) return { ...decision, tries: [], told: "none" };
  const { chance } = session;
  const ran = execution === "succeeded" || execution === "failed" || execution === "unknown";
  const hard = !ran && decidedAt > plan.anchor.getTime() - 21 * 86_400_000 && chance.maybe(0.13);
  const waits = hard
    ? [0, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000]
    : chance.maybe(0.06)
      ? [0, 5_000, 30_000].slice(0, chance.int(2, 3))
      : [0];
  let at = decidedAt;
  const tries = waits.map((wait, index): Try => {
    at += wait + chance.int(20, 400);
    const good = !hard && index === waits.length - 1;
    const trouble = chance.pick(TROUBLES);
    return good
      ? { at, durationMs: chance.int(18, 240), status: 200, error: null }
      : { at, durationMs: trouble.status === null ? 10_000 : chance.int(30, 900), ...trouble };
  });
  const past = tries.filter((one) => one.at < plan.anchor.getTime());
  return { ...decision, tries: past, told: hard ? "dead" : "delivered" };
}

/** How the call itself is reported, once it is decided. */
export function outcomeOf(decision: Decision): { outcome: string; error: string | null } {
  if (decision.decision === "pending") return { outcome: "approval_pending", error: null };
  if (decision.decision === "expired") return { outcome: "expired", error: "No one answered in time." };
  if (decision.decision !== "approved")
    return {
      outcome: "denied",
      error: `Tool execution denied by user.${decision.reason ? ` Reason: ${decision.reason}` : ""}`,
    };
  if (decision.execution === "failed")
    return { outcome: "execution_error", error: decision.held.error?.message ?? null };
  if (decision.execution === "succeeded") return { outcome: "ok", error: null };
  return { outcome: "timeout", error: "The approved call was not reported back." };
}
