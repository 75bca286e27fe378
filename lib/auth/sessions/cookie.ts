import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/core/env";
import { isId } from "@/lib/core/ids";

/** How long a browser stays signed in, in seconds, however busy it is: a working day. */
export const SESSION_SECONDS = 12 * 3_600;

/** Whether cookies are sent over TLS only: as PUBLIC_URL says, never as a request's headers say. */
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
    return null; // forged, altered, expired, or of another AUTH_SECRET: all the same to us
  }
}

/** The encrypted cookie value of a session. */
export async function sealSessionId(sessionId: string): Promise<string> {
  return encode({ token: { sid: sessionId }, secret: env().AUTH_SECRET, maxAge: SESSION_SECONDS });
}

/** One cookie of a request's Cookie header. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get("cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}
