import type { PasskeyResponse } from "@/lib/auth/passkeys/types";
import type { Approval, Execution, Vote } from "@/lib/generated/prisma/client";
import type { Remember } from "./remembered/types";

export const SUMMARY_MAX = 500;

export const PREVIEW_MAX = 64 * 1024;

export const CORRELATION_BYTES_MAX = 4 * 1024;

export const RESULT_BYTES_MAX = 64 * 1024;

export const REASON_MAX = 1_000;

export const WAIT_SECONDS_MAX = 55;

export const DECISIONS = [
  "pending",
  "approved",
  "rejected",
  "changes_requested",
  "expired",
  "cancelled",
  "revoked",
] as const;

export type DecisionWord = (typeof DECISIONS)[number];

export const EXECUTIONS = [
  "none",
  "blocked",
  "awaiting",
  "executing",
  "succeeded",
  "failed",
  "unknown",
  "lapsed",
] as const;

export type ExecutionWord = (typeof EXECUTIONS)[number];

export const STATUSES = [
  "pending",
  "rejected",
  "changes_requested",
  "expired",
  "cancelled",
  "revoked",
  "awaiting",
  "executing",
  "succeeded",
  "failed",
  "unknown",
  "lapsed",
] as const;

export type StatusWord = (typeof STATUSES)[number];

/** Members that the body reader keeps as exact text. */
export const HELD_RAW = ["/arguments", "/correlation"];

/** Members that may differ between retries of one request. */
export const RETRY_MAY_DIFFER = ["wait_seconds", "redemption_key", "occurred_at"];

export const APPROVE_RAW = ["/arguments"];

export type SeenApproval = { id: string; revision: number; argumentsSha256: string };

export type DecideApproval = SeenApproval &
  (
    | {
        verdict: "approve";
        reason?: string;
        argumentsText?: string;
        seen?: Seen;
        remember?: Remember;
        passkey?: PasskeyResponse;
      }
    | { verdict: "reject" | "request_changes"; reason: string; seen?: Seen }
  );

export type RevokeApproval = SeenApproval & { reason: string; seen?: Seen };

/** A refusal carries the actual decision, which the page shows inline. */
export type DecideResult =
  | { ok: true; status: StatusWord; at: Date; approvals?: number; releaseAt?: Date | null; note?: string }
  | { ok: false; code: string; message: string; requestId?: string; fields?: Record<string, string> };

export type Names = { id: string; key: string; name: string };

/** Counts stop here ("999+"): exact counts of large tables are too expensive. */
export const COUNT_CAP = 1_000;

export type WholeApproval = Approval & { votes: WholeVote[]; executions: Execution[] };

/** A vote with the name of its absent person, and the signature; null if unsigned. */
export type WholeVote = Vote & { deputyForName: string | null; signed: unknown };

/** A minute with more approvals than anyone can read. One table counts as one press. */
export type Rush = { presses: number; calls: number; since: Date; until: Date };

/** A decision faster than this after the request means that the call was not read. */
export const UNREAD_SECONDS = 5;

/** All voters approved this soon and edited nothing: the wait may be unnecessary. */
export const AT_ONCE_MINUTES = 5;

/** The parts of a call's page that have to be read at high and critical, as the page orders them. */
export const SEEN_PARTS = ["facts", "record", "attempt", "preview", "arguments"] as const;

export type SeenPart = (typeof SEEN_PARTS)[number];

/** What the page demanded before an approval: typed text, opened parts and viewing time. */
export type Seen = {
  typed?: string;
  opened?: string[];
  /** Milliseconds without layout changes before the press. */
  ms?: number;
  /** Milliseconds that the call was on the screen while the page was visible. */
  visible_ms?: number;
  parts?: SeenPart[];
  together?: true;
};

/** What a person found out about a call whose outcome its gateway does not know. */
export type KnownOutcome = { ran: boolean; note: string; by: string; at: Date };

export type RecordOutcome = { id: string; ran: boolean; note: string; replaces: Date | null };

/** Maximum calls per request: about two seconds of work. */
export const BULK_MAX = 100;
