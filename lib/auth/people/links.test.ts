import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aTenant, unique } from "@/lib/testing/factories";
import { authenticateBearer } from "../credentials/bearer";
import { isPassword } from "../credentials/password";
import { createOwnToken, listTokensOf } from "../credentials/tokens";
import { findSessionScope } from "../sessions/session-scope";
import { linkIdentity } from "../sign-in/identity-link";
import { signOn } from "../sign-in/single-sign-on";
import { PASSWORD } from "../testing/people";
import { aSignedIn } from "../testing/signed-in";
import { disableUser, enableUser, setUserRole, setUserTenants } from "./commands";
import { acceptInvitation, readLink, resetPassword } from "./link-use";
import { createPasswordLink, invite, listInvitations, renewInvitation, revokeLink } from "./links";
import { listPeople } from "./queries";

const system = systemScope("tests");

const NEW = "another long password";

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

let admin: UserScope;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

beforeEach(async () => {
  await ingest(system, async (tx) => {
    await tx.userLink.deleteMany();
    await tx.user.deleteMany();
    await tx.rateLimit.deleteMany();
  });
  admin = await aSignedIn("admin");
});

const address = () => `${unique("guest")}@example.test`;

const anInvitation = (email = address(), over: object = {}) =>
  invite(admin, { email, role: "approver", tenants: null, days: 3, ...over });

const expire = (id: string) =>
  ingest(
    system,
    (tx) =>
      tx.$executeRaw`update user_links set expires_at = now() - interval '1 second' where id = ${id}::uuid`,
  );

const accept = (token: string) => acceptInvitation({ token, name: "Maya", password: NEW });

const people = async (q?: string) => (await listPeople(admin, { q })).rows;

const person = async (email: string) => (await people(email))[0];

test("an invited person chooses name and password once, and is what the invitation said", async () => {
  const tenant = await aTenant();
  const email = address();
  const { secret } = await anInvitation(email, { tenants: [tenant.key], role: "triager" });
  expect(await readLink(secret)).toMatchObject({ state: "open", kind: "invitation", email });
  expect(await accept(secret)).toEqual({ email });
  expect(await person(email)).toMatchObject({
    name: "Maya",
    role: "triager",
    tenants: [tenant.key],
    hasPassword: true,
  });
  expect(await readLink(secret)).toEqual({ state: "used" });
  await expect(accept(secret)).rejects.toMatchObject({ code: "GONE" });
  expect(await listInvitations(admin)).toEqual([]);
});

test("reading a link, however often, changes nothing", async () => {
  const { secret, email } = await anInvitation();
  const before = await read(system, (tx) => tx.userLink.findMany());
  for (let turn = 0; turn < 30; turn += 1) await readLink(secret);
  expect(await read(system, (tx) => tx.userLink.findMany())).toEqual(before);
  expect(await person(email)).toBeUndefined();
  await accept(secret);
});

test("of many who use one link at once, one person is made", async () => {
  const { secret, email } = await anInvitation();
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => accept(secret)));
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  expect(await people(email)).toHaveLength(1);
});

test("only the hash of a link is kept", async () => {
  const { secret } = await anInvitation();
  expect(JSON.stringify(await read(system, (tx) => tx.userLink.findMany()))).not.toContain(secret);
  expect(JSON.stringify(await listInvitations(admin))).not.toContain(secret);
});

