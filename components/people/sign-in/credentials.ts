/** How an attempt ended: where to go, or the code of what was wrong. */
type SignInResult = { ok: true } | { ok: false; code: string };

async function csrfToken(): Promise<string> {
  const response = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken: token } = (await response.json()) as { csrfToken: string };
  return token;
}

/** Posts to next-auth, which answers with the address to go to; an `error` in it is a code. */
async function post(path: string, fields: Record<string, string>): Promise<URL> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: "true" }),
  });
  const { url } = (await response.json()) as { url?: string };
  // Only a request from an address other than ours is answered without one.
  return new URL(url ?? "/signin?error=elsewhere", location.href);
}

/** Signs in with e-mail and password. Throws when no answer came. */
export async function signInWithPassword(email: string, password: string): Promise<SignInResult> {
  const url = await post("/api/auth/callback/credentials", { email, password, callbackUrl: location.origin });
  const code = url.searchParams.get("error");
  return code === null ? { ok: true } : { ok: false, code };
}

/**
 * Where single sign-on begins: an address at the provider. Throws when no answer came.
 * @param link to link the account there to the person who is signed in, instead of signing in with it
 */
export async function singleSignOnAddress(returnPath: string, link = false): Promise<string> {
  const url = await post("/api/auth/signin/oidc", {
    callbackUrl: new URL(returnPath, location.origin).href,
    ...(link ? { link: "true" } : {}),
  });
  return url.href;
}
