import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { DomainError } from "@/lib/core/errors";
import type { Role, UserScope } from "@/lib/core/scope";
import { requireRole } from "../guards";
import { assertSameOrigin } from "../origin";
import { sessionCookieName, sessionIdIn } from "./cookie";
import { findSessionScope } from "./session-scope";

/** The signed-in person, or null. Cached per request. */
export const currentUser = cache(async (): Promise<UserScope | null> => {
  const cookie = (await cookies()).get(sessionCookieName())?.value;
  const sessionId = await sessionIdIn(cookie);
  return sessionId === null ? null : findSessionScope(sessionId);
});

/**
 * For pages: the signed-in person; redirects others to the sign-in page.
 * @param callbackPath where to return to, a path of this site
 */
export async function requireUser(callbackPath?: string): Promise<UserScope> {
  const scope = await currentUser();
  if (scope) return scope;
  redirect(
    callbackPath === undefined ? "/signin" : `/signin?callbackUrl=${encodeURIComponent(callbackPath)}`,
  );
}

/**
 * For server actions: the signed-in person with one of the roles (any if none is named).
 * The request must come from our own pages.
 * @throws DomainError UNAUTHENTICATED, FORBIDDEN
 */
export async function actionUser(...roles: readonly Role[]): Promise<UserScope> {
  assertSameOrigin(await headers());
  const scope = await currentUser();
  if (!scope) {
    throw new DomainError(
      "UNAUTHENTICATED",
      "You are no longer signed in. Nothing was changed; sign in and try again.",
    );
  }
  return requireRole(scope, ...roles);
}
