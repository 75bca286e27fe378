import type { PasskeyResponse } from "@/lib/auth/passkeys/types";
import type { Approval, Execution, Vote } from "@/lib/generated/prisma/client";
import type { Remember } from "./remembered/types";
import type { Seen } from "./screen-proof";

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

/** The words of a call's status: its decision until it is approved, then its execution. */
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

/** One word for people and simple clients. */
export type StatusWord = (typeof STATUSES)[number];

/** Members that stay exact text, for the body reader. */
export const HELD_RAW = ["/arguments", "/correlation"];

/** Members that may differ between retries of one request. */
export const RETRY_MAY_DIFFER = ["wait_seconds", "redemption_key", "occurred_at"];

export const APPROVE_RAW = ["/arguments"];

/** What a person was looking at when they decided. */
export type SeenApproval = { id: string; revision: number; argumentsSha256: string };

/** A person's verb on one approval, as commands take it. */
export type DecideApproval = SeenApproval &
  (
    | {
        verdict: "approve";
        reason?: string;
        argumentsText?: string;
        seen?: Seen;
        remember?: Remember;
        /** The signature of a passkey on this very yes, as `beginSigning` asked for it. */
        passkey?: PasskeyResponse;
      }
    | { verdict: "reject" | "request_changes"; reason: string; seen?: Seen }
  );

/** The revocation of an approval, as commands take it. */
export type RevokeApproval = SeenApproval & { reason: string; seen?: Seen };

/** What a server action tells the page. A refusal carries who won instead, for the page to say inline. */
export type DecideResult =
  | { ok: true; status: StatusWord; at: Date; approvals?: number; note?: string }
  | { ok: false; code: string; message: string; requestId?: string; fields?: Record<string, string> };

export type Names = { id: string; key: string; name: string };

/** Counts stop here ("999+"): exact counts of large tables cost what nobody needs. */
export const COUNT_CAP = 1_000;

/** An approval with all its parts, as one read found it. */
export type WholeApproval = Approval & { votes: WholeVote[]; executions: Execution[] };

/** A vote, with what the person is called in whose place it was given, and what they signed; null where they signed nothing. */
export type WholeVote = Vote & { deputyForName: string | null; signed: unknown };

/** A minute in which somebody approved faster than anybody can read. Calls approved from one table are one press. */
export type Rush = { presses: number; calls: number; since: Date; until: Date };

/** A call that was decided sooner after it was asked about than this was read by nobody. */
export const UNREAD_SECONDS = 5;

/** Everyone who voted said yes within so many minutes of the asking, and changed nothing: the wait may not have been worth it. */
export const AT_ONCE_MINUTES = 5;
