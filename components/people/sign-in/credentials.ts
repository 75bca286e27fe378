import { PasskeyRefusal, signWithPasskey } from "@/components/ui/passkey";
import { tooManyCode } from "@/lib/auth/sign-in/refusals";

/** The result of an attempt: success, or the error code. */
type SignInResult = { ok: true } | { ok: false; code: string };

async function csrfToken(): Promise<string> {
  const response = await fetch("/api/auth/csrf", { cache: "no-store" });
  const { csrfToken: token } = (await response.json()) as { csrfToken: string };
  return token;
}

/** Posts to next-auth, which returns the next address; an `error` in it is a code. */
async function post(path: string, fields: Record<string, string>): Promise<URL> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ ...fields, csrfToken: await csrfToken(), json: "true" }),
  });
  const { url } = (await response.json()) as { url?: string };
  // Only a request from another origin has no address in its response.
  return new URL(url ?? "/signin?error=elsewhere", location.href);
}

/**
 * Signs in with e-mail and password.
 * @throws when no response arrives
 */
export async function signInWithPassword(email: string, password: string): Promise<SignInResult> {
  const url = await post("/api/auth/callback/credentials", { email, password, callbackUrl: location.origin });
  const code = url.searchParams.get("error");
  return code === null ? { ok: true } : { ok: false, code };
}

type Options = Parameters<typeof signWithPasskey>[0];

type Signed = Awaited<ReturnType<typeof signWithPasskey>>;

const askForSigning = () => fetch("/api/auth/passkey/options", { method: "POST", cache: "no-store" });

/** The options that a passkey has to sign; null if none is needed now. */
export async function passkeyOptions(): Promise<Options | null> {
  const asked = await askForSigning().catch(() => null);
  return asked?.ok ? ((await asked.json()) as Options) : null;
}

/**
 * Signs in with a passkey chosen in the browser.
 * @throws when no response arrives
 */
export async function signInWithPasskey(): Promise<SignInResult> {
  const asked = await askForSigning();
  if (asked.status === 429)
    return { ok: false, code: tooManyCode(Number(asked.headers.get("retry-after") ?? 60)) };
  if (!asked.ok) return { ok: false, code: asked.status === 503 ? "unavailable" : "passkey-off" };
  const options = (await asked.json()) as Options;
  const response = await signWithPasskey(options).catch((error: unknown) => {
    if (error instanceof PasskeyRefusal) return null;
    throw error;
  });
  if (response === null) return { ok: false, code: "passkey-cancelled" };
  return signInWithSigned(response);
}

/**
 * Signs in with a signed passkey response.
 * @throws when no response arrives
 */
export async function signInWithSigned(response: Signed): Promise<SignInResult> {
  const fields = { response: JSON.stringify(response), callbackUrl: location.origin };
  const url = await post("/api/auth/callback/passkey", fields);
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