test("expired, revoked, replaced and unknown links say so and make nobody", async () => {
  const late = await anInvitation();
  await expire(late.id);
  expect(await readLink(late.secret)).toEqual({ state: "expired" });
  const revoked = await anInvitation();
  await revokeLink(admin, revoked.id);
  expect(await readLink(revoked.secret)).toEqual({ state: "revoked" });
  expect(await readLink("nobody made this")).toEqual({ state: "unknown" });
  for (const secret of [late.secret, revoked.secret, "nobody made this"])
    await expect(accept(secret)).rejects.toMatchObject({ code: "GONE" });
  expect(await people()).toHaveLength(1);
  await expect(revokeLink(admin, revoked.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a renewed invitation has a new link and a new end; the old link is unknown", async () => {
  const first = await anInvitation();
  await expire(first.id);
  expect(await listInvitations(admin)).toMatchObject([
    { email: first.email, expired: true, role: "approver" },
  ]);
  const second = await renewInvitation(admin, first.id, 7);
  expect(second.secret).not.toBe(first.secret);
  expect(await readLink(first.secret)).toEqual({ state: "unknown" });
  expect(await listInvitations(admin)).toMatchObject([{ expired: false }]);
  await accept(second.secret);
  await expect(renewInvitation(admin, first.id, 7)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("nobody is invited twice, nor when they have an account", async () => {
  const { email } = await anInvitation();
  await expect(anInvitation(email)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(anInvitation(admin.actor.email)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(anInvitation(address(), { tenants: [unique("none")] })).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("an invitation for a tenant that is gone makes nobody", async () => {
  const tenant = await aTenant();
  const { secret } = await anInvitation(address(), { tenants: [tenant.key] });
  await ingest(system, (tx) => tx.tenant.delete({ where: { id: tenant.id } }));
  await expect(accept(secret)).rejects.toMatchObject({
    code: "GONE",
    message: expect.stringContaining("no longer exist"),
  });
});

test("an invited person may come by single sign-on instead, once, with the invitation's limits", async () => {
  const tenant = await aTenant();
  const { email, secret } = await anInvitation(address(), { tenants: [tenant.key], role: "viewer" });
  const identity = {
    issuer: "https://id.example",
    subject: unique("s"),
    email,
    emailVerified: true,
    name: "Maya",
    role: null,
  };
  expect(await signOn({ ...identity, emailVerified: false })).toEqual({ refused: "email-unverified" });
  expect(await signOn(identity)).toHaveProperty("userId");
  expect(await person(email)).toMatchObject({ role: "viewer", tenants: [tenant.key], hasPassword: false });
  expect(await readLink(secret)).toEqual({ state: "used" });
  const stranger = { ...identity, subject: unique("s"), email: address() };
  expect(await signOn(stranger)).toEqual({ refused: "no-access" });
});

test("a password link sets a password once and ends every session", async () => {
  const forgetful = await aSignedIn("viewer");
  const first = await createPasswordLink(admin, forgetful.actor.id, 1);
  const { secret } = await createPasswordLink(admin, forgetful.actor.id, 1);
  expect(await readLink(first.secret)).toEqual({ state: "revoked" });
  expect(await findSessionScope(forgetful.actor.credentialId)).not.toBeNull();
  await resetPassword({ token: secret, password: NEW });
  expect(await findSessionScope(forgetful.actor.credentialId)).toBeNull();
  const { passwordHash } = await read(system, (tx) =>
    tx.user.findUniqueOrThrow({ where: { id: forgetful.actor.id } }),
  );
  expect(await isPassword(NEW, passwordHash)).toBe(true);
  expect(await isPassword(PASSWORD, passwordHash)).toBe(false);
  await expect(resetPassword({ token: secret, password: PASSWORD })).rejects.toMatchObject({ code: "GONE" });
});

test("one kind of link is no good for the other, and none for somebody switched off", async () => {
  const other = await aSignedIn("viewer");
  const password = await createPasswordLink(admin, other.actor.id, 1);
  await expect(accept(password.secret)).rejects.toMatchObject({ code: "GONE" });
  const { secret } = await anInvitation();
  await expect(resetPassword({ token: secret, password: NEW })).rejects.toMatchObject({ code: "GONE" });
  await disableUser(admin, other.actor.id);
  await expect(resetPassword({ token: password.secret, password: NEW })).rejects.toMatchObject({
    code: "GONE",
  });
  await expect(createPasswordLink(admin, other.actor.id, 1)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("guessed links use up their own count, not that of a real one", async () => {
  const { secret } = await anInvitation();
  const guesses = Array.from({ length: 70 }, (_, turn) =>
    accept(`guess ${turn}`).catch((error) => error.code),
  );
  const codes = await Promise.all(guesses);
  expect(codes.filter((code) => code === "GONE")).toHaveLength(60);
  expect(codes.filter((code) => code === "RATE_LIMITED")).toHaveLength(10);
  await accept(secret);
});

test("the invitations are listed to administrators only", async () => {
  for (const role of ["approver", "triager", "viewer"] as const)
    await expect(listInvitations(await aSignedIn(role)), role).rejects.toMatchObject({ code: "FORBIDDEN" });
});

const bearerScope = (token: string) =>
  authenticateBearer(
    new Request("https://countersign.example", { headers: { authorization: `Bearer ${token}` } }),
  );

const anotherAdmin = () => aSignedIn("admin");

test.each([
  ["is switched off", (id: string) => disableUser(admin, id)],
  ["has another role", (id: string) => setUserRole(admin, id, "approver")],
  ["is limited to tenants", async (id: string) => setUserTenants(admin, id, [(await aTenant()).key])],
])("an administrator who %s leaves no open link behind", async (_, lose) => {
  const leaving = await anotherAdmin();
  const back = await invite(leaving, { email: address(), role: "admin", tenants: null, days: 30 });
  const other = await aSignedIn("admin");
  const way = await createPasswordLink(leaving, other.actor.id, 30);
  const kept = await anInvitation();
  await lose(leaving.actor.id);
  await expect(accept(back.secret)).rejects.toMatchObject({ code: "GONE" });
  await expect(resetPassword({ token: way.secret, password: NEW })).rejects.toMatchObject({ code: "GONE" });
  expect(await readLink(back.secret)).toEqual({ state: "revoked" });
  expect(await person(back.email)).toBeUndefined();
  await accept(kept.secret);
});

test("two of one name are told apart: the other's invitations stay", async () => {
  const [leaving, staying] = [await anotherAdmin(), await anotherAdmin()];
  await ingest(system, (tx) => tx.user.updateMany({ data: { name: "Ada" } }));
  const ada = (scope: UserScope) =>
    proveScope({ ...scope.actor, name: "Ada" }, [...scope.tenants], { unlimited: true });
  const theirs = await invite(ada(staying), { email: address(), role: "viewer", tenants: null, days: 3 });
  await disableUser(admin, leaving.actor.id);
  expect(await readLink(theirs.secret)).toMatchObject({ state: "open" });
});

test("a renewed invitation is theirs who renewed it", async () => {
  const leaving = await anotherAdmin();
  const email = address();
  const first = await invite(leaving, { email, role: "viewer", tenants: null, days: 3 });
  const mine = await renewInvitation(admin, first.id, 3);
  const theirs = await renewInvitation(leaving, (await anInvitation()).id, 3);
  await disableUser(admin, leaving.actor.id);
  expect(await readLink(mine.secret)).toMatchObject({ state: "open" });
  expect(await readLink(theirs.secret)).toEqual({ state: "revoked" });
});

test("an administrator whose role the provider takes leaves no invitation behind", async () => {
  const leaving = await anotherAdmin();
  const { secret } = await invite(leaving, { email: address(), role: "admin", tenants: null, days: 30 });
  const identity = { issuer: "https://id.example", subject: unique("s"), emailVerified: true, name: "Ada" };
  await linkIdentity(leaving, identity);
  await signOn({ ...identity, email: leaving.actor.email, role: "viewer" });
  expect(await readLink(secret)).toEqual({ state: "revoked" });
});

test("who is switched off and on again has no token and no way to a new password from before", async () => {
  const other = await aSignedIn("approver");
  const { token } = await createOwnToken(other);
  const { secret } = await createPasswordLink(admin, other.actor.id, 30);
  await disableUser(admin, other.actor.id);
  await expect(createOwnToken(other)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await enableUser(admin, other.actor.id);
  await expect(bearerScope(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await expect(resetPassword({ token: secret, password: NEW })).rejects.toMatchObject({ code: "GONE" });
});

test("a new password by link ends the tokens that somebody who knew the old one may have made", async () => {
  const other = await aSignedIn("approver");
  const { token } = await createOwnToken(other);
  const { secret } = await createPasswordLink(admin, other.actor.id, 1);
  await resetPassword({ token: secret, password: NEW });
  await expect(bearerScope(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect((await listTokensOf(admin, other.actor.id)).map((one) => one.revokedAt)).toEqual([expect.any(Date)]);
});
