import { afterAll, expect, test } from "vitest";
import { answerFrom } from "@/lib/core/client-network";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { aTenant, unique } from "@/lib/testing/factories";
import { withVariables } from "@/lib/testing/settings";
import { createTokenFor } from "../credentials/tokens";
import { disableUser } from "../people/commands";
import { revokeSession } from "../sessions/commands";
import { listOwnSessions } from "../sessions/queries";
import { authenticatePerson, sessionScopeOf } from "../sessions/request";
import { findSessionScope } from "../sessions/session-scope";
import { Browser, SITE } from "../testing/browser";
import { aSignInPerson } from "../testing/people";
import { handleAuth } from "./handler";

withVariables({ NEXTAUTH_URL: SITE });

const COOKIE = "next-auth.session-token";

const system = systemScope("tests");

afterAll(closeDatabase);

async function signedIn(person: { email: string; password: string }) {
  const browser = new Browser();
  expect(await browser.signIn(person.email, person.password)).toBeNull();
  const scope = await sessionScopeOf(browser.pageHeaders());
  if (!scope) throw new Error("nobody is signed in");
  return { browser, scope };
}

test("a person signs in with their password and is who they are, where they are", async () => {
  const tenant = await aTenant();
  const person = await aSignInPerson({ role: "triager", tenants: [tenant.key], name: "Ines" });
  const { browser, scope } = await signedIn({ ...person, email: person.email.toUpperCase() });
  expect(scope.actor).toMatchObject({ id: person.id, role: "triager", name: "Ines", via: "session" });
  expect(scope).toMatchObject({ tenants: [tenant.id], unlimited: false });
  expect(await browser.session()).toMatchObject({ user: { id: person.id, role: "triager" } });
  const [session] = await listOwnSessions(scope);
  expect(session).toMatchObject({ id: scope.actor.credentialId, userAgent: "a test browser", current: true });
  const user = await read(system, (tx) => tx.user.findUniqueOrThrow({ where: { id: person.id } }));
  expect(user.lastSignInAt).toBeInstanceOf(Date);
});

test("the cookie holds only the session's id, is not for scripts, and is not sent across sites", async () => {
  const person = await aSignInPerson();
  const browser = new Browser();
  const { csrfToken } = (await (await browser.fetch("/api/auth/csrf")).json()) as { csrfToken: string };
  const response = await browser.fetch("/api/auth/callback/credentials", {
    ...person,
    csrfToken,
    json: "true",
  });
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${COOKIE}=`)) ?? "";
  expect(line).toMatch(/; Path=\/;.*HttpOnly; SameSite=Lax$/);
  expect(line).not.toContain("Secure"); // PUBLIC_URL is http here.
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(Buffer.from(line, "base64url").toString("latin1")).not.toContain(person.email);
});

test("a wrong password, an unknown person, one without a password and one switched off are told the same", async () => {
  const known = await aSignInPerson();
  const withoutPassword = await aSignInPerson({ password: undefined });
  const off = await aSignInPerson();
  await disableUser(system, off.id);
  const codes = [
    await new Browser().signIn(known.email, "not the password"),
    await new Browser().signIn(`${unique("nobody")}@example.test`, known.password),
    await new Browser().signIn(withoutPassword.email, "correct horse battery staple"),
    await new Browser().signIn(off.email, off.password),
    await new Browser().signIn("not an address", "x"),
    await new Browser().signIn(known.email, "x".repeat(5_000)),
  ];
  expect(new Set(codes)).toEqual(new Set(["CredentialsSignin"]));
});

test("the eleventh attempt on one address is told how long to wait, even with the right password", async () => {
  const person = await aSignInPerson();
  const browser = new Browser();
  const signIn = (password: string) =>
    answerFrom({ peer: "8.5.1.1", forwarded: undefined }, () => browser.signIn(person.email, password));
  for (let turn = 0; turn < 10; turn += 1) await signIn("not the password");
  expect(await signIn(person.password)).toMatch(/^too-many-\d+$/);
});

test("ending the session signs the browser out at its next request", async () => {
  const person = await aSignInPerson();
  const [phone, desk] = [await signedIn(person), await signedIn(person)];
  expect(await listOwnSessions(desk.scope)).toHaveLength(2);
  await revokeSession(desk.scope, phone.scope.actor.credentialId);
  expect(await sessionScopeOf(phone.browser.pageHeaders())).toBeNull();
  expect(await phone.browser.session()).toEqual({});
  expect(await sessionScopeOf(desk.browser.pageHeaders())).not.toBeNull();
});

test("signing out ends the session on the server, not only in the browser", async () => {
  const { browser, scope } = await signedIn(await aSignInPerson());
  const stolen = browser.pageHeaders();
  await browser.submit("/api/auth/signout", {});
  expect(browser.cookie(COOKIE)).toBeUndefined();
  expect(await sessionScopeOf(stolen)).toBeNull();
  expect(await findSessionScope(scope.actor.credentialId)).toBeNull();
});

test("a person switched off is signed out everywhere", async () => {
  const person = await aSignInPerson();
  const { browser } = await signedIn(person);
  await disableUser(system, person.id);
  expect(await sessionScopeOf(browser.pageHeaders())).toBeNull();
});

test("a session ends after twelve hours, however busy it is", async () => {
  const { browser, scope } = await signedIn(await aSignInPerson());
  const id = scope.actor.credentialId;
  const row = await read(system, (tx) => tx.session.findUniqueOrThrow({ where: { id } }));
  expect(Math.round((row.expiresAt.getTime() - row.createdAt.getTime()) / 1_000)).toBe(12 * 3_600);
  await browser.session();
  const later = await read(system, (tx) => tx.session.findUniqueOrThrow({ where: { id } }));
  expect(later.expiresAt).toEqual(row.expiresAt);
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update sessions set expires_at = clock_timestamp() - interval '1 second' where id = ${id}::uuid`,
  );
  expect(await sessionScopeOf(browser.pageHeaders())).toBeNull();
});

