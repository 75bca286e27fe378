import { afterAll, describe, expect, test } from "vitest";
import { closeDatabase, read } from "@/lib/core/db";
import { type Role, systemScope } from "@/lib/core/scope";
import { unique } from "@/lib/testing/factories";
import { withVariables } from "@/lib/testing/settings";
import { createGroup, moveMembers } from "../groups/commands";
import { getGroup } from "../groups/queries";
import { disableUser } from "../people/commands";
import { readOwnGroups } from "../people/groups";
import { revokeSession } from "../sessions/commands";
import { sessionScopeOf } from "../sessions/request";
import { findSessionScope } from "../sessions/session-scope";
import { Browser, SITE } from "../testing/browser";
import { startIdentityProvider } from "../testing/identity-provider";
import { aSignInPerson } from "../testing/people";
import { signInThrough } from "../testing/sign-in-through";
import { aSignedIn } from "../testing/signed-in";
import { endIdentityLink } from "./identity-link";
import { type Identity, signOn } from "./single-sign-on";

// The complete flow with a real provider, then every case of access and role.

const system = systemScope("tests");
const [ON_CALL, FINANCE] = [unique("on-call"), unique("finance")];

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;

withVariables(async () => {
  provider = await startIdentityProvider({
    id: "countersign",
    secret: "a secret for tests",
    site: SITE,
  });
  return {
    NEXTAUTH_URL: SITE,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: "countersign",
    OIDC_CLIENT_SECRET: "a secret for tests",
    OIDC_ROLE_CLAIM: "groups",
    OIDC_ROLE_MAP: "ops=approver,leads=admin",
    OIDC_GROUP_MAP: `sre=${ON_CALL},cfo=${FINANCE},nobody made=missing`,
  };
});

afterAll(async () => {
  await provider.stop();
  await closeDatabase();
});

const anAddress = () => `${unique("sso")}@example.test`;

test("somebody in a mapped group signs in, and is a person from then on", async () => {
  const [sub, email] = [unique("sub"), anAddress()];
  provider.tell(sub, { email, email_verified: true, name: "Maya", groups: ["staff", "ops"] });
  const browser = new Browser();
  expect((await signInThrough(browser, sub)).pathname).toBe("/approvals");
  const scope = await sessionScopeOf(browser.pageHeaders());
  expect(scope?.actor).toMatchObject({ email, name: "Maya", role: "approver" });

  const again = new Browser();
  await signInThrough(again, sub);
  const second = await sessionScopeOf(again.pageHeaders());
  expect(second?.actor.id).toBe(scope?.actor.id);
  expect(second?.actor.credentialId).not.toBe(scope?.actor.credentialId);
});

test("ending the session signs a single sign-on out as well", async () => {
  const sub = unique("sub");
  provider.tell(sub, { email: anAddress(), email_verified: true, groups: ["ops"] });
  const browser = new Browser();
  await signInThrough(browser, sub);
  const scope = await sessionScopeOf(browser.pageHeaders());
  if (!scope) throw new Error("nobody is signed in");
  await revokeSession(scope, scope.actor.credentialId);
  expect(await sessionScopeOf(browser.pageHeaders())).toBeNull();
  expect(await findSessionScope(scope.actor.credentialId)).toBeNull();
});

test.each([
  ["no-access", { email_verified: true, groups: ["staff"] }],
  ["no-access", { email_verified: true }],
  ["email-unverified", { email_verified: false, groups: ["leads"] }],
  ["email-unverified", { groups: ["leads"] }],
])("%s for %j, and no session", async (code, claims) => {
  const [sub, email] = [unique("sub"), anAddress()];
  provider.tell(sub, { email, ...claims });
  const browser = new Browser();
  const end = await signInThrough(browser, sub);
  expect(`${end.pathname}${end.search}`).toBe(`/signin?error=${code}`);
  expect(browser.cookie("next-auth.session-token")).toBeUndefined();
  expect(await read(system, (tx) => tx.user.findUnique({ where: { email } }))).toBeNull();
});

