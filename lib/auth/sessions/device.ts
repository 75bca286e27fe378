import { createHmac, hkdfSync, randomBytes } from "node:crypto";
import { env } from "@/lib/core/env";
import { sameSecret } from "@/lib/core/secrets";
import { sha256 } from "@/lib/core/sha256";
import { secureCookies } from "./cookie";

// A signed mark in a browser in which a person signed in before. It proves no identity and opens
// nothing. It only gives their sign-in attempts a separate count that strangers cannot exhaust.

export const DEVICE_SECONDS = 180 * 24 * 3_600;

export function deviceCookieName(): string {
  return secureCookies() ? "__Secure-countersign.device" : "countersign.device";
}

export function newDevice(email: string, now: Date): string {
  const text = [randomBytes(16).toString("base64url"), sha256(email), now.getTime().toString(36)].join(".");
  return `${text}.${signatureOf(text)}`;
}

/** The browser's id, if its mark is valid, recent and for this address; else null. */
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
