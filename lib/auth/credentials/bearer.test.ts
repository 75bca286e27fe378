import { afterAll, expect, test, vi } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createGateway } from "@/lib/gateways/commands";
import { createKey, revokeKey } from "@/lib/gateways/keys";
import { aGateway, aTenant, unique } from "@/lib/testing/factories";
import { movedClock } from "@/lib/testing/moved-clock";
import { watchStatements } from "@/lib/testing/watch";
import { requireRole, requireUserScope } from "../guards";
import { disableUser } from "../people/commands";
import { aSignInPerson } from "../testing/people";
import { authenticateBearer, gatewayTenants, resolveTenant } from "./bearer";
import { createTokenFor, revokeToken } from "./tokens";

const system = systemScope("tests");

const SECOND_MS = 1_000;
const WAIT_MS = 60_000;

vi.setConfig({ testTimeout: 2 * WAIT_MS });

afterAll(closeDatabase);

function asking(authorization?: string): Request {
  const headers = new Headers(authorization === undefined ? [] : [["authorization", authorization]]);
  return new Request("http://localhost:3000/api/v1/approvals", { headers });
}

const bearer = (credential: string) => authenticateBearer(asking(`Bearer ${credential}`));

async function aKey() {
  const [tenant, other] = [await aTenant(), await aTenant()];
  const name = unique("gw");
  const gateway = await createGateway(system, { name, tenants: [tenant.key, other.key] });
  return { tenant, other, gateway, ...(await createKey(system, gateway.id, [tenant.key])) };
}

const goOn = movedClock();

/** Advances the clock by a second: the refusal may take no longer, even on a slow machine. */
const aSecondLater = () => goOn(SECOND_MS);

test("a gateway key acts for its own tenants only", async () => {
  const { key, id, gateway, tenant, other } = await aKey();
  const scope = await bearer(key);
  expect(scope.actor).toEqual({ kind: "gateway", id: gateway.id, name: gateway.name, keyId: id });
  expect(scope.tenants).toEqual([tenant.id]);
  expect(scope.unlimited).toBe(false);
  expect(await resolveTenant(scope, tenant.key)).toBe(tenant.id);
  expect([...(await gatewayTenants(scope)).keys()]).toEqual([tenant.key]);
  const refusals = await Promise.all(
    [other.key, unique("none"), "__proto__", "constructor"].map((name) =>
      resolveTenant(scope, name).then(
        () => "accepted",
        (error: Error) => `${(error as { code?: string }).code} ${error.message.replace(name, "…")}`,
      ),
    ),
  );
  expect(new Set(refusals).size).toBe(1);
  expect(refusals[0]).toMatch(/^FORBIDDEN These credentials may not act for the tenant/);
});