test("an answer with another state is refused", async () => {
  const sub = unique("sub");
  provider.tell(sub, { email: anAddress(), email_verified: true, groups: ["ops"] });
  const browser = new Browser();
  await browser.submit("/api/auth/signin/oidc", { callbackUrl: SITE });
  const answer = await browser.fetch("/api/auth/callback/oidc?code=guess&state=guess");
  const told = await browser.fetch(answer.headers.get("location") ?? "");
  expect(told.headers.get("location")).toMatch(/\/signin\?error=OAuthCallback$/);
  expect(browser.cookie("next-auth.session-token")).toBeUndefined();
});

function identity(over: Partial<Identity> = {}): Identity {
  return {
    issuer: "https://id.example",
    subject: unique("sub"),
    email: anAddress(),
    emailVerified: true,
    name: "Maya",
    role: null,
    groups: [],
    ...over,
  };
}

const roleOf = async (id: string): Promise<Role> =>
  (await read(system, (tx) => tx.user.findUniqueOrThrow({ where: { id } }))).role;

test("an invited person is found by their verified address and keeps the role they were given", async () => {
  const invited = await aSignInPerson({ role: "triager", password: undefined });
  const known = identity({ email: invited.email.toUpperCase() });
  expect(await signOn(known)).toEqual({ userId: invited.id });
  expect(await signOn({ ...known, email: anAddress() })).toEqual({ userId: invited.id });
  expect(await roleOf(invited.id)).toBe("triager");
});

test.each([undefined, false, "false", null, 0, "yes"])(
  "an address verified as %j links nobody, whatever the groups say",
  async (emailVerified) => {
    const invited = await aSignInPerson({ role: "admin", password: undefined });
    const claimed = identity({ email: invited.email, emailVerified, role: "admin" });
    expect(await signOn(claimed)).toEqual({ refused: "email-unverified" });
    expect(await signOn({ ...claimed, email: anAddress() })).toEqual({ refused: "email-unverified" });
  },
);

test("an operator may take addresses as verified where the provider is silent, never against its word", async () => {
  const trusting = { assumesVerified: true };
  const invited = await aSignInPerson({ role: "viewer", password: undefined });
  const silent = identity({ email: invited.email, emailVerified: undefined });
  for (const emailVerified of [false, "false", null, 0, "yes"])
    expect(await signOn({ ...silent, emailVerified }, trusting)).toEqual({ refused: "email-unverified" });
  expect(await signOn(silent, trusting)).toEqual({ userId: invited.id });
});

test("an account with a password is not taken over by its address", async () => {
  const owner = await aSignInPerson({ role: "admin" });
  const claimed = identity({ email: owner.email, role: "viewer" });
  expect(await signOn(claimed)).toEqual({ refused: "has-password" });
  expect(await roleOf(owner.id)).toBe("admin");
  expect(await read(system, (tx) => tx.account.count({ where: { userId: owner.id } }))).toBe(0);
});

test("an account that is linked is not taken over by another subject with its address", async () => {
  const known = identity({ role: "approver" });
  const first = await signOn(known);
  expect(await signOn({ ...known, subject: unique("sub") })).toEqual({ refused: "linked-elsewhere" });
  expect(await signOn(known)).toEqual(first);
  // A provider that the operator has replaced is no longer trusted.
  expect(await signOn({ ...known, issuer: "https://new.example" })).toEqual(first);
});

test("later sign-ins go by the subject, whatever is said about the address", async () => {
  const known = identity({ role: "approver" });
  const first = await signOn(known);
  expect(await signOn({ ...known, email: undefined, emailVerified: undefined })).toEqual(first);
  expect(await signOn({ ...known, emailVerified: false })).toEqual(first);
  const other = await aSignInPerson({ role: "admin", password: undefined });
  expect(await signOn({ ...known, email: other.email })).toEqual(first);
});

test("one subject at two issuers is two people", async () => {
  const first = identity({ role: "viewer" });
  const one = await signOn(first);
  const other = await signOn({
    ...first,
    issuer: "https://evil.example",
    email: anAddress(),
    role: "viewer",
  });
  expect(other).not.toEqual(one);
});

