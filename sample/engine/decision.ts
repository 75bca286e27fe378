import type { DecisionWord, ExecutionWord } from "@/lib/approvals/types";
import { canonicalSha256 } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { gatewayOf, type Plan, type PlannedGateway } from "./plan";
import { type Call, callsOf, type Session, sessionOf } from "./session";
import type { Held } from "./story";
import { fill } from "./template";
import type { Person } from "./world";

/** A call that had to wait, and what became of it. */
export type Decision = Asked & Verdict & Execution & Telling;

type Asked = {
  session: Session;
  /** Those before it, and itself as the last. */
  calls: Call[];
  last: Call;
  held: Held;
  gateway: PlannedGateway;
  id: string;
  at: number;
  externalId: string;
};

type Verdict = {
  decideBy: number;
  word: DecisionWord;
  decidedAt: number | null;
  decidedBy: string | null;
  reason: string | null;
  votes: readonly Ballot[];
  /** Who works on it now: at most one. */
  assignments: readonly { by: Person; at: number; until: number }[];
  /** The arguments as they were asked for and, after an edit, as they were approved. */
  revisions: readonly [Text] | readonly [Text, Text];
};

type Execution = {
  execution: ExecutionWord;
  executionId: string | null;
  startedAt: number | null;
  finishedAt: number | null;
  useBy: number | null;
};

type Telling = { told: "none" | "delivered" | "dead"; tries: readonly Try[] };

type Ballot = {
  id: string;
  by: Person;
  verdict: "approve" | "reject" | "request_changes";
  reason: string | null;
  at: number;
};
export type Try = { at: number; durationMs: number; status: number | null; error: string | null };
type Text = { text: string; sha256: string };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
export const USE_BY_SECONDS = 900;

/** Approval `index` of a kind: a session that leads to a held call, and what people made of it. */
export function decisionOf(plan: Plan, kind: "decided" | "waiting", index: number): Decision {
  const session = sessionOf(plan, kind, index);
  const { chance, story, scene, tenant } = session;
  const calls = callsOf(plan, session);
  const last = calls.at(-1);
  if (!last || !story.held) throw new Error(`the story ${story.name} has no held call`);
  const held = fill<Held>(story.held, scene);
  const gateway = gatewayOf(plan, tenant.id, last.provider);
  const id = chance.id(last.at);
  const asked = {
    session,
    calls,
    last,
    held,
    gateway,
    id,
    at: last.at,
    externalId: `call_${chance.code(12)}`,
  };
  const verdict = kind === "waiting" ? waiting(plan, asked) : decided(plan, asked);
  const execution = executed(plan, asked, verdict);
  return { ...asked, ...verdict, ...execution, ...delivered(plan, asked, verdict, execution) };
}

/** The latest revision. */
export const finalText = ({ revisions }: Verdict): Text => revisions[1] ?? revisions[0];

function textOf(value: Record<string, unknown>): Text {
  const text = JSON.stringify(value);
  return { text, sha256: canonicalSha256(parseJson(text)) };
}

// How long what waits still has.
const LEFT = [
  [10, [6 * MINUTE, 55 * MINUTE]],
  [26, [HOUR, 8 * HOUR]],
  [64, [8 * HOUR, 96 * HOUR]],
] as const;

function waiting({ anchor }: Plan, { session, held, last, at }: Asked): Verdict {
  const { chance, tenant } = session;
  const decideBy = anchor + chance.int(...chance.weighted(LEFT));
  // Of those that need two, some have one.
  const by = chance.pick(tenant.people);
  const half = (held.quorum ?? 1) > 1 && chance.maybe(0.5);
  const votedAt = at + (anchor - at) * 0.6;
  const vote: Ballot = { id: chance.id(votedAt), by, verdict: "approve", reason: null, at: votedAt };
  const assigned = { by, at: anchor - 4 * MINUTE, until: anchor + 26 * MINUTE };
  const assignments = !half && chance.maybe(0.07) ? [assigned] : [];
  const open = { word: "pending", decidedAt: null, decidedBy: null, reason: null } as const;
  return { ...open, decideBy, votes: half ? [vote] : [], assignments, revisions: [textOf(last.arguments)] };
}

const VERDICTS = {
  usual: [
    [70, "approved"],
    [13, "rejected"],
    [5, "changes_requested"],
    [7, "expired"],
    [3, "cancelled"],
    [2, "revoked"],
  ],
  bold: [
    [58, "rejected"],
    [26, "approved"],
    [12, "changes_requested"],
    [4, "expired"],
  ],
} as const;
// How long people take.
const PATIENCE = [
  [42, [20_000, 3 * MINUTE]],
  [40, [3 * MINUTE, HOUR]],
  [18, [HOUR, 10 * HOUR]],
] as const;

