import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listActivityOf } from "@/lib/activity/queries";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { NO_TENANT, proveScope, systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { initialize } from "@/lib/onboarding/init";
import { aPerson, aTenant, unique } from "@/lib/testing/factories";
import { isPassword } from "../credentials/password";
import { createOwnToken, createTokenFor, listOwnTokens } from "../credentials/tokens";
import { openSession } from "../sessions/commands";
import { signOn } from "../sign-in/single-sign-on";
import { aSignedIn } from "../testing/signed-in";
import { createUser, disableUser, enableUser, setUserRole } from "./commands";
import { listPeople } from "./queries";

// The last administrator depends on the whole database, so these tests need their own.

const system = systemScope("tests");

const PASSWORD = "correct horse battery staple";

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

beforeEach(() => ingest(system, (tx) => tx.user.deleteMany()));

const anAdmin = () => createUser(system, { email: `${unique("admin")}@example.test`, role: "admin" });

const rowOf = (id: string) => read(system, (tx) => tx.user.findUniqueOrThrow({ where: { id } }));

test("people are listed with what limits them, and without their hashes", async () => {
  const tenant = await aTenant();
  await createUser(system, {
    email: "b@acme.example",
    role: "viewer",
    tenants: [tenant.key],
    password: PASSWORD,
  });
  await createUser(system, { email: "a@acme.example", role: "admin", name: "Ada" });
  const { rows: people } = await listPeople(await aSignedIn("admin"), { q: "acme.example" });
  expect(people).toMatchObject([
    { email: "a@acme.example", name: "Ada", role: "admin", tenants: null, hasPassword: false },
    { email: "b@acme.example", name: "b", role: "viewer", tenants: [tenant.key], hasPassword: true },
  ]);
  expect(JSON.stringify(people)).not.toContain("argon2");
});

test("an address is one person, however often it is added at once", async () => {
  const email = `${unique("p")}@example.test`;
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, () => createUser(system, { email, role: "viewer" })),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

test("a person for a tenant that does not exist is not made", async () => {
  const email = `${unique("p")}@example.test`;
  const made = createUser(system, { email, role: "viewer", tenants: [unique("none")] });
  await expect(made).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await read(system, (tx) => tx.user.findUnique({ where: { email } }))).toBeNull();
});

test("switching somebody off ends their sessions, leaves a trail, and can be undone", async () => {
  await anAdmin();
  const { id } = await createUser(system, { email: "p@acme.example", role: "approver" });
  await openSession(id, { provider: "credentials" });
  await openSession(id, { provider: "oidc", userAgent: "a".repeat(1_000) });
  await disableUser(system, id);
  await disableUser(system, id);
  expect(await read(system, (tx) => tx.session.count({ where: { userId: id } }))).toBe(0);
  await expect(openSession(id, { provider: "credentials" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await enableUser(system, id);
  await openSession(id, { provider: "credentials" });
  const installation = proveScope({ kind: "system", name: "tests" } as const, [NO_TENANT]);
  const trail = (await listActivityOf(installation, "user", id)).map((row) => row.action);
  expect(trail).toEqual([
    "user.created",
    "user.signed_in",
    "user.signed_in",
    "user.disabled",
    "user.enabled",
    "user.signed_in",
  ]);
});

test("the last administrator stays: not switched off, not demoted here, nor by the provider's groups", async () => {
  const { id, email } = await anAdmin();
  await expect(disableUser(system, id)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(setUserRole(system, id, "viewer")).rejects.toMatchObject({ code: "CONFLICT" });
  const identity = { issuer: "https://id.example", subject: "1", email, emailVerified: true, name: "Ada" };
  expect(await signOn({ ...identity, role: "viewer" })).toEqual({ userId: id });
  expect((await rowOf(id)).role).toBe("admin");
});

test("of two administrators who switch each other off at once, one stays", async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await anAdmin(), await anAdmin()];
    const results = await Promise.allSettled([
      disableUser(system, a.id),
      setUserRole(system, b.id, "viewer"),
    ]);
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    await ingest(system, (tx) => tx.user.deleteMany());
  }
});

test("people are listed to administrators only", async () => {
  for (const role of ["approver", "triager", "viewer"] as const)
    await expect(listPeople(await aPerson([await aTenant()], role), {}), role).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
});

test("one's own tokens are made in the app, listed without their hashes, and not by other tokens", async () => {
  const scope = await aPerson([await aTenant()]);
  const { token, prefix } = await createOwnToken(scope, 30);
  expect(token.startsWith(prefix)).toBe(true);
  const tokens = await listOwnTokens(scope);
  expect(tokens).toMatchObject([{ prefix, revokedAt: null }]);
  expect(Object.keys(tokens[0] ?? {})).not.toContain("hash");
  const byToken = proveScope({ ...scope.actor, via: "token" } as const, scope.tenants);
  await expect(createOwnToken(byToken)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(createTokenFor(system, "nobody@acme.example")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("headless set-up makes the administrator once and never touches their password again", async () => {
  const admin = { email: "Ops@Acme.example", password: PASSWORD };
  const results = await Promise.all([1, 2, 3].map(() => initialize({ admin })));
  expect(results.map((result) => result.admin).sort()).toEqual(["created", "unchanged", "unchanged"]);
  expect(await initialize({ admin: { ...admin, password: "another long password" } })).toEqual({
    admin: "unchanged",
  });
  expect(await initialize({ admin: { email: admin.email } })).toEqual({ admin: "unchanged" });
  const user = await read(system, (tx) =>
    tx.user.findUniqueOrThrow({ where: { email: "ops@acme.example" } }),
  );
  expect(await isPassword(PASSWORD, user.passwordHash)).toBe(true);
});

test.each([
  [{ email: "ops@acme.example" }, "COUNTERSIGN_INIT_ADMIN_PASSWORD"],
  [{ email: "ops@acme.example", password: "short" }, "COUNTERSIGN_INIT_ADMIN_PASSWORD"],
  [{ email: "ops", password: PASSWORD }, "COUNTERSIGN_INIT_ADMIN_EMAIL"],
])("headless set-up names the variable that is wrong: %j", async (admin, variable) => {
  await expect(initialize({ admin })).rejects.toMatchObject({ message: expect.stringContaining(variable) });
  expect(await read(system, (tx) => tx.user.count())).toBe(0);
});

test("headless set-up of a gateway is the same at every start, and follows what changed", async () => {
  const key = `csk_${"k".repeat(43)}`;
  const gateway = { name: unique("gw"), tenants: ["acme"], key, callbackUrl: "https://gw.example/a" };
  const first = (await initialize({ gateway })).gateway;
  expect(first).toMatchObject({ state: "created", key: "created" });
  expect((await initialize({ gateway })).gateway).toEqual({ ...first, state: "unchanged", key: "unchanged" });
  const more = { ...gateway, tenants: ["acme", "globex"] };
  expect((await initialize({ gateway: more })).gateway).toMatchObject({ key: "extended" });
  await expect(initialize({ gateway: { ...gateway, key: "csk_short" } })).rejects.toThrow(
    "COUNTERSIGN_INIT_GATEWAY_KEY",
  );
});
