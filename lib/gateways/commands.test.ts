import { randomBytes } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { listActivityOf } from "@/lib/activity/queries";
import { authenticateBearer } from "@/lib/auth/credentials/bearer";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { SECOND_MS } from "@/lib/core/durations";
import { NO_TENANT, proveScope, systemScope } from "@/lib/core/scope";
import { sha256 } from "@/lib/core/sha256";
import { aPerson, aTenant, unique } from "@/lib/testing/factories";
import { movedClock } from "@/lib/testing/moved-clock";
import { addGatewayTenants, createGateway, setCallbackUrl, switchCallback } from "./commands";
import { createKey, ensureKey, revokeKey, rotateKey } from "./keys";
import { getGateway, getGatewayByName, listGateways, listKeys, pageOfGateways } from "./queries";

const system = systemScope("tests");
const installation = proveScope({ kind: "system", name: "tests" } as const, [NO_TENANT]);
const actionsOf = async (id: string) =>
  (await listActivityOf(installation, "gateway", id)).map((row) => row.action);
const goOn = movedClock();
afterAll(closeDatabase);

test("a new gateway serves its tenants, those included that did not exist", async () => {
  const known = await aTenant();
  const made = unique("t");
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [known.key, made] });
  expect(gateway.tenants.map((tenant) => tenant.key)).toEqual([known.key, made].sort());
  expect(gateway.callbackUrl).toBeNull();
  expect(await getGatewayByName(system, gateway.name)).toEqual(gateway);
  expect(await actionsOf(gateway.id)).toEqual(["gateway.created"]);
});

test("what belongs into the same transaction leaves nothing behind when it fails", async () => {
  const name = unique("gw");
  const tenant = unique("t");
  const failing = createGateway(system, { name, tenants: [tenant] }, async () => {
    throw new Error("no secret today");
  });
  await expect(failing).rejects.toThrow("no secret today");
  await expect(getGatewayByName(system, name)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await read(system, (tx) => tx.tenant.findUnique({ where: { key: tenant } }))).toBeNull();
});

test("of several gateways with one name, one is made", async () => {
  const name = unique("gw");
  const results = await Promise.allSettled(
    [1, 2, 3, 4].map(() => createGateway(system, { name, tenants: [unique("t")] })),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
});

test("gateways come in pages by their names, those that have what is looked for in them or in a tenant's key", async () => {
  const [a, b] = [await aTenant(), await aTenant()];
  const viewer = await aPerson([a], "viewer");
  const [first, second] = [unique("A_gw"), unique("b-gw")];
  await createGateway(system, { name: second, tenants: [a.key, b.key] });
  await createGateway(system, { name: first, tenants: [a.key] });
  const namesOf = async (asked: Parameters<typeof pageOfGateways>[1]) => {
    const { rows, nextCursor, count } = await pageOfGateways(viewer, asked);
    return { names: rows.map(({ name }) => name), nextCursor, count };
  };
  const page = await namesOf({ limit: 1 });
  expect(page).toMatchObject({ names: [first], count: 2 });
  const rest = await namesOf({ limit: 1, cursor: page.nextCursor ?? "" });
  expect(rest).toEqual({ names: [second], nextCursor: null, count: 2 });
  expect(await namesOf({ q: first.toUpperCase() })).toEqual({ names: [first], nextCursor: null, count: 2 });
  expect((await namesOf({ q: a.key })).names).toEqual([first, second]);
  // Hidden tenants do not match, and wildcards are literal.
  for (const q of [b.key, "%", second.replace("b-", "b_")])
    expect(await namesOf({ q })).toEqual({ names: [], nextCursor: null, count: 2 });
});

test("a gateway is visible to those who may see one of its tenants, with no other tenant's name", async () => {
  const [a, b] = [await aTenant(), await aTenant()];
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [a.key, b.key] });
  const insider = await aPerson([a], "viewer");
  const outsider = await aPerson([await aTenant()], "viewer");
  expect((await getGateway(insider, gateway.id)).tenants).toEqual([a]);
  expect((await listGateways(insider)).map((row) => row.id)).toEqual([gateway.id]);
  expect(await listGateways(outsider)).toEqual([]);
  expect(await pageOfGateways(outsider, {})).toEqual({ rows: [], nextCursor: null, count: 0 });
  for (const ask of [
    () => getGateway(outsider, gateway.id),
    () => getGatewayByName(outsider, gateway.name),
    () => getGateway(insider, "no-id"),
    () => listKeys(outsider, gateway.id),
  ]) {
    await expect(ask()).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
});

