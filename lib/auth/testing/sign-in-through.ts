import { type Browser, SITE } from "./browser";

const STEPS_MAX = 20;

/**
 * Runs the whole sign-in as a person; returns the final URL on our site.
 * @param more further fields of the form that starts it
 * @param meanwhile runs while they are at the provider
 */
export async function signInThrough(
  browser: Browser,
  sub: string,
  more: Record<string, string> = {},
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<URL> {
  const started = await browser.submit("/api/auth/signin/oidc", {
    callbackUrl: `${SITE}/approvals`,
    ...more,
  });
  let { url } = (await started.json()) as { url: string };
  await meanwhile();
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const response = await browser.fetch(url);
    const next = response.headers.get("location") ?? (await submitPage(browser, url, response, sub));
    const target = new URL(next, url);
    url = target.href;
    if (target.origin === SITE && !target.pathname.startsWith("/api/auth/")) return target;
  }
  throw new Error(`the sign-in went in circles, last at ${url}`);
}

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
