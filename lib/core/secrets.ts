import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { env } from "./env";

const NONCE_BYTES = 12;
// as specified for AES-GCM (NIST SP 800-38D)
const TAG_BYTES = 16;

/** `prefix` and 32 random bytes as 43 base64url characters. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** Compares two texts in time that depends only on their lengths. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash("sha256").update(a).digest();
  const right = createHash("sha256").update(b).digest();
  return timingSafeEqual(left, right);
}

function key(): Buffer {
  return Buffer.from(hkdfSync("sha256", env().AUTH_SECRET, "", "countersign secrets at rest", 32));
}

/** AES-256-GCM under a key derived from AUTH_SECRET; base64 of nonce, tag and ciphertext. */
export function encryptSecret(plain: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key(), nonce);
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64");
}

/** Reverses `encryptSecret`. Throws if AUTH_SECRET changed since. */
export function decryptSecret(sealed: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key(), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const body = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString("utf8");
}