test("a new callback URL switches an endpoint on that was switched off", async () => {
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [unique("t")] });
  await ingest(system, (tx) =>
    tx.gateway.update({
      where: { id: gateway.id },
      data: { callbackOffAt: new Date(), callbackOffReason: "410 Gone" },
    }),
  );
  const changed = await setCallbackUrl(system, gateway.id, "https://gw.example/hooks");
  expect(changed).toMatchObject({
    callbackUrl: "https://gw.example/hooks",
    callbackOffAt: null,
    callbackOffReason: null,
  });
  expect(await actionsOf(gateway.id)).toEqual(["gateway.created", "gateway.callback_url_changed"]);
});

test("of a key only the hash is kept", async () => {
  const tenant = await aTenant();
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [tenant.key] });
  const { key, id, prefix } = await createKey(system, gateway.id, [tenant.key]);
  expect(key).toMatch(/^csk_[A-Za-z0-9_-]{43}$/);
  const row = await read(system, (tx) => tx.apiKey.findUniqueOrThrow({ where: { id } }));
  expect(row.hash).toBe(sha256(key));
  expect(JSON.stringify(row)).not.toContain(key);
  expect(JSON.stringify(await listKeys(system, gateway.id))).not.toContain(row.hash);
  const trail = await listActivityOf(installation, "gateway", gateway.id);
  expect(trail.map(({ details }) => JSON.stringify(details)).join()).not.toContain(key);
  expect(prefix).toBe(key.slice(0, prefix.length));
});

test("a key is for tenants its gateway serves", async () => {
  const [own, foreign] = [await aTenant(), await aTenant()];
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [own.key] });
  for (const tenants of [[foreign.key], [own.key, unique("none")], []]) {
    await expect(createKey(system, gateway.id, tenants)).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  }
  await addGatewayTenants(system, gateway.id, [foreign.key]);
  await createKey(system, gateway.id, [foreign.key, foreign.key]);
  expect((await listKeys(system, gateway.id)).map((key) => key.tenants)).toEqual([[foreign]]);
});

test("a key is revoked once, and revoking it again changes nothing", async () => {
  const tenant = unique("t");
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [tenant] });
  const { id } = await createKey(system, gateway.id, [tenant]);
  await revokeKey(system, id);
  const [first] = await listKeys(system, gateway.id);
  await revokeKey(system, id);
  expect((await listKeys(system, gateway.id))[0]?.revokedAt).toEqual(first?.revokedAt);
  expect((await actionsOf(gateway.id)).filter((action) => action === "gateway.key_revoked")).toHaveLength(1);
  await expect(revokeKey(system, gateway.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(revokeKey(system, "x")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a key of one's own is made once, extended to further tenants, and stays revoked", async () => {
  const [a, b] = [await aTenant(), await aTenant()];
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [a.key, b.key] });
  const other = await createGateway(system, { name: unique("gw"), tenants: [a.key] });
  const key = `csk_${randomBytes(24).toString("hex")}`;
  const states = await Promise.all([1, 2, 3].map(() => ensureKey(system, gateway.id, key, [a.key])));
  expect(states.sort()).toEqual(["created", "unchanged", "unchanged"]);
  expect(await ensureKey(system, gateway.id, key, [a.key, b.key])).toBe("extended");
  await expect(ensureKey(system, other.id, key, [a.key])).rejects.toMatchObject({ code: "CONFLICT" });
  const [row] = await listKeys(system, gateway.id);
  await revokeKey(system, row?.id ?? "");
  expect(await ensureKey(system, gateway.id, key, [a.key])).toBe("unchanged");
  expect((await listKeys(system, gateway.id))[0]?.revokedAt).not.toBeNull();
});

