import { keyIdOf } from "@/lib/activity/signature";
import { signingKey } from "@/lib/activity/signing-key";
import { readDetails } from "@/lib/activity/wire";
import { read, type Tx } from "@/lib/core/db";
import { NO_TENANT, systemScope } from "@/lib/core/scope";
import { RECEIPT_KEY_ADDED, type ReceiptKey } from "./types";

/** Every key with which receipts were signed, the present one first. They are public. */
export async function listReceiptKeys(): Promise<ReceiptKey[]> {
  const { id, publicKey } = signingKey();
  const recorded = await read(systemScope("receipt keys"), loadReceiptKeys);
  const own = recorded.find((key) => key.id === id);
  return [
    { id, publicKey, addedAt: own?.addedAt ?? null, isCurrent: true },
    ...recorded.filter((key) => key !== own).map((key) => ({ ...key, isCurrent: false })),
  ];
}

/** The recorded keys, newest first. A key that was taken back into use keeps its first date. */
export async function loadReceiptKeys(tx: Tx): Promise<Omit<ReceiptKey, "isCurrent">[]> {
  const rows = await tx.activity.findMany({
    where: { tenantId: NO_TENANT, action: RECEIPT_KEY_ADDED },
    orderBy: { seq: "desc" },
    select: { at: true, details: true },
  });
  return rows.map(({ at, details }) => {
    const publicKey = String(readDetails(RECEIPT_KEY_ADDED, details).public_key);
    return { id: keyIdOf(publicKey), publicKey, addedAt: at };
  });
}
