import { afterEach, beforeAll, expect, test } from "vitest";
import { openSession } from "@/lib/auth/sessions/commands";
import { addDevice, preparePush } from "@/lib/channels/push/commands";
import { listOwnDevices } from "@/lib/channels/push/queries";
import { ingest, read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { proveScope, type UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import type { Message } from "@/lib/notices/message";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { aMessage } from "@/lib/testing/messages";
import { system } from "../../testing/scene";
import type { LeasedDelivery } from "../types";
import { push } from "./send";
import {
  aBrowserAt,
  aPushService,
  claimsOf,
  type PushService,
  type TestBrowser,
} from "./testing/push-service";
import { tryDevices } from "./trial";

const open: PushService[] = [];

beforeAll(() => {
  Object.assign(env(), { pushAllowCidrs: ["127.0.0.0/8"] });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((service) => service.close()));
});

async function service(...given: Parameters<typeof aPushService>): Promise<PushService> {
  const made = await aPushService(...given);
  open.push(made);
  return made;
}

/** Signed in anew, as each browser is. */
async function aSession(person: UserScope, userAgent: string): Promise<UserScope> {
  const credentialId = await openSession(person.actor.id, { provider: "credentials", userAgent });
  return proveScope({ ...person.actor, credentialId }, [...person.tenants]);
}

const ANDROID = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36";

async function added(person: UserScope, browser: TestBrowser): Promise<string> {
  const scope = await aSession(person, ANDROID);
  const { publicKey } = await preparePush(scope);
  return (await addDevice(scope, { subscription: browser.subscription, publicKey })).id;
}

async function addressOf(person: UserScope): Promise<LeasedDelivery["address"]> {
  const [row] = await read(
    system,
    (tx) => tx.$queryRaw<{ address: unknown }[]>`
      select ${push.address(Prisma.sql`${person.actor.id}::uuid`)} as address`,
  );
  return row?.address;
}

async function leased(person: UserScope, message: Message | null) {
  const address = await addressOf(person);
  return { message, address, recipientId: person.actor.id } as Parameters<typeof push.refusal>[0];
}

async function send(person: UserScope, message: Message, signal = new AbortController().signal) {
  const channel = push.open({ allow: [] });
  try {
    return await channel.send(await leased(person, message), signal);
  } finally {
    await channel.close();
  }
}

const accepts = async (person: UserScope) => {
  const [row] = await read(
    system,
    (tx) =>
      tx.$queryRaw<{ yes: boolean }[]>`select ${push.accepts(Prisma.sql`${person.actor.id}::uuid`)} as yes`,
  );
  return row?.yes;
};

test("every device of a person gets the message, encrypted for it and signed for its push service", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service();
  const browsers = [aBrowserAt(at, "/phone"), aBrowserAt(at, "/desk")];
  for (const one of browsers) await added(person, one);
  const message = aMessage();
  const result = await send(person, message);
  expect(result).toMatchObject({ status: 201, error: null, isGone: false });
  expect(result.requestHeaders).toEqual({ ttl: "21600", urgency: "high", topic: expect.any(String) });
  expect(at.taken).toHaveLength(2);
  const { publicKey } = await preparePush(await aSession(person, ANDROID));
  for (const { path, headers, body } of at.taken) {
    const [browser] = browsers.filter(({ subscription }) => subscription.endpoint.endsWith(path));
    expect(browser?.read(body)).toMatchObject({ title: "High risk: mail · send waits for you" });
    expect(body.toString("latin1")).not.toContain("waits for you");
    expect(claimsOf(headers.authorization, publicKey)).toMatchObject({
      aud: at.origin,
      sub: expect.any(String),
    });
    expect(headers).toMatchObject({ ttl: "21600", urgency: "high", "content-encoding": "aes128gcm" });
  }
  expect((await listOwnDevices(person)).every(({ lastUsedAt }) => lastUsedAt !== null)).toBe(true);
});

test("it is done once one device took it; one that its push service forgot is removed", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service({ "/gone": [410], "/ill": [503], "/well": [201] });
  for (const path of ["/gone", "/ill", "/well"]) await added(person, aBrowserAt(at, path));
  const result = await send(person, aMessage());
  expect(result).toMatchObject({ status: 201, error: null });
  expect(result.responseBody).toContain("HTTP 503: said by the service");
  const left = await listOwnDevices(person);
  expect(left).toHaveLength(2);
  // Only the one that failed was asked again.
  expect(at.taken.map(({ path }) => path).sort()).toEqual(["/gone", "/ill", "/ill", "/well"]);
  const trail = await read(system, (tx) =>
    tx.activity.findMany({
      where: { action: "device.removed", subjectKind: "device" },
      orderBy: { seq: "desc" },
      take: 5,
    }),
  );
  expect(trail.some(({ details }) => JSON.stringify(details).includes("HTTP 410"))).toBe(true);
});

