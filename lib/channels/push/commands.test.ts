import { createECDH, randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { recordActivities } from "@/lib/activity/record";
import { deleteSessions, openSession, revokeSession } from "@/lib/auth/sessions/commands";
import { change, ingest, read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { newId } from "@/lib/core/ids";
import { proveScope, systemScope, type UserScope } from "@/lib/core/scope";
import { aPerson, aTenant, unique } from "@/lib/testing/factories";
import { addDevice, findOwnDevice, preparePush, removeDevice } from "./commands";
import { listOwnDevices } from "./queries";
import { addDeviceSchema } from "./schema";
import { DEVICES_MAX, type Subscription } from "./types";

const system = systemScope("tests");

beforeAll(() => {
  Object.assign(env(), { pushAllowCidrs: [] });
});

async function aSession(person: UserScope): Promise<UserScope> {
  const credentialId = await openSession(person.actor.id, {
    provider: "credentials",
    userAgent: "Firefox/140.0 Windows",
  });
  return proveScope({ ...person.actor, credentialId }, [...person.tenants]);
}

function aSubscription(endpoint = `https://push.example/${unique("device")}`): Subscription {
  const keys = {
    p256dh: createECDH("prime256v1").generateKeys("base64url"),
    auth: randomBytes(16).toString("base64url"),
  };
  return { endpoint, keys };
}

async function add(scope: UserScope, subscription = aSubscription()): Promise<string> {
  const { publicKey } = await preparePush(scope);
  return (await addDevice(scope, { subscription, publicKey })).id;
}

const count = (person: UserScope) =>
  read(system, (tx) => tx.pushDevice.count({ where: { userId: person.actor.id } }));

async function somebody(): Promise<UserScope> {
  return aPerson([await aTenant()]);
}

test("a browser is added once, named after itself, and never shown to others", async () => {
  const [ines, other] = [await aSession(await somebody()), await somebody()];
  const subscription = aSubscription();
  const id = await add(ines, subscription);
  const again = await add(ines, subscription);
  expect(again).not.toBe(id);
  expect(await listOwnDevices(ines)).toMatchObject([
    { id: again, name: "Firefox on Windows", current: true, stale: false, lastUsedAt: null },
  ]);
  expect(await listOwnDevices(other)).toEqual([]);
  expect(await findOwnDevice(ines, { endpoint: subscription.endpoint })).toEqual({ id: again });
  expect(await findOwnDevice(other, { endpoint: subscription.endpoint })).toEqual({ id: null });
  const [row] = await read(system, (tx) => tx.pushDevice.findMany({ where: { id: again } }));
  expect(JSON.stringify(row)).not.toContain("push.example");
});

test("a browser belongs to the person who turned push on last", async () => {
  const [ines, maya] = [await aSession(await somebody()), await aSession(await somebody())];
  const subscription = aSubscription();
  await add(ines, subscription);
  await add(maya, subscription);
  expect([await count(ines), await count(maya)]).toEqual([0, 1]);
});

test("nobody removes the device of another person", async () => {
  const [ines, other] = [await aSession(await somebody()), await aSession(await somebody())];
  const id = await add(ines);
  await expect(removeDevice(other, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(removeDevice(ines, { id: "x" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await removeDevice(ines, { id });
  expect(await count(ines)).toBe(0);
});

test("the trail says who turned push on and off, and holds no address of a device", async () => {
  const ines = await aSession(await somebody());
  const id = await add(ines);
  await removeDevice(ines, { id });
  const rows = await read(system, (tx) =>
    tx.activity.findMany({ where: { subjectId: id }, orderBy: { seq: "asc" } }),
  );
  expect(rows.map(({ action }) => action)).toEqual(["device.added", "device.removed"]);
  expect(
    JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain("push.example");
});

test("there is an end to devices", async () => {
  const ines = await aSession(await somebody());
  for (let made = 0; made < DEVICES_MAX; made += 1) await add(ines);
  await expect(add(ines)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await count(ines)).toBe(DEVICES_MAX);
});

test.each([
  "http://push.example/x",
  "https://127.0.0.1/x",
  "https://169.254.169.254/x",
  "https://user:pass@push.example/x",
])("%s is no push service", async (endpoint) => {
  const ines = await aSession(await somebody());
  await expect(add(ines, aSubscription(endpoint))).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  expect(await count(ines)).toBe(0);
});

test("tokens add no device, and a key of others is refused", async () => {
  const ines = await aSession(await somebody());
  const { publicKey } = await preparePush(ines);
  const byToken = proveScope({ ...ines.actor, via: "token" } as typeof ines.actor, [...ines.tenants]);
  const given = { subscription: aSubscription(), publicKey };
  await expect(addDevice(byToken, given)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(addDevice(ines, { ...given, publicKey: "B".repeat(87) })).rejects.toMatchObject({
    code: "CONFLICT",
  });
  const ended = proveScope({ ...ines.actor, credentialId: newId() }, [...ines.tenants]);
  await expect(addDevice(ended, given)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await count(ines)).toBe(0);
});

test.each([
  [{ p256dh: "short", auth: "A".repeat(22) }],
  [{ p256dh: "B".repeat(87), auth: "A".repeat(200) }],
  [{ p256dh: "B".repeat(87) }],
])("keys of another form are refused: %j", (keys) => {
  const given = { subscription: { endpoint: "https://push.example/x", keys }, publicKey: "B".repeat(87) };
  expect(addDeviceSchema.safeParse(given).success).toBe(false);
});

test("signing out removes the devices of that session only", async () => {
  const person = await somebody();
  const [phone, desk] = [await aSession(person), await aSession(person)];
  await add(phone);
  const kept = await add(desk);
  await revokeSession(phone, phone.actor.credentialId);
  expect((await listOwnDevices(desk)).map(({ id }) => id)).toEqual([kept]);
});

const endByTime = (session: UserScope) =>
  ingest(
    system,
    (tx) => tx.$executeRaw`
      update sessions set expires_at = clock_timestamp() - interval '1 second' where id = ${session.actor.credentialId}::uuid`,
  );

/** As a new password and "Sign out everywhere" do. */
const endSessions = (by: UserScope, spare: boolean) =>
  change(system, async (tx) => {
    const { deeds } = await deleteSessions(tx, by, by.actor.id, spare);
    await recordActivities(tx, system, deeds);
  });

test("a session that ends by time leaves its device", async () => {
  const phone = await aSession(await somebody());
  const id = await add(phone);
  await endByTime(phone);
  expect(await listOwnDevices(phone)).toMatchObject([{ id }]);
});

test("ending all sessions ends all devices, also of sessions whose time was over, but those of the one that stays", async () => {
  const person = await somebody();
  const [over, stays, other] = [await aSession(person), await aSession(person), await aSession(person)];
  await add(over);
  const kept = await add(stays);
  await add(other);
  await endByTime(over);
  await endSessions(stays, true);
  expect((await listOwnDevices(stays)).map(({ id }) => id)).toEqual([kept]);
  await endSessions(stays, false);
  expect(await count(person)).toBe(0);
});
