import { handleAuth } from "../sign-in/handler";

export const SITE = "http://localhost:3000";

/** A minimal browser for sign-in: cookies per host, forms, manual redirects. */
export class Browser {
  readonly #jars = new Map<string, Map<string, string>>();
  headers: Record<string, string> = { origin: SITE, "user-agent": "a test browser" };

  /** Our own site runs in this process, other hosts over the network. Follows no redirect. */
  async fetch(address: string, form?: Record<string, string>, headers = this.headers): Promise<Response> {
    const url = new URL(address, SITE);
    const jar = this.#jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const request = new Request(url, {
      method: form ? "POST" : "GET",
      redirect: "manual",
      headers: {
        ...(url.origin === SITE ? headers : {}),
        ...(cookie ? { cookie } : {}),
        ...(form ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      },
      body: form ? new URLSearchParams(form) : undefined,
    });
    const response = await (url.origin === SITE ? handleAuth(request) : fetch(request));
    for (const line of response.headers.getSetCookie()) this.#keep(jar, line);
    return response;
  }

  cookie(name: string): string | undefined {
    return this.#jarOf(new URL(SITE)).get(name);
  }

  async submit(path: string, fields: Record<string, string>, headers = this.headers): Promise<Response> {
    const { csrfToken } = (await (await this.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
    return this.fetch(path, { ...fields, csrfToken, json: "true" }, headers);
  }

  async signIn(email: string, password: string): Promise<string | null> {
    const response = await this.submit("/api/auth/callback/credentials", { email, password });
    const { url } = (await response.json()) as { url: string };
    return new URL(url).searchParams.get("error");
  }

  async session(): Promise<{ user?: { id: string; role: string } }> {
    return (await (await this.fetch("/api/auth/session")).json()) as { user?: { id: string; role: string } };
  }

  pageHeaders(extra: Record<string, string> = {}): Headers {
    const jar = this.#jarOf(new URL(SITE));
    return new Headers({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "), ...extra });
  }

  #jarOf(url: URL): Map<string, string> {
    const jar = this.#jars.get(url.host) ?? new Map<string, string>();
    this.#jars.set(url.host, jar);
    return jar;
  }

  #keep(jar: Map<string, string>, line: string): void {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const name = pair.slice(0, pair.indexOf("="));
    const value = pair.slice(pair.indexOf("=") + 1);
    const gone = attributes.some((text) => /^max-age=0$/i.test(text) || /^expires=.*1970/i.test(text));
    if (gone || value === "") jar.delete(name);
    else jar.set(name, value);
  }
}
