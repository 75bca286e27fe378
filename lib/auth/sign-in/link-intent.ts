import { decode, encode } from "next-auth/jwt";
import { env } from "@/lib/core/env";
import type { UserScope } from "@/lib/core/scope";
import { cookieOf, secureCookies, sessionCookieName, sessionIdIn } from "../sessions/cookie";
import { findSessionScope } from "../sessions/session-scope";

// Single sign-on from the profile links an identity instead of signing in. A sealed cookie carries
// this intent to the provider's callback; it is valid only with the session that asked.

const INTENT_SECONDS = 900;

const NOBODY = "nobody";

function intentCookieName(): string {
  return secureCookies() ? "__Secure-countersign.link" : "countersign.link";
}

/** The Set-Cookie line of a new single sign-on; `asked`: it links to the request's session. */
export async function intentCookie(headers: Headers, asked: boolean): Promise<string> {
  const secure = secureCookies() ? "; Secure" : "";
  const look = `Path=/api/auth; HttpOnly; SameSite=Lax${secure}`;
  if (!asked) return `${intentCookieName()}=; Max-Age=0; ${look}`;
  const link = (await sessionIdIn(cookieOf(headers, sessionCookieName()))) ?? NOBODY;
  const sealed = await encode({ token: { link }, secret: env().AUTH_SECRET, maxAge: INTENT_SECONDS });
  return `${intentCookieName()}=${sealed}; Max-Age=${INTENT_SECONDS}; ${look}`;
}

/** Null for an ordinary sign-in; `scope` is null if the asking session has ended. */
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
    return null;
  }
}