test("only administrators of all tenants change gateways", async () => {
  const tenant = await aTenant();
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [tenant.key] });
  const { id: keyId } = await createKey(system, gateway.id, [tenant.key]);
  for (const scope of [await aPerson([tenant], "admin"), await aPerson([tenant], "approver")]) {
    for (const deed of [
      () => createGateway(scope, { name: unique("gw"), tenants: [tenant.key] }),
      () => setCallbackUrl(scope, gateway.id, "https://evil.example/"),
      () => addGatewayTenants(scope, gateway.id, [tenant.key]),
      () => createKey(scope, gateway.id, [tenant.key]),
      () => revokeKey(scope, keyId),
      () => rotateKey(scope, keyId, 1),
      () => switchCallback(scope, gateway.id, "x"),
    ]) {
      await expect(deed()).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  }
});

test("a replaced key goes on until its planned end, by the database's clock, and is replaced once", async () => {
  const tenant = await aTenant();
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [tenant.key] });
  const first = await createKey(system, gateway.id, [tenant.key]);
  const results = await Promise.allSettled([1, 2, 3].map(() => rotateKey(system, first.id, 2)));
  const made = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  expect(made).toHaveLength(1);
  const keys = await listKeys(system, gateway.id);
  expect(keys).toHaveLength(2);
  expect(keys.map(({ tenants }) => tenants)).toEqual([[tenant], [tenant]]);
  const old = keys.find(({ id }) => id === first.id);
  expect(old?.replacedBy).toBe(made[0]?.id);
  expect((old?.endsAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(1.9 * 3_600_000);
  const asks = (key: string) =>
    authenticateBearer(
      new Request("http://localhost/", { headers: { authorization: `Bearer ${key}` } }),
    ).then(
      () => true,
      () => false,
    );
  expect([await asks(first.key), await asks(made[0]?.key ?? "")]).toEqual([true, true]);
  const second = await rotateKey(system, made[0]?.id ?? "", 2);
  expect(await asks(made[0]?.key ?? "")).toBe(true);
  await ingest(
    system,
    (tx) => tx.$executeRaw`
      update api_keys set ends_at = clock_timestamp() - interval '1 millisecond' where id = ${made[0]?.id}::uuid`,
  );
  goOn(SECOND_MS);
  expect([await asks(made[0]?.key ?? ""), await asks(second.key)]).toEqual([false, true]);
  await expect(rotateKey(system, made[0]?.id ?? "", 1)).rejects.toMatchObject({ code: "CONFLICT" });
  expect((await actionsOf(gateway.id)).filter((action) => action === "gateway.key_rotated")).toHaveLength(2);
});

test("the callback is switched off with a reason and on again, each once in the trail", async () => {
  const gateway = await createGateway(system, {
    name: unique("gw"),
    tenants: [unique("t")],
    callbackUrl: "https://gw.example/hooks",
  });
  for (let i = 0; i < 2; i += 1)
    expect(await switchCallback(system, gateway.id, "It moves.")).toMatchObject({
      callbackOffReason: "It moves.",
    });
  for (let i = 0; i < 2; i += 1)
    expect(await switchCallback(system, gateway.id, null)).toMatchObject({ callbackOffAt: null });
  expect(await actionsOf(gateway.id)).toEqual([
    "gateway.created",
    "gateway.callback_switched_off",
    "gateway.callback_switched_on",
  ]);
  await setCallbackUrl(system, gateway.id, null);
  await expect(switchCallback(system, gateway.id, "x")).rejects.toMatchObject({ code: "CONFLICT" });
});
