import { createHmac, randomBytes } from "node:crypto";
import { DomainError } from "@/lib/core/errors";

// Standard Webhooks (spec 1.0.0, "Signature scheme"): `whsec_` and base64 of 24 to 64 random bytes.
const PREFIX = "whsec_";
const KEY_BYTES_MIN = 24;
const KEY_BYTES_MAX = 64;
const KEY_BYTES_NEW = 32;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** A new `whsec_…` secret of 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES_NEW).toString("base64");
}

/**
 * The key inside a `whsec_…` secret.
 * @throws DomainError VALIDATION_ERROR naming the expected form; the secret itself is never repeated
 */
export function signingKey(secret: string): Buffer {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  const key = Buffer.from(BASE64.test(text) ? text : "", "base64");
  if (key.length >= KEY_BYTES_MIN && key.length <= KEY_BYTES_MAX) return key;
  throw new DomainError(
    "VALIDATION_ERROR",
    `A signing secret is ${PREFIX} followed by the base64 of ${KEY_BYTES_MIN} to ${KEY_BYTES_MAX} random bytes. ` +
      "This one was not stored; leave it out to have one made, or send one of that form.",
  );
}

export type SignedHeaders = {
  "webhook-id": string;
  "webhook-timestamp": string;
  "webhook-signature": string;
};

/**
 * The three headers of Standard Webhooks over exactly these bytes: one `v1,` signature per secret, space-separated.
 * @param at when this attempt is made; receivers refuse what is older than a few minutes
 */
export function signEvent(
  secrets: readonly string[],
  eventId: string,
  at: Date,
  body: string,
): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map((secret) => {
    const mac = createHmac("sha256", signingKey(secret)).update(`${eventId}.${timestamp}.${body}`);
    return `v1,${mac.digest("base64")}`;
  });
  return {
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}