test("a scope that did not come from a key finds its tenants as well", async () => {
  const [own, foreign] = [await aTenant(), await aTenant()];
  const { scope } = await aGateway([own]);
  expect(await resolveTenant(scope, own.key)).toBe(own.id);
  await expect(resolveTenant(scope, foreign.key)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test.each([
  [undefined, "is missing"],
  ["", "is missing"],
  ["Basic dXNlcjpwYXNz", "holds neither"],
  ["Bearer", "holds neither"],
  ["Bearer abc", "holds neither"],
  ["Bearer csk_", "unknown, revoked or expired"],
  ["Bearer csk_nobody-has-this-key", "unknown, revoked or expired"],
  ["Bearer cst_nobody-has-this-token", "unknown, revoked or expired"],
  ["Bearer csk_a csk_b", "holds neither"],
  [`Bearer csk_${"a".repeat(500)}`, "holds neither"],
])("%j is refused in words", async (header, words) => {
  await expect(authenticateBearer(asking(header))).rejects.toMatchObject({
    code: "UNAUTHENTICATED",
    message: expect.stringContaining(words),
  });
});

test("a personal token acts as its person, in their tenants", async () => {
  const tenant = await aTenant();
  const limited = await aSignInPerson({ role: "approver", tenants: [tenant.key] });
  const { token, id } = await createTokenFor(system, limited.email);
  const scope = requireUserScope(await bearer(token));
  expect(scope.actor).toMatchObject({ id: limited.id, role: "approver", via: "token", credentialId: id });
  expect(scope).toMatchObject({ tenants: [tenant.id], unlimited: false });

  const everywhere = await aSignInPerson({ role: "viewer" });
  const all = await bearer((await createTokenFor(system, everywhere.email)).token);
  expect(all.unlimited).toBe(true);
  expect(all.tenants).toContain(tenant.id);
});

test("a key never decides, and roles are asked by name", async () => {
  const gateway = await bearer((await aKey()).key);
  expect(() => requireUserScope(gateway)).toThrow("a gateway key can never decide");
  expect(() => requireRole(gateway, "admin")).toThrow("a gateway key can never decide");
  const { email } = await aSignInPerson({ role: "viewer" });
  const viewer = await bearer((await createTokenFor(system, email)).token);
  expect(requireRole(viewer).actor.email).toBe(email);
  expect(requireRole(viewer, "viewer", "admin").actor.email).toBe(email);
  expect(() => requireRole(viewer, "admin")).toThrow("Your role (viewer) may not do this: the role admin");
  expect(() => requireRole(viewer, "admin", "approver")).toThrow("one of the roles admin, approver");
});

test("a revoked key is refused within a second, also by a process that just used it", async () => {
  const { key, id } = await aKey();
  for (let turn = 0; turn < 5; turn += 1) await bearer(key);
  await revokeKey(system, id);
  aSecondLater();
  await expect(bearer(key)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("a revoked token and the tokens of a person switched off are refused within a second", async () => {
  const person = await aSignInPerson();
  const [first, second] = [
    await createTokenFor(system, person.email),
    await createTokenFor(system, person.email),
  ];
  const scope = requireUserScope(await bearer(first.token));
  await bearer(second.token);
  await revokeToken(scope, first.id);
  aSecondLater();
  await expect(bearer(first.token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  await bearer(second.token);
  await disableUser(system, person.id);
  aSecondLater();
  await expect(bearer(second.token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("a token expires by the database's clock", async () => {
  const { email } = await aSignInPerson();
  const { token, id, expiresAt } = await createTokenFor(system, email, 1);
  expect(Math.round(((expiresAt?.getTime() ?? 0) - Date.now()) / 3_600_000)).toBe(24);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update personal_tokens set expires_at = clock_timestamp() - interval '1 second' where id = ${id}::uuid`,
  );
  await expect(bearer(token)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
});

test("a busy key costs one look-up, not one a request, and its last use is noted", async () => {
  const { key, id } = await aKey();
  const scopes = await Promise.all(Array.from({ length: 200 }, () => bearer(key)));
  expect(new Set(scopes).size).toBe(1);
  const lastUsed = async (id: string) =>
    (await read(system, (tx) => tx.apiKey.findUniqueOrThrow({ where: { id } }))).lastUsedAt;
  const isNoted = (id: string) => expect.poll(() => lastUsed(id), { timeout: WAIT_MS }).toBeInstanceOf(Date);
  await isNoted(id);
  const first = await lastUsed(id);
  aSecondLater();
  const noted: string[] = [];
  const stop = watchStatements((_, text) => {
    if (text.includes("update api_keys set last_used_at")) noted.push(text);
    return undefined;
  });
  await bearer(key);
  // Once this later use is recorded, the earlier one would have been too.
  const later = await aKey();
  await bearer(later.key);
  await isNoted(later.id);
  stop();
  expect(noted).toHaveLength(1);
  expect(await lastUsed(id)).toEqual(first);
});

test("a tenant taken from the gateway is taken from its keys", async () => {
  const { key, tenant, gateway } = await aKey();
  await ingest(system, (tx) =>
    tx.gatewayTenant.delete({
      where: { gatewayId_tenantId: { gatewayId: gateway.id, tenantId: tenant.id } },
    }),
  );
  expect((await bearer(key)).tenants).toEqual([]);
});