function decided({ anchor }: Plan, asked: Asked): Verdict {
  const { session, held, gateway, last, at } = asked;
  const { chance, tenant, scene } = session;
  const decideBy = at + tenant.ttlSeconds * 1_000;
  const drawn = chance.weighted<DecisionWord>(scene.bold ? VERDICTS.bold : VERDICTS.usual);
  // What is too young to have expired was rejected.
  const word = drawn === "expired" && decideBy >= anchor ? "rejected" : drawn;
  const room = Math.min(decideBy, anchor - 20 * MINUTE) - at;
  const took = Math.min(chance.int(...chance.weighted(PATIENCE)), room * 0.9);
  const decidedAt = word === "expired" ? decideBy : at + took;
  const votes = ballots(asked, word, decidedAt);
  const voice = votes.at(-1);
  const reasons: Partial<Record<DecisionWord, string>> = {
    cancelled: "The agent's task ended before anyone decided.",
    revoked: chance.pick(held.no),
  };
  const endedBy: Partial<Record<DecisionWord, string>> = { expired: "expiry", cancelled: gateway.name };
  const first = textOf(last.arguments);
  const edit = word === "approved" && held.edit && chance.maybe(0.18) ? textOf(held.edit) : null;
  return {
    decideBy,
    word,
    decidedAt,
    decidedBy: endedBy[word] ?? voice?.by.name ?? null,
    reason: reasons[word] ?? voice?.reason ?? null,
    votes,
    assignments: [],
    revisions: edit ? [first, edit] : [first],
  };
}

function ballots({ session, held }: Asked, word: DecisionWord, at: number): Ballot[] {
  const { chance, tenant } = session;
  if (word === "expired" || word === "cancelled") return [];
  const no = { rejected: "reject", changes_requested: "request_changes" } as const;
  const verdict = word === "rejected" || word === "changes_requested" ? no[word] : "approve";
  const needed = verdict === "approve" ? (held.quorum ?? 1) : 1;
  const reasonOf = () => {
    if (verdict === "approve") return chance.maybe(0.12) ? "Checked with the owner." : null;
    return verdict === "reject" ? chance.pick(held.no) : held.changes;
  };
  return chance.some(tenant.people, needed).map((by, index) => {
    const when = at - (needed - 1 - index) * chance.int(40_000, 5 * MINUTE);
    return { id: chance.id(when), by, verdict, reason: reasonOf(), at: when };
  });
}

const ENDS = [
  [86, "succeeded"],
  [8, "failed"],
  [4, "lapsed"],
  [2, "unknown"],
] as const;

/** What the gateway did with a yes. */
function executed(plan: Plan, { session }: Asked, { word, decidedAt }: Verdict): Execution {
  const { chance } = session;
  const none = { executionId: null, startedAt: null, finishedAt: null, useBy: null };
  if (decidedAt === null) return { ...none, execution: "none" };
  if (word !== "approved") return { ...none, execution: "blocked" };
  const useBy = decidedAt + USE_BY_SECONDS * 1_000;
  const end = chance.weighted(ENDS);
  const given = { ...none, useBy, executionId: chance.id(decidedAt) };
  if (end === "lapsed") return { ...given, execution: useBy < plan.anchor ? end : "awaiting" };
  const startedAt = decidedAt + chance.int(300, 6_000);
  const finishedAt = end === "unknown" ? null : startedAt + chance.int(200, 9_000);
  return { ...given, execution: end, startedAt, finishedAt };
}

const TROUBLES = [
  { status: 503, error: null },
  { status: 502, error: null },
  { status: null, error: "No answer within 10 s. The gateway may have received it." },
  { status: null, error: "Nothing listens at that address and port." },
] as const;
/** Milliseconds after the try before. */
const WAITS = [0, 5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];

/** How the gateway was told: mostly at once, sometimes at the third try, rarely not at all. */
function delivered(
  { anchor }: Plan,
  { session, gateway }: Asked,
  { decidedAt }: Verdict,
  { startedAt }: Execution,
): Telling {
  if (gateway.callbackUrl === null || decidedAt === null) return { told: "none", tries: [] };
  const { chance } = session;
  const dead = startedAt === null && decidedAt > anchor - 21 * DAY && chance.maybe(0.13);
  const many = dead ? WAITS.length : chance.maybe(0.06) ? chance.int(2, 3) : 1;
  let at = decidedAt;
  const tries = WAITS.slice(0, many).map((wait, index): Try => {
    at += wait + chance.int(20, 400);
    if (!dead && index === many - 1) return { at, durationMs: chance.int(18, 240), status: 200, error: null };
    const trouble = chance.pick(TROUBLES);
    return { at, durationMs: trouble.status === null ? 10_000 : chance.int(30, 900), ...trouble };
  });
  return { told: dead ? "dead" : "delivered", tries: tries.filter((one) => one.at < anchor) };
}

/** How the call itself is reported, once it is decided. */
export function outcomeOf(decision: Decision): { outcome: string; error: string | null } {
  const { word, execution, reason, held } = decision;
  if (word === "pending") return { outcome: "approval_pending", error: null };
  if (word === "expired") return { outcome: "expired", error: "No one answered in time." };
  const denied = `Tool execution denied by user.${reason ? ` Reason: ${reason}` : ""}`;
  if (word !== "approved") return { outcome: "denied", error: denied };
  if (execution === "failed") return { outcome: "execution_error", error: held.error[1] };
  if (execution === "succeeded") return { outcome: "ok", error: null };
  return { outcome: "timeout", error: "The approved call was not reported back." };
}
