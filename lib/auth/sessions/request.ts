import { DomainError } from "@/lib/core/errors";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { authenticateBearer } from "../credentials/bearer";
import { assertSameOrigin } from "../origin";
import { cookieOf, sessionCookieName, sessionIdIn } from "./cookie";
import { findSessionScope } from "./session-scope";

const SAFE_METHODS = new Set(["GET", "HEAD"]);

/**
 * The sender of a request, by bearer credential or browser session. With a session, requests other
 * than reads must come from our own pages.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export async function authenticatePerson(request: Request): Promise<GatewayScope | UserScope> {
  if (request.headers.has("authorization")) return authenticateBearer(request);
  if (!SAFE_METHODS.has(request.method)) assertSameOrigin(request.headers);
  const scope = await sessionScopeOf(request.headers);
  if (scope) return scope;
  throw new DomainError(
    "UNAUTHENTICATED",
    "You are not signed in. Nothing was changed; sign in, or send a personal token (cst_…) as a bearer credential.",
  );
}

/** The scope of the browser session in the headers' cookie, or null. */
export async function sessionScopeOf(headers: Headers): Promise<UserScope | null> {
  const sessionId = await sessionIdIn(cookieOf(headers, sessionCookieName()));
  return sessionId === null ? null : findSessionScope(sessionId);
}
