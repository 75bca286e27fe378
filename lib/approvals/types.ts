import type { Approval, Execution, Vote } from "@/lib/generated/prisma/client";
import type { Seen } from "./seen";

export const SUMMARY_MAX = 500;

export const PREVIEW_MAX = 64 * 1024;

export const CORRELATION_BYTES_MAX = 4 * 1024;

export const RESULT_BYTES_MAX = 64 * 1024;

export const REASON_MAX = 1_000;

export const WAIT_SECONDS_MAX = 55;

// A decision may be asked for within a minute and must fall within 30 days.
export const TTL_SECONDS = { min: 60, max: 2_592_000 };

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
type SeenApproval = { id: string; revision: number; argumentsSha256: string };

/** A person's verb on one approval, as commands take it. */
export type DecideApproval = SeenApproval &
  (
    | { verdict: "approve"; reason?: string; argumentsText?: string; seen?: Seen }
    | { verdict: "reject" | "request_changes"; reason: string }
  );

/** The revocation of an approval, as commands take it. */
export type RevokeApproval = SeenApproval & { reason: string };

/** What a server action tells the page. A refusal carries who won instead, for the page to say inline. */
export type DecideResult =
  | { ok: true; status: StatusWord; at: Date; note?: string }
  | { ok: false; code: string; message: string; requestId?: string };

export type Names = { id: string; key: string; name: string };

/** Counts stop here ("999+"): exact counts of large tables cost what nobody needs. */
export const COUNT_CAP = 1_000;

/** An approval with all its parts, as one read found it. */
export type WholeApproval = Approval & { votes: Vote[]; executions: Execution[] };
