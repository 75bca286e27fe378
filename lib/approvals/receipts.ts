import type { SeenOnRecord } from "./screen-proof";
import type { SignedInTrail } from "./signing/types";

/** Whether a person decided, or what did instead. */
export const DECIDERS = [
  "person",
  "policy",
  "tenant_setting",
  "caller",
  "remembered_rule",
  "deadline",
  "gateway",
  "system",
] as const;

export type DecidedBy = (typeof DECIDERS)[number];

/** Kept forever: a digest instead of names from the arguments, which are deleted later. */
export type SeenInTrail = Omit<SeenOnRecord, "opened"> & { opened: number; opened_sha256: string | null };

type ReceiptPolicy = { name: string; version: number; sha256: string };

/** What a decision stores in its trail row, so that it can be proven without the database. */
export type ReceiptFacts = {
  /** Of the vote with this decision; null without a vote. */
  verdict: string | null;
  revision: number;
  arguments_sha256: string;
  /** The person edited the arguments with this decision. */
  edited: boolean;
  /** Digest of the gateway's request, without the arguments. */
  call_sha256: string;
  tool_version: number | null;
  policies: ReceiptPolicy[];
  /** How many people approve, including this one, and how many must. */
  approvals: number;
  required: number;
  seen: SeenInTrail | null;
  /** The absent person that a deputy decided for; absent if there is none. */
  deputy_for?: { id: string; name: string };
  /** The passkey that signed the vote, and the digest of the signature; absent without one. */
  passkey?: SignedInTrail;
};

/** The proof of one decision: its trail row, and the position of that row in the chain. */
export type Receipt = {
  /** The action as the trail names it, for example `approval.approved`. */
  act: string;
  decided_by: DecidedBy;
  by: { kind: string; id: string | null; name: string };
  at: string;
  reason: string | null;
  /** What was decided and seen; null for decisions from before this was stored. */
  facts: ReceiptFacts | null;
  chain: { tenant_id: string; seq: string; hash: string; previous: string };
  /** The installation's, made with the decision; absent for decisions from before it signed. */
  signature?: ReceiptSignature;
};

export type ReceiptSignature = { key_id: string; public_key: string; at: string; value: string };
