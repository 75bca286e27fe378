import type { ChainedRow } from "@/lib/activity/queries";
import { keyIdOf, type RowSignature, signatureIn } from "@/lib/activity/signature";
import { type Details, memberAt, presentAction, readDetails } from "@/lib/activity/wire";
import type { DecidedBy, Receipt, ReceiptFacts, ReceiptSignature } from "./receipts";

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

/** The receipts of a call from its trail rows, in their order. */
export function receiptsOf(rows: readonly ChainedRow[]): Receipt[] {
  return rows.flatMap((row) => {
    const details = readDetails(row.action, row.details);
    const act = presentAction(row.action);
    return ACTS.has(act) || details.receipt !== undefined ? [receiptOfRow(row, act, details)] : [];
  });
}

function receiptOfRow(row: ChainedRow, act: string, details: Details): Receipt {
  const reason = memberAt(details, "reason");
  const signature = signatureIn(details);
  return {
    act,
    decided_by:
      BY_NOBODY[act] ??
      (row.actorKind === "user" ? "person" : row.actorKind === "gateway" ? "gateway" : "system"),
    by: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    at: row.at.toISOString(),
    reason: typeof reason === "string" ? reason : null,
    // Only `receiptOf` writes this.
    facts: (details.receipt as ReceiptFacts | undefined) ?? null,
    chain: {
      tenant_id: row.tenantId,
      seq: row.seq.toString(),
      hash: row.hash,
      previous: row.previous,
    },
    ...(signature ? { signature: told(signature) } : {}),
  };
}

const told = ({ at, key, value }: RowSignature): ReceiptSignature => ({
  key_id: keyIdOf(key),
  public_key: key,
  at,
  value,
});
