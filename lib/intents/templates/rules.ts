import { redactProse } from "@/lib/core/text/prose";
import { masked } from "../masks";
import { type Lane, type SaidCall, SESSIONS_MAX, type Seen } from "./types";

/** A rationale's template as people read it, without what looks like a credential. */
export function templateText(rationale: string): string {
  return masked(redactProse(rationale));
}

/** Key of a template within a tool: its words without case or outer punctuation. */
export function templateKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/^[\s"'“”.,:;!-]+|[\s"'“”.,:;!?-]+$/gu, "")
    .replace(/\s+/gu, " ");
}

const ONE_RUN_SECONDS = 30;

// This many gaps of similar length are no chance.
const REGULAR_GAPS = 12;
const REGULAR_SPREAD = 0.15;

// A rationale that names a scheduled job counts as one after this many calls.
const NAMED_CALLS = 5;

const EVERY =
  "(?:nightly|hourly|daily|weekly|monthly|periodic(?:al)?|recurring|scheduled|automatic|automated|routine|regular)";
const JOB =
  "(?:run|job|task|sync\\w*|check|poll\\w*|export|import|backup|refresh|scan|update|clean-?up|heartbeat|report|reconciliation|pipeline|trigger|batch)";

const NAMED = new RegExp(
  `\\bcron(?:job| job)?\\b|\\bheartbeat\\b|^(?:the |this |a )?${EVERY} (?:\\w+ ){0,3}${JOB}\\b|\\b${EVERY} (?:job|run|task|trigger|batch|sync)\\b|\\bevery (?:<n> )?(?:minutes?|hours?|night|day|morning|<n>)\\b`,
  "iu",
);

/**
 * Whether a template comes from a scheduled job: it says so repeatedly, or its calls are regular.
 */
export function laneOf(text: string, { calls, gaps, gapMean, gapSquares }: Seen): Lane {
  if (calls >= NAMED_CALLS && NAMED.test(text)) return "recurring";
  const spread = gaps > 1 ? Math.sqrt(gapSquares / (gaps - 1)) / gapMean : Number.POSITIVE_INFINITY;
  return gaps >= REGULAR_GAPS && spread <= REGULAR_SPREAD ? "recurring" : "people";
}

/** FNV-1a as a signed 32-bit number, as stored. */
function markOf(session: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < session.length; at += 1) hash = Math.imul(hash ^ session.charCodeAt(at), 0x01000193);
  return hash | 0;
}

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

/** Welford's algorithm: mean and variance without storing the gaps. */
function addGap(seen: Seen, seconds: number): void {
  if (seconds < ONE_RUN_SECONDS) return;
  seen.gaps += 1;
  const away = seconds - seen.gapMean;
  seen.gapMean += away / seen.gaps;
  seen.gapSquares += away * (seconds - seen.gapMean);
}
