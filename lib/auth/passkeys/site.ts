import { isIP } from "node:net";
import { env } from "@/lib/core/env";
import { DomainError } from "@/lib/core/errors";
import type { Site } from "./types";

// Browsers create passkeys only for a domain on an encrypted page, or for localhost.

/** The site of passkeys under PUBLIC_URL; null if browsers create none there. */
export function findSite(publicUrl: string = env().PUBLIC_URL): Site | null {
  const { origin, hostname, protocol } = new URL(publicUrl);
  const isLocal = hostname === "localhost" || hostname.endsWith(".localhost");
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  return protocol === "https:" || isLocal ? { rpId: hostname, origin } : null;
}

export function hasPasskeys(): boolean {
  return findSite() !== null;
}

/** Whether people may sign in with a passkey: as configured, else if passwords are allowed. */
export function signsInWithPasskeys(): boolean {
  const { PASSKEY_SIGN_IN, PASSWORD_SIGN_IN } = env();
  return hasPasskeys() && (PASSKEY_SIGN_IN ?? PASSWORD_SIGN_IN) === "on";
}

/** @throws DomainError CONFLICT where browsers make no passkeys for this address */
export function requireSite(): Site {
  const site = findSite();
  if (site) return site;
  throw new DomainError(
    "CONFLICT",
    `Browsers make no passkeys for ${env().PUBLIC_URL}: they want https and a name, or localhost. Nothing was done; ask an administrator to set PUBLIC_URL.`,
  );
}