test("nobody ends other people's sessions but an administrator of all tenants", async () => {
  const victim = await signedIn(await aSignInPerson());
  const id = victim.scope.actor.credentialId;
  const tenant = await aTenant();
  for (const over of [{ role: "approver" as const }, { role: "admin" as const, tenants: [tenant.key] }]) {
    const { scope } = await signedIn(await aSignInPerson(over));
    await expect(revokeSession(scope, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  const { scope } = await signedIn(await aSignInPerson({ role: "admin" }));
  await revokeSession(scope, id);
  expect(await findSessionScope(id)).toBeNull();
  await expect(revokeSession(scope, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test.each<[string, Record<string, string>]>([
  ["another site", { origin: "https://evil.example" }],
  ["an opaque origin", { origin: "null" }],
  ["no origin", {}],
  ["a forwarded host", { origin: "https://evil.example", "x-forwarded-host": "evil.example" }],
])("a sign-in from %s is refused before the password is looked at", async (_, headers) => {
  const person = await aSignInPerson();
  const browser = new Browser();
  const response = await browser.submit("/api/auth/callback/credentials", person, headers);
  expect(response.status).toBe(403);
  expect(browser.cookie(COOKIE)).toBeUndefined();
});

test("a forged host neither moves a redirect nor weakens a cookie", async () => {
  const browser = new Browser();
  browser.headers = {
    ...browser.headers,
    host: "evil.example",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
  };
  const person = await aSignInPerson();
  const response = await browser.submit("/api/auth/callback/credentials", {
    ...person,
    callbackUrl: "https://evil.example/steal",
  });
  expect(await response.text()).not.toContain("evil.example");
  expect(browser.cookie(COOKIE)).toBeDefined();
});

test("without the form's own token nobody is signed in", async () => {
  const person = await aSignInPerson();
  const browser = new Browser();
  await browser.fetch("/api/auth/callback/credentials", { ...person, csrfToken: "guess", json: "true" });
  expect(browser.cookie(COOKIE)).toBeUndefined();
});

test.each([
  [
    "a form of 20 kB",
    new Request(`${SITE}/api/auth/callback/credentials`, {
      method: "POST",
      body: "a".repeat(20_000),
      headers: { origin: SITE },
    }),
    413,
  ],
  [
    "what is no JSON",
    new Request(`${SITE}/api/auth/signout`, {
      method: "POST",
      body: "{",
      headers: { origin: SITE, "content-type": "application/json" },
    }),
    413,
  ],
  [
    "another method",
    new Request(`${SITE}/api/auth/session`, { method: "PUT", headers: { origin: SITE } }),
    405,
  ],
])("%s is refused", async (_, request, status) => {
  expect((await handleAuth(request)).status).toBe(status);
});

test("altered, foreign and made-up cookies are nobody", async () => {
  const { browser } = await signedIn(await aSignInPerson());
  const good = browser.cookie(COOKIE) ?? "";
  for (const value of [`${good.slice(0, -2)}AA`, "x", "", "a.b.c.d.e", `${good}${good}`]) {
    expect(await sessionScopeOf(new Headers({ cookie: `${COOKIE}=${value}` }))).toBeNull();
  }
  expect(await sessionScopeOf(new Headers({ cookie: `other=1; ${COOKIE}=${good}; third=2` }))).not.toBeNull();
});

test("a browser session decides from our own pages only; a token needs no page", async () => {
  const person = await aSignInPerson();
  const { browser } = await signedIn(person);
  const post = (headers: Headers) =>
    authenticatePerson(new Request(`${SITE}/x`, { method: "POST", headers }));
  expect((await post(browser.pageHeaders({ origin: SITE }))).actor).toMatchObject({ id: person.id });
  for (const origin of ["https://evil.example", "null"]) {
    await expect(post(browser.pageHeaders({ origin }))).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  await expect(post(browser.pageHeaders())).rejects.toMatchObject({ code: "FORBIDDEN" });
  const reading = new Request(`${SITE}/x`, { headers: browser.pageHeaders() });
  expect((await authenticatePerson(reading)).actor).toMatchObject({ id: person.id });
  const { token } = await createTokenFor(system, person.email);
  const scope = await post(new Headers({ authorization: `Bearer ${token}` }));
  expect(scope.actor).toMatchObject({ id: person.id, via: "token" });
  await expect(post(new Headers({ origin: SITE }))).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});
