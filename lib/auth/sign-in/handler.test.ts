import { afterAll, expect, test } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import { withVariables } from "@/lib/testing/settings";
import { sealSessionId, sessionCookieName, sessionIdIn } from "../sessions/cookie";
import { handleAuth } from "./handler";

// An installation with TLS, where people sign in only through a provider.

const SITE = "https://countersign.example";

withVariables({
  PUBLIC_URL: SITE,
  NEXTAUTH_URL: SITE,
  PASSWORD_SIGN_IN: "off",
  OIDC_ISSUER: "http://127.0.0.1:1/",
  OIDC_CLIENT_ID: "countersign",
  OIDC_CLIENT_SECRET: "a secret for tests",
});

afterAll(closeDatabase);

const ask = (path: string, init?: RequestInit) =>
  handleAuth(new Request(`http://10.0.0.7:3000${path}`, init));

test("cookies are for TLS only because PUBLIC_URL says so, whatever the request came by", async () => {
  const headers = { "x-forwarded-proto": "http", host: "10.0.0.7:3000" };
  const response = await ask("/api/auth/csrf", { headers });
  const cookies = response.headers.getSetCookie();
  expect(cookies.map((line) => line.split("=")[0])).toEqual([
    "__Host-next-auth.csrf-token",
    "__Secure-next-auth.callback-url",
  ]);
  for (const line of cookies) expect(line).toMatch(/HttpOnly; Secure; SameSite=Lax$/);
  expect(sessionCookieName()).toBe("__Secure-next-auth.session-token");
});

test("PASSWORD_SIGN_IN=off leaves no way in by password", async () => {
  const providers = (await (await ask("/api/auth/providers")).json()) as Record<string, unknown>;
  expect(Object.keys(providers)).toEqual(["oidc"]);
  const response = await ask("/api/auth/callback/credentials", {
    method: "POST",
    headers: { origin: SITE, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ email: "ada@acme.example", password: "correct horse battery staple" }),
  });
  expect(response.headers.getSetCookie().join()).not.toContain("session-token");
});

test("PASSWORD_SIGN_IN=off leaves none by passkey either, past the provider that knows who left", async () => {
  const asked = await ask("/api/auth/passkey/options", { method: "POST", headers: { origin: SITE } });
  expect(asked.status).toBe(403);
});

test("a provider that cannot be reached is a code for the sign-in page, not an error page", async () => {
  const csrf = await ask("/api/auth/csrf");
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const cookie = csrf.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const response = await ask("/api/auth/signin/oidc", {
    method: "POST",
    headers: { origin: SITE, cookie, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, json: "true" }),
  });
  const { url } = (await response.json()) as { url: string };
  expect(new URL(url).origin).toBe(SITE);
  expect(new URL(url).searchParams.get("error")).toBe("OAuthSignin");
});

test("only what was sealed with this installation's secret is a session", async () => {
  const id = "01a1fcb3-cf87-74cf-9ef5-24da326c724c";
  const sealed = await sealSessionId(id);
  expect(sealed).not.toContain(id);
  expect(await sessionIdIn(sealed)).toBe(id);
  expect(await sessionIdIn(await sealSessionId("1 or 1=1"))).toBeNull();
  expect(await sessionIdIn(id)).toBeNull();
  expect(await sessionIdIn(undefined)).toBeNull();
});

test.each([
  "::",
  "https://",
  "javascript:alert(1)",
  "//elsewhere.example/x",
  "https://elsewhere.example",
  "/\\elsewhere.example",
])("the return address %j leads home, wherever it stands", async (callbackUrl) => {
  const query = new URLSearchParams({ callbackUrl });
  const cookie = `__Secure-next-auth.callback-url=${encodeURIComponent(callbackUrl)}`;
  for (const response of [
    await ask(`/api/auth/csrf?${query}`),
    await ask("/api/auth/csrf", { headers: { cookie } }),
    await ask("/api/auth/csrf", {
      method: "POST",
      headers: { origin: SITE, "content-type": "application/x-www-form-urlencoded" },
      body: query,
    }),
  ]) {
    expect(response.status).toBeLessThan(500);
    const kept = response.headers.getSetCookie().find((line) => line.includes("callback-url="));
    if (kept) expect(decodeURIComponent(kept)).toMatch(/callback-url=https:\/\/countersign\.example\/?;/);
  }
});
