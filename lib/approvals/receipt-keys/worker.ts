import { recordActivity } from "@/lib/activity/record";
import { signingKey } from "@/lib/activity/signing-key";
import { change } from "@/lib/core/db";
import { HOUR_MS } from "@/lib/core/durations";
import type { Job } from "@/lib/core/every";
import { systemScope } from "@/lib/core/scope";
import { loadReceiptKeys } from "./queries";
import { RECEIPT_KEY_ADDED } from "./types";

const EVERY_MS = HOUR_MS;

/** Records the key of this start in the installation's chain, once, so that it stays published. */
async function recordReceiptKey(): Promise<void> {
  const { id, publicKey } = signingKey();
  const scope = systemScope("receipt keys");
  await change(scope, async (tx) => {
    await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended('countersign:receipt keys', 0))`;
    const known = await loadReceiptKeys(tx);
    if (known.some((key) => key.id === id)) return;
    const subject = { kind: "receipt_key", id };
    await recordActivity(tx, scope, RECEIPT_KEY_ADDED, subject, { key_id: id, public_key: publicKey });
  });
}

export const receiptKeys: Job = { name: "receipt keys", ms: EVERY_MS, runOnce: recordReceiptKey };
