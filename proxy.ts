import { type NextRequest, NextResponse } from "next/server";
import { env } from "@/lib/core/env";

// /api and /admin answer machines and set their own headers; a proxy on them would also cut bodies over 10 MB.
export const config = {
  matcher: [
    "/((?!api/|admin/|_next/static/|_next/image|icons/|icon\\.svg$|notifications\\.js$|offline\\.|manifest\\.webmanifest$|robots\\.txt$).*)",
  ],
};

const SIGNED_OUT_PAGES = ["/signin", "/setup", "/invite", "/notifications/stop", "/docs", "/design"];
// SHA-256 of the text `display:none`.
const DISPLAY_NONE = "'sha256-aqNNdDLnnrDOnTNdkJpYlAxKVJtLt9CtFLklmInuUAE='";
const HSTS_SECONDS = 2 * 365 * 24 * 3600;

/** Headers for every page. The page itself decides who may see it; the redirect here only saves a step. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce);
  const { pathname, search } = request.nextUrl;
  // Postgres stores no NUL, so no address finds anything by one.
  if (search.includes("%00")) {
    const target = new URL(pathname + search.replaceAll("%00", ""), request.url);
    return withHeaders(NextResponse.redirect(target), policy, pathname);
  }

  const isOpen = SIGNED_OUT_PAGES.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  if (!isOpen && request.method === "GET" && !hasSessionCookie(request)) {
    const target = new URL("/signin", request.url);
    if (pathname !== "/") target.searchParams.set("callbackUrl", pathname + search);
    return withHeaders(NextResponse.redirect(target), policy, pathname);
  }

  // Next finds the nonce in the request's own policy and puts it on its scripts.
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  return withHeaders(NextResponse.next({ request: { headers } }), policy, pathname);
}

function contentSecurityPolicy(nonce: string): string {
  const { NODE_ENV, OIDC_ISSUER, PUBLIC_URL } = env();
  const development = NODE_ENV === "development";
  const signOn = OIDC_ISSUER ? ` ${new URL(OIDC_ISSUER).origin}` : "";
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    // In development styles come as elements that the bundler adds.
    development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    // React hides a part of an SVG that arrives late with the attribute style="display:none": exactly that one is allowed.
    ...(development ? [] : [`style-src-attr 'unsafe-hashes' ${DISPLAY_NONE}`]),
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `form-action 'self'${signOn}`,
    ...(PUBLIC_URL.startsWith("https:") ? ["upgrade-insecure-requests"] : []),
  ].join("; ");
}

function withHeaders(response: NextResponse, policy: string, pathname: string): NextResponse {
  const { headers } = response;
  headers.set("content-security-policy", policy);
  headers.set("cache-control", "no-store");
  headers.set("x-content-type-options", "nosniff");
  // A one-time link must not reach anybody through a Referer.
  headers.set("referrer-policy", /^\/(setup|invite)/.test(pathname) ? "no-referrer" : "same-origin");
  headers.set("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()");
  headers.set("cross-origin-opener-policy", "same-origin");
  headers.set("cross-origin-resource-policy", "same-origin");
  if (env().PUBLIC_URL.startsWith("https:")) {
    headers.set("strict-transport-security", `max-age=${HSTS_SECONDS}; includeSubDomains`);
  }
  return response;
}

function hasSessionCookie(request: NextRequest): boolean {
  return request.cookies.getAll().some(({ name }) => name.endsWith("next-auth.session-token"));
}
