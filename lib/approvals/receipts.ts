import type { ChainedRow } from "@/lib/activity/queries";
import { type Details, memberAt, presentAction, readDetails } from "@/lib/activity/wire";
import type { SeenOnRecord } from "./screen-proof";
import type { SignedInTrail } from "./signing/types";

/** Whether a person decided, or what did in their place. */
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

type DecidedBy = (typeof DECIDERS)[number];

/** What the trail says of it for ever: no names out of the arguments, which go when their time is over, but the digest of them. */
export type SeenInTrail = Omit<SeenOnRecord, "opened"> & { opened: number; opened_sha256: string | null };

/** A policy that counted, as it was then. */
type ReceiptPolicy = { name: string; version: number; sha256: string };

/** What a decision leaves in its row of the trail, so that it can be proven without the database. */
export type ReceiptFacts = {
  /** Of the vote that was given with it; null where none was. */
  verdict: string | null;
  revision: number;
  arguments_sha256: string;
  /** The person put these arguments there with this decision. */
  edited: boolean;
  /** Of the call as its gateway asked for it, without the arguments. */
  call_sha256: string;
  tool_version: number | null;
  policies: ReceiptPolicy[];
  /** How many people agree, this one included, and how many have to. */
  approvals: number;
  required: number;
  /** Null where no person acted. */
  seen: SeenInTrail | null;
  /** In whose place the person decided; left out where in nobody's. */
  deputy_for?: { id: string; name: string };
  /** With which passkey the vote was signed, and the digest of the signature; left out where with none. */
  passkey?: SignedInTrail;
};

/** The proof of one decision: what its row of the trail says, and where that row stands in the chain. */
export type Receipt = {
  /** The act as the trail calls it, for example `approval.approved`. */
  act: string;
  decided_by: DecidedBy;
  by: { kind: string; id: string | null; name: string };
  at: string;
  reason: string | null;
  /** What was decided on, by which policies and what was seen; null for decisions from before it was kept. */
  facts: ReceiptFacts | null;
  chain: { tenant_id: string; seq: string; hash: string; previous: string };
};

const BY_NOBODY: Readonly<Record<string, DecidedBy>> = {
  "approval.expired": "deadline",
  "approval.auto_approved": "tenant_setting",
  "approval.confirmed": "caller",
  "approval.policy_allowed": "policy",
  "approval.rule_allowed": "remembered_rule",
  "approval.policy_denied": "policy",
};

const ACTS = new Set([
  ...Object.keys(BY_NOBODY),
  "approval.voted",
  "approval.edited",
  "approval.approved",
  "approval.rejected",
  "approval.changes_requested",
  "approval.revoked",
  "approval.cancelled",
]);

/** The receipts of a call, out of the rows about it, in their order. */
export function receiptsOf(rows: readonly ChainedRow[]): Receipt[] {
  return rows.flatMap((row) => {
    const details = readDetails(row.action, row.details);
    const act = presentAction(row.action);
    return ACTS.has(act) || details.receipt !== undefined ? [receiptOfRow(row, act, details)] : [];
  });
}

function receiptOfRow(row: ChainedRow, act: string, details: Details): Receipt {
  const reason = memberAt(details, "reason");
  return {
    act,
    decided_by:
      BY_NOBODY[act] ??
      (row.actorKind === "user" ? "person" : row.actorKind === "gateway" ? "gateway" : "system"),
    by: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    at: row.at.toISOString(),
    reason: typeof reason === "string" ? reason : null,
    // Written by `receiptOf` and by nothing else.
    facts: (details.receipt as ReceiptFacts | undefined) ?? null,
    chain: {
      tenant_id: row.tenantId,
      seq: row.seq.toString(),
      hash: row.hash,
      previous: row.previous,
    },
  };
}
