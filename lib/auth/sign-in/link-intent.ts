import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { cookieOf, secureCookies, sessionCookieName, sessionIdIn } from "../sessions/cookie";
import { findSessionScope } from "../sessions/session-scope";

// Whoever starts single sign-on from their profile wants to link an identity, not to sign in. A sealed cookie says so when the
// provider sends them back; it counts only together with the very session that asked.

// As long as the provider's answer is waited for.
const INTENT_SECONDS = 900;

const NOBODY = "nobody";

function intentCookieName(): string {
  return secureCookies() ? "__Secure-countersign.link" : "countersign.link";
}

/** The Set-Cookie line of a single sign-on that begins: with `asked`, to link it to the session of the request. */
export async function intentCookie(headers: Headers, asked: boolean): Promise<string> {
  const secure = secureCookies() ? "; Secure" : "";
  const look = `Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
  if (!asked) return `${intentCookieName()}=; Max-Age=0; ${look}`;
  const link = (await sessionIdIn(cookieOf(headers, sessionCookieName()))) ?? NOBODY;
  const sealed = await encode({ token: { link }, secret: env().AUTH_SECRET, maxAge: INTENT_SECONDS });
  return `${intentCookieName()}=${sealed}; Max-Age=${INTENT_SECONDS}; ${look}`;
}

/** Null when the browser is signing in; otherwise who links an identity, without a scope when their session has ended. */
export async function intentOf(headers: Headers): Promise<{ scope: UserScope | null } | null> {
  const sealed = cookieOf(headers, intentCookieName());
  if (!sealed) return null;
  const asked = await sessionThatAsked(sealed);
  if (asked === null) return null;
  const sessionId = await sessionIdIn(cookieOf(headers, sessionCookieName()));
  return { scope: sessionId !== null && sessionId === asked ? await findSessionScope(sessionId) : null };
}

async function sessionThatAsked(sealed: string): Promise<string | null> {
  try {
    const token = await decode({ token: sealed, secret: env().AUTH_SECRET });
    return typeof token?.link === "string" ? token.link : null;
  } catch {
    return null; // forged, altered or expired: all the same to us
  }
}
