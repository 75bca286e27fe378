import "server-only";
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from "node:crypto";
import * as z from "zod";
import { canonicalJson } from "@/lib/core/json/canonical";
import { type JsonLimits, type JsonNode, parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import { type ActivityEntry, wireEntry } from "./chain";

// Signatures of the installation, Ed25519 (RFC 8032). What is signed is a line that says what it is
// for, NUL, and canonical JSON that holds all of the signature except its value.

/** Of a row that records a decision, before its place in the chain is known. */
const RECEIPT = "countersign-receipt-v1";

// Base64url of 32 and 64 bytes in the one form that decodes and encodes to itself.
const exact = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .refine((text) => Buffer.from(text, "base64url").toString("base64url") === text);

export const publicKeyWire = exact(/^[\w-]{43}$/);

export const signatureValueWire = exact(/^[\w-]{86}$/);

/** What a row's details hold as `signature`. */
const signatureInRow = z.strictObject({
  at: z.iso.datetime(),
  key: publicKeyWire,
  value: signatureValueWire,
});

export type RowSignature = z.output<typeof signatureInRow>;

export type SigningKey = { id: string; publicKey: string; sign: (message: Buffer) => string };

export const SEED_BYTES = 32;

// PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410).
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/** Any 32 random bytes are a private key. */
export function signingKeyOf(seed: Buffer): SigningKey {
  if (seed.length !== SEED_BYTES) throw new Error(`a signing key has ${SEED_BYTES} bytes`);
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  return {
    id: keyIdOf(x),
    publicKey: x,
    sign: (message) => sign(null, message, key).toString("base64url"),
  };
}

/** The thumbprint of a public key (RFC 7638), which names it. */
export function keyIdOf(publicKey: string): string {
  return createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x: publicKey }))
    .digest("base64url");
}

const keys = new Map<string, KeyObject>();
const KEYS_KEPT = 100;

function keyOf(publicKey: string): KeyObject {
  const known = keys.get(publicKey);
  if (known) return known;
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  if (keys.size >= KEYS_KEPT) keys.clear();
  keys.set(publicKey, key);
  return key;
}

export function isSignedBy(publicKey: string, message: Buffer, value: string): boolean {
  try {
    return verify(null, message, keyOf(publicKey), Buffer.from(value, "base64url"));
  } catch {
    return false;
  }
}

/** What is signed of a text that holds its signature as `holder`. */
export function messageOf(domain: string, text: string, holder: string, limits?: JsonLimits): Buffer {
  return Buffer.from(`${domain}\0${canonicalJson(withoutValue(parseJson(text, limits), holder))}`);
}

function withoutValue(node: JsonNode, holder: string): JsonNode {
  if (node.kind !== "object") return node;
  const members = node.members.map(({ key, value }) =>
    key === holder && value.kind === "object"
      ? { key, value: { ...value, members: value.members.filter((one) => one.key !== "value") } }
      : { key, value },
  );
  return { ...node, members };
}

/** A row as `append_activity` takes it: all that is known before its place. */
export type RowToSign = Omit<ReturnType<typeof wireEntry>, "seq" | "at" | "previous">;

function receiptMessage(row: RowToSign): Buffer {
  const details = canonicalJson(withoutValue(parseJson(row.details), "signature"));
  return Buffer.from(`${RECEIPT}\0${canonicalJson(parseJson(JSON.stringify({ ...row, details })))}`);
}

/** Canonical JSON of a row's details with the installation's signature of the whole row in them. */
export function signedDetails(
  row: Omit<RowToSign, "details">,
  details: Record<string, unknown>,
  key: SigningKey,
  at: Date,
): string {
  const claim = { at: at.toISOString(), key: key.publicKey };
  const textOf = (signature: object) => canonicalJson(parseJson(serializeJson({ ...details, signature })));
  const value = key.sign(receiptMessage({ ...row, details: textOf(claim) }));
  return textOf({ ...claim, value });
}

/** The signature in a row's details; null without one, or with one of another form. */
export function signatureIn(details: Readonly<Record<string, unknown>>): RowSignature | null {
  return signatureInRow.safeParse(details.signature).data ?? null;
}

/** Whether a row's signature is of this very row. */
export function isRowSigned(entry: ActivityEntry, { key, value }: RowSignature): boolean {
  const { seq: _seq, at: _at, previous: _previous, ...row } = wireEntry(entry);
  try {
    return isSignedBy(key, receiptMessage(row), value);
  } catch {
    return false; // details that no row of ours has
  }
}
