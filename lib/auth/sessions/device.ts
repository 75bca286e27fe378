import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/core/env";
import { sameSecret } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import { secureCookies } from "./cookie";

// A browser in which somebody signed in before carries a signed mark of that. It proves nothing about who sits there and opens
// nothing; it only gives their attempts to sign in a count that strangers cannot use up.

/** How long a browser is remembered, in seconds: half a year. */
export const DEVICE_SECONDS = 180 * 24 * 3_600;

/** The name of the cookie with the mark. */
export function deviceCookieName(): string {
  return secureCookies() ? "__Secure-countersign.device" : "countersign.device";
}

/** A new mark for the browser of somebody who just signed in. */
export function newDevice(email: string, now: Date): string {
  const text = [randomBytes(16).toString("base64url"), sha256(email), now.getTime().toString(36)].join(".");
  return `${text}.${signatureOf(text)}`;
}

/** The id of the browser, if its mark is ours, not too old, and for this address; null otherwise. */
export function deviceIn(cookie: string | undefined, email: string, now: Date): string | null {
  const [id, owner, since, signature, ...rest] = (cookie ?? "").split(".");
  if (!id || !owner || !since || !signature || rest.length > 0) return null;
  if (!sameSecret(signature, signatureOf(`${id}.${owner}.${since}`))) return null;
  const age = now.getTime() - Number.parseInt(since, 36);
  return owner === sha256(email) && age >= 0 && age < DEVICE_SECONDS * 1_000 ? id : null;
}

function signatureOf(text: string): string {
  const key = Buffer.from(hkdfSync("sha256", env().AUTH_SECRET, "", "countersign known devices", 32));
  return createHmac("sha256", key).update(text).digest("base64url");
}
