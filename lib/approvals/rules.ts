import { ALL_OPENED, type Fold } from "@/lib/arguments/types";
import { DomainError, invalid } from "@/lib/core/errors";
import type { RiskWord } from "@/lib/core/risk";
import type { UserScope } from "@/lib/core/scope";
import type { Execution } from "@/lib/generated/prisma/client";
import type { Confirmation } from "./detail/types";
import { typedRight } from "./screen-proof";
import type { DecisionWord, ExecutionWord, Seen, SeenPart, StatusWord, WholeApproval } from "./types";

export function currentExecution(approval: WholeApproval): Execution | undefined {
  return approval.executions.find((execution) => execution.id === approval.executionId);
}

export type ApprovalState = {
  decision: DecisionWord;
  execution: ExecutionWord;
  revision: number;
  argumentsSha256: string;
  decideBy: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  redeemedAt: Date | null;
};

export function mayDecide(role: string): boolean {
  return role === "admin" || role === "approver";
}

export function readsEverybody({ actor }: UserScope): boolean {
  return actor.role === "admin";
}

/** Administrators may read figures about everyone, others about themselves. */
export function mayReadFiguresOf(scope: UserScope, personId: string): boolean {
  return readsEverybody(scope) || scope.actor.id === personId;
}

/** @throws DomainError FORBIDDEN */
export function assertDecider(scope: UserScope): void {
  if (!mayDecide(scope.actor.role)) throw mayNotDecide(scope.actor.role);
}

/** The refusal of a person whose role may not decide. */
export function mayNotDecide(role: string): DomainError {
  return new DomainError(
    "FORBIDDEN",
    `Your role (${role}) may not decide: approver or admin is needed. Nothing was recorded.`,
  );
}

/** One word for people and simple clients: the decision until approved, then the execution. */
export function statusOf(state: { decision: DecisionWord; execution: ExecutionWord }): StatusWord {
  const word = state.decision === "approved" || ranAlthoughRevoked(state) ? state.execution : state.decision;
  // The database allows no approved call without an execution state.
  return word as StatusWord;
}

/** Whether the gateway reported the end of a call after its approval was revoked. */
export function ranAlthoughRevoked(state: { decision: string; execution: string }): boolean {
  return state.decision === "revoked" && (state.execution === "succeeded" || state.execution === "failed");
}

/** Past decisions as words of a sentence: "Ines rejected this". */
const PAST: Record<DecisionWord, string> = {
  pending: "is still waiting",
  approved: "approved this",
  rejected: "rejected this",
  changes_requested: "asked for changes",
  expired: "expired undecided",
  cancelled: "cancelled this",
  revoked: "revoked the approval",
};

const UNDECIDED = "Your decision was not recorded";

/** What a refused extension did not do. */
export const NOT_EXTENDED = "The deadline was not changed";

/**
 * Why it can no longer be decided: who won, and when.
 * @param without what did not happen because of it
 */
export function alreadyDecided(state: ApprovalState, without = UNDECIDED): DomainError {
  const at = state.decidedAt?.toISOString() ?? "earlier";
  if (state.decision === "expired") {
    return new DomainError("EXPIRED", `This approval expired undecided at ${at}. ${without}.`, {
      extra: { decision: state.decision, decided_at: state.decidedAt },
    });
  }
  const who = state.decidedBy ?? "Another person";
  return new DomainError("ALREADY_DECIDED", `${who} ${PAST[state.decision]} at ${at}. ${without}.`, {
    extra: { decision: state.decision, decided_by: state.decidedBy, decided_at: state.decidedAt },
  });
}

/**
 * Checks that this can be decided now, and in the version that the person saw.
 * @throws DomainError ALREADY_DECIDED, EXPIRED or STALE_VIEW
 */
export function assertDecidable(
  state: ApprovalState & { releaseAt: Date | null },
  seen: { revision: number; argumentsSha256: string },
  now: Date,
  without = UNDECIDED,
): void {
  if (state.decision !== "pending") throw alreadyDecided(state, without);
  // A held call was decided in time.
  if (state.releaseAt === null && state.decideBy <= now) {
    throw new DomainError(
      "EXPIRED",
      `The time to decide ended at ${state.decideBy.toISOString()}. ${without}.`,
    );
  }
  assertSeen(state, seen, without);
}

