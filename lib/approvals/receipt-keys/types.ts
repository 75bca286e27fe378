/** The row of the installation's own chain that records a key with which receipts are signed. */
export const RECEIPT_KEY_ADDED = "receipt_key.added";

export type ReceiptKey = {
  id: string;
  publicKey: string;
  /** Since when it is recorded; null right after a start. */
  addedAt: Date | null;
  /** Whether this installation signs with it now. */
  isCurrent: boolean;
};

/** Signed with the present key, with another one, or not what its signature signs. */
export type SignatureState = "current" | "other" | "wrong";
