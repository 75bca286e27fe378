import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { type Browser, SITE } from "./browser";

export type Claims = Record<string, unknown>;

/** A real OpenID provider on this machine. Whoever signs in there is whom the test says they are. */
export async function startIdentityProvider(client: { id: string; secret: string }) {
  const people = new Map<string, Claims>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const issuer = `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${SITE}/api/auth/callback/oidc`],
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    cookies: { keys: ["only for tests"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    /** What the provider will say about a person from now on. */
    tell: (sub: string, claims: Claims) => people.set(sub, claims),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

const STEPS_MAX = 20;

/** Goes through the whole sign-in as a person would; answers the address of our site where it ends. */
export async function signInThrough(browser: Browser, sub: string): Promise<URL> {
  const started = await browser.submit("/api/auth/signin/oidc", { callbackUrl: `${SITE}/approvals` });
  let { url } = (await started.json()) as { url: string };
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const response = await browser.fetch(url);
    const next = response.headers.get("location") ?? (await submitPage(browser, url, response, sub));
    const target = new URL(next, url);
    url = target.href;
    if (target.origin === SITE && !target.pathname.startsWith("/api/auth/")) return target;
  }
  throw new Error(`the sign-in went in circles, last at ${url}`);
}

/** Fills in the provider's log-in or consent form; answers where that leads. */
async function submitPage(browser: Browser, url: string, response: Response, sub: string): Promise<string> {
  const page = await response.text();
  const action = /action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
  if (!action || !prompt) throw new Error(`no form at ${url} (${response.status}): ${page.slice(0, 500)}`);
  const answer = await browser.fetch(new URL(action, url).href, { prompt, login: sub, password: "any" });
  const location = answer.headers.get("location");
  if (!location) throw new Error(`the provider did not accept the form: ${answer.status}`);
  return new URL(location, url).href;
}