test("groups decide the role at every sign-in; without one the access they gave is gone", async () => {
  const known = identity({ role: "approver" });
  const result = await signOn(known);
  const userId = "userId" in result ? result.userId : "";
  await signOn({ ...known, role: "admin" });
  expect(await roleOf(userId)).toBe("admin");
  expect(await signOn({ ...known, role: null })).toEqual({ refused: "no-access" });
  expect(await signOn({ ...known, role: "viewer" })).toEqual({ userId });
  expect(await roleOf(userId)).toBe("viewer");
});

test("a person switched off stays out, by identity and by address", async () => {
  const known = identity({ role: "approver" });
  const result = await signOn(known);
  await disableUser(system, "userId" in result ? result.userId : "");
  expect(await signOn(known)).toEqual({ refused: "disabled" });
  expect(await signOn({ ...known, subject: unique("sub") })).toEqual({ refused: "disabled" });
});

test.each([undefined, "", "no address", 7, null])("the address %j makes nobody", async (email) => {
  expect(await signOn(identity({ email, role: "admin" }))).toEqual({ refused: "email-missing" });
});

test("of many first sign-ins at once, one person is made", async () => {
  const known = identity({ role: "viewer" });
  const results = await Promise.all(Array.from({ length: 8 }, () => signOn(known)));
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
});

describe("groups of the provider", () => {
  const byHand = async (email: string, name: string) =>
    moveMembers(system, { name, add: [email], remove: [] });
  const groupsOf = (id: string) => read(system, async (tx) => (await readOwnGroups(tx, id)).groups);

  test("lead into ours at every sign-in, and out of them again; what people gave stays", async () => {
    for (const name of [ON_CALL, FINANCE]) await createGroup(system, { name, description: "", members: [] });
    const [sub, email] = [unique("sub"), anAddress()];
    const tell = (groups: unknown) => provider.tell(sub, { email, email_verified: true, groups });
    const signedIn = async () => {
      const browser = new Browser();
      await signInThrough(browser, sub);
      return (await sessionScopeOf(browser.pageHeaders()))?.actor.id ?? "";
    };
    tell(["ops", "sre", "nobody made", "other"]);
    const id = await signedIn();
    expect(await groupsOf(id)).toEqual([ON_CALL]);
    await byHand(email, FINANCE);
    tell(["ops", "cfo"]);
    await signedIn();
    expect(await groupsOf(id)).toEqual([FINANCE]);
    tell("ops");
    await signedIn();
    expect(await groupsOf(id)).toEqual([FINANCE]);
    const { members } = await getGroup(system, FINANCE);
    expect(members).toMatchObject([{ email, byProvider: false }]);
  });

  test("are left when access is lost, and when the link to the provider ends", async () => {
    const known = identity({ role: "approver", groups: [ON_CALL] });
    const result = await signOn(known);
    const userId = "userId" in result ? result.userId : "";
    expect(await groupsOf(userId)).toEqual([ON_CALL]);
    expect(await signOn({ ...known, role: null })).toEqual({ refused: "no-access" });
    expect(await groupsOf(userId)).toEqual([]);
    await signOn(known);
    expect(await groupsOf(userId)).toEqual([ON_CALL]);
    await endIdentityLink(await aSignedIn("admin"), userId);
    expect(await groupsOf(userId)).toEqual([]);
  });

  test("change one after the other with people, and once", async () => {
    const known = identity({ role: "approver", groups: [ON_CALL, FINANCE] });
    const result = await signOn(known);
    const userId = "userId" in result ? result.userId : "";
    await Promise.all(
      Array.from({ length: 8 }, (_, at) => signOn({ ...known, groups: at % 2 ? [ON_CALL] : [FINANCE] })),
    );
    const last = await signOn({ ...known, groups: [FINANCE] });
    expect(last).toEqual({ userId });
    expect(await groupsOf(userId)).toEqual([FINANCE]);
  });
});
