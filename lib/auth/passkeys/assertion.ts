import "server-only";
import { createHash, createPublicKey, type KeyObject, verify } from "node:crypto";
import type { Assertion, Site } from "./types";

// Verifies passkey signatures: before a decision is stored, and in evidence files without a
// database. gateway/client/signature.ts repeats this for gateways, which import nothing from lib.

/** Layout of authenticator data (WebAuthn §6.1): the site's digest, flags, a counter. */
const RP_ID_BYTES = 32;
const HEAD_BYTES = 37;
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;

const bytes = (base64url: string) => Buffer.from(base64url, "base64url");

/** The challenge of a text: its SHA-256, base64url. */
export function challengeOf(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("base64url");
}

/** Hex SHA-256 of a public key, for people to compare. */
export function keyDigest(publicKey: string): string {
  return createHash("sha256").update(bytes(publicKey)).digest("hex");
}

/** The signed challenge, unverified; null if the client data is unreadable. */
export function challengeIn(clientDataJson: string): string | null {
  const challenge = clientData(clientDataJson)?.challenge;
  return typeof challenge === "string" ? challenge : null;
}

/** The authenticator's signature counter; 0 if it keeps none. */
export function counterIn(authenticatorData: string): number {
  const data = bytes(authenticatorData);
  return data.length >= HEAD_BYTES ? data.readUInt32BE(COUNTER_AT) : 0;
}

/** Why an assertion is invalid; null if the key signed here with user verification. */
export function assertionProblem(
  assertion: Assertion,
  { challenge, origin, rpId }: Site & { challenge: string },
): string | null {
  const client = clientData(assertion.client_data_json);
  if (!client) return "what the browser signed cannot be read";
  if (client.type !== "webauthn.get") return "it is no signature of a passkey";
  if (client.challenge !== challenge) return "something else was signed";
  if (client.origin !== origin) return "it was signed on another site";
  if (client.crossOrigin === true || client.topOrigin !== undefined)
    return "it was signed inside of another page";
  const data = bytes(assertion.authenticator_data);
  if (data.length < HEAD_BYTES) return "the authenticator’s data are too short";
  if (!data.subarray(0, RP_ID_BYTES).equals(createHash("sha256").update(rpId).digest()))
    return "the passkey is for another site";
  const flags = data[FLAGS_AT] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0)
    return "the device did not make sure who it is (by fingerprint, face or PIN)";
  const signed = Buffer.concat([
    data,
    createHash("sha256").update(bytes(assertion.client_data_json)).digest(),
  ]);
  return isSignature(assertion, signed) ? null : "the signature is not one of the key";
}

type ClientData = {
  type?: unknown;
  challenge?: unknown;
  origin?: unknown;
  crossOrigin?: unknown;
  topOrigin?: unknown;
};

function clientData(base64url: string): ClientData | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes(base64url)));
    return typeof value === "object" && value !== null ? value : null;
  } catch {
    return null;
  }
}

function isSignature({ public_key: key, signature }: Assertion, signed: Buffer): boolean {
  try {
    const read = createPublicKey({ key: bytes(key), format: "der", type: "spki" });
    const digest = digestFor(read);
    return digest !== undefined && verify(digest, signed, read, bytes(signature));
  } catch {
    return false;
  }
}

/** The digest for ES256, RS256 and Ed25519; undefined for other algorithms. */
function digestFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): "sha256" | null | undefined {
  if (asymmetricKeyType === "ed25519") return null;
  if (asymmetricKeyType === "rsa") return "sha256";
  const isP256 = asymmetricKeyType === "ec" && asymmetricKeyDetails?.namedCurve === "prime256v1";
  return isP256 ? "sha256" : undefined;
}
