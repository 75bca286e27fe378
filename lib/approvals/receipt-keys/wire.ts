import * as z from "zod";
import { publicKeyWire } from "@/lib/activity/signature";
import { signingKeyIdWire, time } from "../receipt-wire";
import type { ReceiptKey } from "./types";

const keyWire = z
  .strictObject({
    kty: z.literal("OKP"),
    crv: z.literal("Ed25519"),
    use: z.literal("sig"),
    alg: z.literal("EdDSA"),
    kid: signingKeyIdWire,
    x: publicKeyWire,
    current: z.boolean().describe("Whether receipts are signed with it now."),
    added_at: time.nullable().describe("Since when the activity log records it; null right after a start."),
  })
  .meta({ id: "ReceiptKey" });

/** A JSON Web Key Set (RFC 7517). */
export const receiptKeysWire = z.strictObject({ keys: z.array(keyWire) });

export function toReceiptKeysWire(keys: readonly ReceiptKey[]): z.input<typeof receiptKeysWire> {
  return {
    keys: keys.map(({ id, publicKey, addedAt, isCurrent }) => ({
      ...{ kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA" },
      kid: id,
      x: publicKey,
      current: isCurrent,
      added_at: addedAt?.toISOString() ?? null,
    })),
  };
}
