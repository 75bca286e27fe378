import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/core/env";
import { isId } from "@/lib/core/ids";

/** Lifetime of a session in seconds, independent of activity: a working day. */
export const SESSION_SECONDS = 12 * 3_600;

/** Whether cookies need TLS: as in PUBLIC_URL, never as in a request's headers. */
export function secureCookies(): boolean {
  return env().PUBLIC_URL.startsWith("https:");
}

/** The name of the cookie that holds the session's id. */
export function sessionCookieName(): string {
  return secureCookies() ? "__Secure-next-auth.session-token" : "next-auth.session-token";
}

/** The session id in an encrypted cookie value; null when it is not ours or has expired. */
export async function sessionIdIn(cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null;
  try {
    const token = await decode({ token: cookie, secret: env().AUTH_SECRET });
    return typeof token?.sid === "string" && isId(token.sid) ? token.sid : null;
  } catch {
    return null; // Forged, altered, expired, or from another AUTH_SECRET: all are treated alike.
  }
}

export async function sealSessionId(sessionId: string): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: env().AUTH_SECRET, maxAge: SESSION_SECONDS });
}

export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
