import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth from "next-auth";
import { env } from "@/lib/core/env";
import { toDomainError } from "@/lib/core/outcome";
import type { UserScope } from "@/lib/core/scope";
import { assertSameOrigin } from "../origin";
import { beginSignIn } from "../passkeys/sign-in";
import { getPreferences } from "../people/preferences";
import { CHOSEN_ZONE_COOKIE, DENSITY_COOKIE, MIRROR_SECONDS, THEME_COOKIE } from "../people/types";
import { cookieOf, secureCookies } from "../sessions/cookie";
import { DEVICE_SECONDS, deviceCookieName, newDevice } from "../sessions/device";
import { findSessionScope } from "../sessions/session-scope";
import { boundedText } from "./bounded-text";
import { linkIdentity, type Subject } from "./identity-link";
import { intentCookie, intentOf } from "./link-intent";
import { authOptions } from "./options";

// A sign-in form has a few hundred bytes; anything larger is none.
const BODY_BYTES_MAX = 16 * 1024;

const ACTIONS_PATH = "/api/auth/";

const START_PATH = "/api/auth/signin/oidc";

const PASSKEY_PATH = "/api/auth/passkey/options";

const CALLBACK_PATH = "/api/auth/callback/oidc";

// For any failure at the provider while a person links an identity: they are still signed in.
const LINK_FAILED = "/settings/profile?link=failed";

// A CommonJS default export, which bundlers and Node expose differently.
const nextAuth =
  typeof NextAuth === "function" ? NextAuth : (NextAuth as { default: typeof NextAuth }).default;

/** Handles everything below /api/auth. Only our own pages may POST here. */
export async function handleAuth(request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "POST") return refuse(405, "Use GET or POST.");
  try {
    if (request.method === "POST") assertSameOrigin(request.headers);
    const form = request.method === "POST" ? await formOf(request) : {};
    if (form === null) return refuse(413, "The form is too large or not readable. You are not signed in.");
    const { pathname } = new URL(request.url);
    if (pathname === PASSKEY_PATH) return await passkeyOptions(request.method);
    const answer = new Answer();
    let opened: string | null = null;
    const linking = pathname === CALLBACK_PATH ? await intentOf(request.headers) : null;
    let linkEnd = LINK_FAILED;
    const options = authOptions({
      userAgent: request.headers.get("user-agent"),
      device: cookieOf(request.headers, deviceCookieName()),
      opened: (sessionId) => {
        opened = sessionId;
      },
      link: linking
        ? async (identity) => {
            linkEnd = await endOfLink(linking.scope, identity);
            return linkEnd;
          }
        : undefined,
    });
    const inner = internalRequest(request, form) as unknown as NextApiRequest;
    await nextAuth(inner, answer as unknown as NextApiResponse, options);
    const response = answer.toResponse();
    if (opened !== null) await rememberBrowser(response.headers, opened);
    if (linking) response.headers.set("location", linkEnd);
    if (request.method === "POST" && pathname === START_PATH)
      response.headers.append("set-cookie", await intentCookie(request.headers, form.link === "true"));
    else if (linking) response.headers.append("set-cookie", await intentCookie(request.headers, false));
    return response;
  } catch (thrown) {
    const { status, message, details } = toDomainError(thrown);
    return refuse(status, message, details.retryAfter);
  }
}

/** Creates a sign-in challenge. It is stored for minutes, so a mere link must not create one. */
async function passkeyOptions(method: string): Promise<Response> {
  if (method !== "POST") return refuse(405, "Use POST.");
  return Response.json(await beginSignIn(), { headers: { "cache-control": "no-store" } });
}

async function endOfLink(scope: UserScope | null, identity: Subject): Promise<string> {
  if (scope === null) return "/signin?error=link-ended";
  return `/settings/profile?link=${await linkIdentity(scope, identity)}`;
}

