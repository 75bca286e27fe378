import { hkdfSync } from "node:crypto";
import { env } from "@/lib/core/env";
import { SEED_BYTES, type SigningKey, signingKeyOf } from "./signature";

let kept: SigningKey | undefined;

/** With which this installation signs receipts. Derived from AUTH_SECRET unless it has its own. */
export function signingKey(): SigningKey {
  kept ??= signingKeyOf(seed());
  return kept;
}

function seed(): Buffer {
  const { COUNTERSIGN_RECEIPT_KEY: own, AUTH_SECRET } = env();
  if (own !== undefined) return Buffer.from(own, "base64");
  return Buffer.from(hkdfSync("sha256", AUTH_SECRET, "", "countersign receipts", SEED_BYTES));
}
