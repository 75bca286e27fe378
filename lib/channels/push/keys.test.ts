import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import webPush from "web-push";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { proveScope, systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { aPerson, aTenant } from "@/lib/testing/factories";
import { ensurePublicKey, findKeysFacts, keysOf, renewKeys } from "./keys";

// The keys are the whole installation's, so this file has its own database.
let own: Awaited<ReturnType<typeof useOwnDatabase>>;

const system = systemScope("tests");
const before = { ...env() };

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterEach(async () => {
  Object.assign(env(), {
    ...before,
    VAPID_PUBLIC_KEY: undefined,
    VAPID_PRIVATE_KEY: undefined,
    VAPID_SUBJECT: undefined,
  });
  await ingest(system, (tx) => tx.$executeRaw`delete from channel_settings`);
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

const stored = async () =>
  (await read(system, (tx) => tx.channelSetting.findUnique({ where: { channel: "push" } })))?.sealed ?? null;

test("the pair is made once, however many ask at the same time", async () => {
  expect(await findKeysFacts()).toMatchObject({ source: "none", publicKey: null, problem: null });
  const made = await Promise.all([ensurePublicKey(), ensurePublicKey(), ensurePublicKey()]);
  expect(new Set(made).size).toBe(1);
  expect(await findKeysFacts()).toMatchObject({
    source: "stored",
    publicKey: made[0],
    changedByName: "Countersign",
  });
  const sealed = await stored();
  expect(keysOf(sealed)).toMatchObject({ publicKey: made[0], subject: expect.stringMatching(/^mailto:/) });
  expect(sealed).not.toContain(made[0]);
});

test("the environment wins, and its pair has to fit together", async () => {
  const own = await ensurePublicKey();
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const subject = "mailto:ops@acme.example";
  Object.assign(env(), {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    VAPID_SUBJECT: subject,
  });
  expect(await findKeysFacts()).toMatchObject({ source: "environment", publicKey, problem: null, subject });
  expect(keysOf(await stored())).toEqual({ publicKey, privateKey, subject });
  Object.assign(env(), { VAPID_PUBLIC_KEY: own });
  expect(await findKeysFacts()).toMatchObject({ source: "environment", problem: "mismatch" });
  expect(keysOf(await stored())).toBe("mismatch");
  await expect(ensurePublicKey()).rejects.toMatchObject({ code: "CONFLICT" });
});

test("keys of another AUTH_SECRET are said to be unreadable, and replaced only by an administrator", async () => {
  await ensurePublicKey();
  Object.assign(env(), { AUTH_SECRET: "another secret of thirty-two characters" });
  expect(await findKeysFacts()).toMatchObject({ source: "stored", publicKey: null, problem: "unreadable" });
  await expect(ensurePublicKey()).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining("AUTH_SECRET"),
  });
  const { actor } = await aPerson([await aTenant()], "admin");
  const admin = proveScope(actor, [], { unlimited: true });
  const { publicKey } = await renewKeys(admin);
  expect(await findKeysFacts()).toMatchObject({
    source: "stored",
    publicKey,
    problem: null,
    changedByName: actor.name,
  });
});

test("only administrators of all tenants make new keys, and not against the environment", async () => {
  const limited = await aPerson([await aTenant()], "admin");
  await expect(renewKeys(limited)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  Object.assign(env(), { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey });
  const admin = proveScope(limited.actor, [], { unlimited: true });
  await expect(renewKeys(admin)).rejects.toMatchObject({ code: "CONFLICT" });
});