/** @throws DomainError STALE_VIEW */
export function assertSeen(
  state: ApprovalState,
  seen: { revision: number; argumentsSha256: string },
  without = UNDECIDED,
): void {
  if (state.revision === seen.revision && state.argumentsSha256 === seen.argumentsSha256) return;
  throw new DomainError(
    "STALE_VIEW",
    `The arguments are not the ones you were looking at. ${without}; read them again and decide then.`,
    { extra: { revision: state.revision, arguments_sha256: state.argumentsSha256 } },
  );
}

/** @throws DomainError FORBIDDEN */
export function assertNotOwnCall(own: boolean): void {
  if (!own) return;
  throw new DomainError(
    "FORBIDDEN",
    "This call is made on your behalf, so another person has to approve it. Your approval was not recorded; you can still reject the call.",
  );
}

/** @throws DomainError FORBIDDEN */
export function assertTokenMayApprove(allowed: boolean): void {
  if (allowed) return;
  throw new DomainError(
    "FORBIDDEN",
    "This tenant does not let personal tokens approve critical calls. Your approval was not recorded; open the call in the app and approve it there.",
  );
}

/**
 * Checks that a vote carries what the page demanded.
 * @throws DomainError VALIDATION_ERROR
 */
export function assertConfirmed(
  demanded: {
    risk: RiskWord;
    confirmation: Confirmation;
    folds: readonly Fold[];
    parts: readonly SeenPart[];
  },
  seen: Seen | undefined,
): void {
  const { risk, confirmation, folds, parts } = demanded;
  if (isReadToTheEnd(risk)) assertLookedAt(seen, parts);
  if (confirmation.kind === "type" && !typedRight(seen?.typed ?? "", confirmation.expected))
    throw unconfirmed(
      "/seen/typed",
      "not_confirmed",
      `Type the ${confirmation.what} exactly as the page shows it`,
    );
  const opened = new Set(seen?.opened);
  const closed = opened.has(ALL_OPENED) ? [] : folds.filter((fold) => fold.must && !opened.has(fold.id));
  if (closed.length > 0)
    throw unconfirmed(
      "/seen/opened",
      "not_opened",
      `Open every folded part first (${closed.length} still closed: ${closed[0]?.label})`,
    );
}

/** Whether an approval from a page says which parts of the call were on the screen. */
export const isReadToTheEnd = (risk: RiskWord) => risk === "high" || risk === "critical";

/** At high and critical a vote reports how long, and which parts of, the call was visible. */
function assertLookedAt(seen: Seen | undefined, parts: readonly SeenPart[]): void {
  if (!seen)
    throw unconfirmed(
      "/seen",
      "not_confirmed",
      "A call of this risk is approved on its page, which says what was seen",
    );
  if (!seen.visible_ms)
    throw unconfirmed(
      "/seen/visible_ms",
      "not_confirmed",
      "A call of this risk is approved on its page, which says for how long it was on the screen; if you are there, load it again",
    );
  const missing = parts.filter((part) => !seen.parts?.includes(part));
  if (missing.length > 0)
    throw unconfirmed(
      "/seen/parts",
      "not_seen",
      `Read the call to its end first: ${missing.map((part) => PART_WORDS[part]).join(", ")} not on the screen. If the page shows no such part, load it again`,
    );
}

const PART_WORDS: Record<SeenPart, string> = {
  facts: "its facts were",
  record: "what the record says was",
  attempt: "the earlier attempt was",
  preview: "its preview was",
  arguments: "its arguments were",
};

function unconfirmed(pointer: string, code: string, what: string): DomainError {
  return invalid(pointer, code, `${what}. Your approval was not recorded.`);
}

/**
 * Checks that an approval can be revoked: only before its execution starts.
 * @throws DomainError CONFLICT
 */
export function assertRevocable(state: ApprovalState): void {
  if (state.decision === "approved" && state.execution === "awaiting") return;
  const why =
    state.decision === "approved"
      ? `its execution is already ${state.execution}`
      : state.decision === "pending"
        ? "it is not approved yet"
        : `it is ${state.decision.replace("_", " ")}`;
  throw new DomainError("CONFLICT", `This approval cannot be revoked: ${why}. Nothing was changed.`);
}
