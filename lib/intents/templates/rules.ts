import { redactProse } from "@/lib/core/text/prose";
import { masked } from "../masks";
import { type Lane, type SaidCall, SESSIONS_MAX, type Seen } from "./types";

/** A rationale's template as people read it, without what looks like a credential. */
export function templateText(rationale: string): string {
  return masked(redactProse(rationale));
}

/** What makes two templates of a tool one: their words, without case and the signs at their ends. */
export function templateKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\s"'“”.,:;!-]+|[\s"'“”.,:;!?-]+$/gu, "")
    .replace(/\s+/gu, " ");
}

// While so many calls come in each second, reading what earlier ones said rests as long as it works; at most so many times as long.
const RESTING_AT = 100;
const REST_MAX = 9;

/**
 * How long to leave processor and database to gateways after some work of the reader, in milliseconds.
 * @param arriving calls of all tenants that came in within the last second
 */
export function restAfter(workedMs: number, arriving: number): number {
  return workedMs * Math.min(REST_MAX, arriving / RESTING_AT);
}

const PIECES = 8;

/** How much to do at once of what is done `whole` while no calls come in: a gateway waits for a short piece of work, not for a long one. */
export function pieceOf(whole: number, arriving: number): number {
  return arriving > 0 ? Math.ceil(whole / PIECES) : whole;
}

// Calls within so many seconds are one run of what calls several times.
const ONE_RUN_SECONDS = 30;

// So many pauses of about the same length are no chance.
const REGULAR_GAPS = 12;
const REGULAR_SPREAD = 0.15;

// What names itself a job that runs by itself, once it came again so often.
const NAMED_CALLS = 5;

const EVERY =
  "(?:nightly|hourly|daily|weekly|monthly|periodic(?:al)?|recurring|scheduled|automatic|automated|routine|regular)";
const JOB =
  "(?:run|job|task|sync\\w*|check|poll\\w*|export|import|backup|refresh|scan|update|clean-?up|heartbeat|report|reconciliation|pipeline|trigger|batch)";

const NAMED = new RegExp(
  `\\bcron(?:job| job)?\\b|\\bheartbeat\\b|^(?:the |this |a )?${EVERY} (?:\\w+ ){0,3}${JOB}\\b|\\b${EVERY} (?:job|run|task|trigger|batch|sync)\\b|\\bevery (?:<n> )?(?:minutes?|hours?|night|day|morning|<n>)\\b`,
  "iu",
);

/** Whether a template is said by what runs by itself: it says so again and again, or it comes as regularly as a clock. */
export function laneOf(text: string, { calls, gaps, gapMean, gapSquares }: Seen): Lane {
  if (calls >= NAMED_CALLS && NAMED.test(text)) return "recurring";
  const spread = gaps > 1 ? Math.sqrt(gapSquares / (gaps - 1)) / gapMean : Number.POSITIVE_INFINITY;
  return gaps >= REGULAR_GAPS && spread <= REGULAR_SPREAD ? "recurring" : "people";
}

/** FNV-1a as the database keeps it: 32 bits, signed. */
function markOf(session: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < session.length; at += 1) hash = Math.imul(hash ^ session.charCodeAt(at), 0x01000193);
  return hash | 0;
}

/** What is known of a template with some more of its calls, in whatever order they came. */
export function seenWith(before: Seen | null, calls: readonly SaidCall[]): Seen {
  const sorted = calls.toSorted((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
  const [first] = sorted;
  const seen: Seen = before
    ? { ...before, sessions: [...before.sessions] }
    : {
        ...{ calls: 0, sessions: [], gaps: 0, gapMean: 0, gapSquares: 0 },
        ...{ firstAt: first?.occurredAt ?? new Date(0), lastAt: new Date(0), lastCallId: first?.id ?? "" },
      };
  const marks = new Set(seen.sessions);
  for (const { id, occurredAt, sessionId } of sorted) {
    if (marks.size < SESSIONS_MAX) marks.add(markOf(sessionId ?? id));
    if (seen.calls > 0) addGap(seen, (occurredAt.getTime() - seen.lastAt.getTime()) / 1_000);
    seen.calls += 1;
    if (occurredAt < seen.firstAt) seen.firstAt = occurredAt;
    if (occurredAt < seen.lastAt) continue;
    seen.lastAt = occurredAt;
    seen.lastCallId = id;
  }
  return { ...seen, sessions: [...marks] };
}

/** Welford's way to keep mean and spread without what they are of. */
function addGap(seen: Seen, seconds: number): void {
  if (seconds < ONE_RUN_SECONDS) return;
  seen.gaps += 1;
  const away = seconds - seen.gapMean;
  seen.gapMean += away / seen.gaps;
  seen.gapSquares += away * (seconds - seen.gapMean);
}
