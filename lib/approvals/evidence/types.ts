/** The `kind` of an evidence file. Its writer and its verifier, which has no database, share it. */
export const EVIDENCE_KIND = "countersign.evidence";

export const EVIDENCE_VERSION = 1;

/** Maximum trail rows in a file; no real call has as many. */
export const EVIDENCE_ROWS_MAX = 10_000;

// Thirteen members per row and the rest: enough for the largest possible file.
export const EVIDENCE_LIMITS = { maxDepth: 64, maxNodes: 1_000_000 };

/** Why a file is refused; docs/receipts.md says each in a sentence. */
type Reason =
  | "unreadable"
  | "seal"
  | "not_sealed"
  | "key_id"
  | "unknown_key"
  | "row"
  | "receipt_signature"
  | "not_signed"
  | "repeated"
  | "no_receipt"
  | "receipt"
  | "call"
  | "arguments"
  | "vote"
  | "decision"
  | "policy"
  | "outcome";

/** What does not match in a file, in a sentence. */
export type Problem = { reason: Reason; says: string };