/** Sets cookies that the next page needs before any query: the device mark and preferences. */
async function rememberBrowser(headers: Headers, sessionId: string): Promise<void> {
  const scope = await findSessionScope(sessionId);
  if (!scope) return;
  const { theme, density, zone } = await getPreferences(scope);
  const secure = secureCookies() ? "; Secure" : "";
  const set = (name: string, value: string, seconds: number, more = "") =>
    headers.append(
      "set-cookie",
      `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Lax${secure}${more}`,
    );
  set(deviceCookieName(), newDevice(scope.actor.email, new Date()), DEVICE_SECONDS, "; HttpOnly");
  set(THEME_COOKIE, theme, MIRROR_SECONDS);
  set(DENSITY_COOKIE, density, MIRROR_SECONDS);
  set(CHOSEN_ZONE_COOKIE, zone ?? "", MIRROR_SECONDS);
}

function internalRequest(request: Request, body: Record<string, string>) {
  const url = new URL(request.url);
  return {
    method: request.method,
    body: withSafeReturn(body, "callbackUrl"),
    query: {
      ...withSafeReturn(Object.fromEntries(url.searchParams), "callbackUrl"),
      nextauth: url.pathname.slice(url.pathname.indexOf(ACTIONS_PATH) + ACTIONS_PATH.length).split("/"),
    },
    cookies: withSafeReturn(
      cookiesOf(request.headers),
      `${secureCookies() ? "__Secure-" : ""}next-auth.callback-url`,
    ),
    // Host and X-Forwarded-* are not passed: PUBLIC_URL is our address.
    headers: { cookie: request.headers.get("cookie") ?? "" },
  };
}

/** Allows only our own return URLs, else home: next-auth shows an error page for others. */
function withSafeReturn(values: Record<string, string>, name: string): Record<string, string> {
  const asked = values[name];
  if (asked === undefined) return values;
  const home = env().PUBLIC_URL;
  const base = asked.startsWith("/") ? home : undefined;
  const url = URL.canParse(asked, base) ? new URL(asked, base) : null;
  const isOurs = url !== null && url.origin === new URL(home).origin && !url.pathname.startsWith("//");
  return { ...values, [name]: isOurs ? url.href : home };
}

function cookiesOf(headers: Headers): Record<string, string> {
  const pairs = (headers.get("cookie") ?? "").split(";").flatMap((part) => {
    const at = part.indexOf("=");
    return at > 0 ? [[part.slice(0, at).trim(), decode(part.slice(at + 1).trim())] as const] : [];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // Not ours: our URLs are always well encoded.
  }
}

async function formOf(request: Request): Promise<Record<string, string> | null> {
  const text = await boundedText(request, BODY_BYTES_MAX);
  if (text === null) return null;
  if (!request.headers.get("content-type")?.includes("application/json")) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    const parsed: unknown = JSON.parse(text || "{}");
    const entries = Object.entries(parsed as object);
    return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
  } catch {
    return null;
  }
}

function refuse(status: number, detail: string, retryAfter?: number): Response {
  const headers = {
    "content-type": "application/problem+json",
    "cache-control": "no-store",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  };
  return new Response(JSON.stringify({ type: "about:blank", title: "Sign-in refused", status, detail }), {
    status,
    headers,
  });
}

/** The part of a Node response that next-auth writes to. */
class Answer {
  #status = 200;
  #body: string | null = null;
  readonly #headers = new Map<string, string | string[]>();

  status(code: number): this {
    this.#status = code;
    return this;
  }

  getHeader(name: string): string | string[] | undefined {
    return this.#headers.get(name.toLowerCase());
  }

  setHeader(name: string, value: string | string[]): this {
    this.#headers.set(name.toLowerCase(), value);
    return this;
  }

  json(value: unknown): void {
    this.setHeader("content-type", "application/json");
    this.#body = JSON.stringify(value);
  }

  send(value: unknown): void {
    this.#body = value === undefined ? null : typeof value === "string" ? value : JSON.stringify(value);
  }

  end(): void {}

  toResponse(): Response {
    const headers = new Headers();
    for (const [name, value] of this.#headers) {
      for (const one of [value].flat()) headers.append(name, one);
    }
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
    return new Response(this.#body, { status: this.#status, headers });
  }
}