test("a push service that fails for a moment is asked once more, within the attempt", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service({ "/one": [0, 201] });
  await added(person, aBrowserAt(at, "/one"));
  expect(await send(person, aMessage())).toMatchObject({ status: 201, error: null });
  expect(at.taken).toHaveLength(2);
});

test("when no device took it, the attempt failed in words, and waits as asked", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service({ "/one": [429] }, { "retry-after": "120" });
  await added(person, aBrowserAt(at, "/one"));
  const result = await send(person, aMessage());
  expect(result).toMatchObject({ status: 429, retryAfterMs: 120_000, isGone: false });
  expect(result.error).toContain("Chrome on Android: The push service asks us to wait (HTTP 429");
  expect(at.taken).toHaveLength(1);
});

test("without any device left, it is never tried again", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service({ "/one": [404] });
  await added(person, aBrowserAt(at, "/one"));
  expect(await accepts(person)).toBe(true);
  expect(await send(person, aMessage())).toMatchObject({
    isGone: true,
    error: expect.stringContaining("no device"),
  });
  expect(await accepts(person)).toBe(false);
  expect(push.refusal(await leased(person, aMessage()))).toContain("no device");
});

test("an update goes to the devices that have the first message, and to no other", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service({ "/ill": [503] });
  for (const path of ["/ill", "/well"]) await added(person, aBrowserAt(at, path));
  const message = aMessage();
  const { remote } = await send(person, message);
  at.taken.length = 0;
  const outcome = "Approved by Ines at 18:20 UTC";
  const call = message.call && { ...message.call, outcome };
  const update = {
    ...message,
    version: 2,
    isUpdate: true,
    isClosed: true,
    remote: JSON.parse(JSON.stringify(remote)),
    call,
  };
  expect(await send(person, update)).toMatchObject({ status: 201, error: null });
  expect(at.taken.map(({ path }) => path)).toEqual(["/well"]);
  const gone = { ...update, remote: { devices: [] } };
  expect(await send(person, gone)).toMatchObject({ status: null, isMoot: true });
  expect(at.taken).toHaveLength(1);
});

test("an end is not repeated for a device that can never take it", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service({ "/refused": [201, 403], "/busy": [201, 429, 410] });
  for (const path of ["/refused", "/busy", "/well"]) await added(person, aBrowserAt(at, path));
  const { remote } = await send(person, aMessage());
  const end = { ...aMessage({ version: 2, isClosed: true }), remote: JSON.parse(JSON.stringify(remote)) };
  const first = await send(person, end);
  expect(first).toMatchObject({ error: expect.stringContaining("Not every device took it"), isMoot: false });
  const noted = { devices: expect.stringMatching(/^[0-9a-f-]{36}$/), message: end.id };
  expect(first.responseHeaders).toEqual(noted);
  // Without the one that asked to wait, nothing is left to be tried again.
  expect(await send(person, end)).toMatchObject({ error: null, status: 201 });
  expect(await listOwnDevices(person)).toHaveLength(2);
});

test("a person who is switched off gets nothing", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service();
  await added(person, aBrowserAt(at, "/one"));
  await ingest(
    system,
    (tx) =>
      tx.$executeRaw`update users set disabled_at = clock_timestamp() where id = ${person.actor.id}::uuid`,
  );
  expect(await accepts(person)).toBe(false);
  expect(push.refusal(await leased(person, aMessage()))).toContain("switched off");
});

test("a device in a private network is not called, whatever callbacks may reach", async () => {
  const person = await aPerson([await aTenant()]);
  const at = await service();
  await added(person, aBrowserAt(at, "/one"));
  Object.assign(env(), { pushAllowCidrs: [] });
  try {
    const channel = push.open({ allow: ["127.0.0.0/8"] });
    const result = await channel.send(await leased(person, aMessage()), new AbortController().signal);
    await channel.close();
    expect(result.error).toContain("The push service may not be called");
    expect(at.taken).toEqual([]);
  } finally {
    Object.assign(env(), { pushAllowCidrs: ["127.0.0.0/8"] });
  }
});

test("a test goes to one's own devices only, and shows each answer", async () => {
  const tenant = await aTenant();
  const [ines, other] = [await aPerson([tenant]), await aPerson([tenant])];
  const at = await service({ "/broken": [403] });
  await added(ines, aBrowserAt(at, "/fine"));
  await added(ines, aBrowserAt(at, "/broken"));
  const foreign = await added(other, aBrowserAt(at, "/other"));
  const { results } = await tryDevices(ines, {});
  expect(results.map(({ outcome }) => outcome).sort()).toEqual(["failed", "taken"]);
  expect(results.find(({ outcome }) => outcome === "failed")?.words).toContain("add it again (HTTP 403");
  expect(at.taken.map(({ path }) => path)).not.toContain("/other");
  await expect(tryDevices(ines, { id: foreign })).rejects.toMatchObject({ code: "NOT_FOUND" });
});
