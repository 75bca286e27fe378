import { afterAll, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { unique } from "@/lib/testing/factories";
import { withVariables } from "@/lib/testing/settings";
import { getOwnAccount, getPerson } from "../people/queries";
import { revokeSession } from "../sessions/commands";
import { sessionScopeOf } from "../sessions/request";
import { Browser, SITE } from "../testing/browser";
import { startIdentityProvider } from "../testing/identity-provider";
import { aSignInPerson } from "../testing/people";
import { signInThrough } from "../testing/sign-in-through";
import { aSignedIn } from "../testing/signed-in";
import { endIdentityLink } from "./identity-link";

// A person links their identity at a real provider and signs in with it; an administrator removes
// the link.

const system = systemScope("tests");

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;

withVariables(async () => {
  provider = await startIdentityProvider({ id: "countersign", secret: "a secret for tests", site: SITE });
  return {
    NEXTAUTH_URL: SITE,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "countersign",
    OIDC_CLIENT_SECRET: "a secret for tests",
    OIDC_ROLE_CLAIM: "groups",
    OIDC_ROLE_MAP: "ops=approver,leads=admin",
  };
});

afterAll(async () => {
  await provider.stop();
  await closeDatabase();
});

async function aPasswordPerson(claims: Record<string, unknown> = {}) {
  const person = await aSignInPerson({ role: "triager" });
  const sub = unique("sub");
  provider.tell(sub, { email: person.email, email_verified: true, ...claims });
  const browser = new Browser();
  expect(await browser.signIn(person.email, person.password)).toBeNull();
  return { ...person, sub, browser };
}

const whereTo = ({ pathname, search }: URL) => pathname + search;

const link = async (browser: Browser, sub: string) =>
  whereTo(await signInThrough(browser, sub, { link: "true" }));

const trailOf = (id: string) =>
  read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: id, action: { startsWith: "user.identity" } } }),
  );

test("whoever comes through the provider with the address of a password account is told what to do", async () => {
  const { sub, id } = await aPasswordPerson();
  const stranger = new Browser();
  expect(whereTo(await signInThrough(stranger, sub))).toBe("/signin?error=has-password");
  expect(stranger.cookie("next-auth.session-token")).toBeUndefined();
  expect(await trailOf(id)).toEqual([]);
});

test("the owner links it while signed in, and signs in with it from then on", async () => {
  // Only session and subject count here, not the address.
  const { browser, sub, id } = await aPasswordPerson({
    email: "somebody@else.example",
    email_verified: false,
  });
  const before = await sessionScopeOf(browser.pageHeaders());
  expect(await link(browser, sub)).toBe("/settings/profile?link=linked");
  const after = await sessionScopeOf(browser.pageHeaders());
  expect(after?.actor.credentialId).toBe(before?.actor.credentialId);
  expect(after && (await getOwnAccount(after)).identities).toMatchObject([
    { issuer: provider.issuer, subject: sub },
  ]);
  expect(await trailOf(id)).toMatchObject([{ action: "user.identity_linked", actorId: id }]);

  const other = new Browser();
  expect(whereTo(await signInThrough(other, sub))).toBe("/approvals");
  expect((await sessionScopeOf(other.pageHeaders()))?.actor).toMatchObject({ id, role: "triager" });
});

test("an identity belongs to one person, and a person has one", async () => {
  const [one, two] = [await aPasswordPerson(), await aPasswordPerson()];
  expect(await link(one.browser, one.sub)).toBe("/settings/profile?link=linked");
  expect(await link(two.browser, one.sub)).toBe("/settings/profile?link=taken");
  provider.tell(`${one.sub}-2`, {});
  const elsewhere = await aPasswordPerson();
  expect(await link(elsewhere.browser, elsewhere.sub)).toBe("/settings/profile?link=linked");
  const again = new Browser();
  await again.signIn(elsewhere.email, elsewhere.password);
  expect(await link(again, `${one.sub}-2`)).toBe("/settings/profile?link=already");
});

test("linking needs the session that asked for it", async () => {
  const { browser, sub, id } = await aPasswordPerson();
  const scope = await sessionScopeOf(browser.pageHeaders());
  if (!scope) throw new Error("nobody is signed in");
  const end = await signInThrough(browser, sub, { link: "true" }, async () => {
    await revokeSession(scope, scope.actor.credentialId);
  });
  expect(whereTo(end)).toBe("/signin?error=link-ended");
  expect(await trailOf(id)).toEqual([]);
  expect(await sessionScopeOf(browser.pageHeaders())).toBeNull();

  // Without a session there is nothing to link to, and an ordinary sign-in discards the intent.
  const stranger = new Browser();
  expect(await link(stranger, sub)).toBe("/signin?error=link-ended");
  expect(whereTo(await signInThrough(stranger, sub))).toBe("/signin?error=has-password");
});

test("a link that fails at the provider leads back to the profile", async () => {
  const { browser } = await aPasswordPerson();
  await browser.submit("/api/auth/signin/oidc", { callbackUrl: SITE, link: "true" });
  const answer = await browser.fetch("/api/auth/callback/oidc?code=guess&state=guess");
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/settings/profile?link=failed"]);
});

test("an administrator sees the link and ends it: sessions and tokens go, and the identity opens nothing", async () => {
  const { browser, sub, id } = await aPasswordPerson();
  await link(browser, sub);
  const admin = await aSignedIn("admin");
  expect((await getPerson(admin, id)).identities).toMatchObject([{ issuer: provider.issuer, subject: sub }]);
  await endIdentityLink(admin, id);
  expect((await getPerson(admin, id)).identities).toEqual([]);
  expect(await sessionScopeOf(browser.pageHeaders())).toBeNull();
  expect(await trailOf(id)).toMatchObject([
    { action: "user.identity_linked" },
    { action: "user.identity_ended", actorId: admin.actor.id },
  ]);
  expect(whereTo(await signInThrough(new Browser(), sub))).toBe("/signin?error=has-password");
  await expect(endIdentityLink(admin, id)).rejects.toMatchObject({ code: "CONFLICT" });
});
