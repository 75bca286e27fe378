import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { closeDatabase, ingest, read } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { systemScope } from "@/lib/core/scope";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { isPassword } from "../credentials/password";
import { createUser } from "../people/commands";
import { type Setup, setupSchema } from "../schema";
import { completeSetup, createSetupLink, isSetupToken, setupState } from "./setup";

// Whether anyone can sign in depends on the whole database, so these tests need their own.

const COMMAND = "COUNTERSIGN_DATA_DIR='/srv/countersign' npm run countersign --";

const system = systemScope("tests");

const SITE = "https://countersign.example";

const PASSWORD = "correct horse battery staple";

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

beforeEach(() =>
  ingest(system, async (tx) => {
    await tx.user.deleteMany();
    await tx.setupLink.deleteMany();
  }),
);

async function aLink(): Promise<string> {
  const { url } = await createSetupLink(SITE);
  expect(url.startsWith(`${SITE}/setup?token=`)).toBe(true);
  return new URL(url).searchParams.get("token") ?? "";
}

function answers(token: string, email = "ines@acme.example"): Setup {
  return setupSchema.parse({ token, email, name: "Ines", password: PASSWORD });
}

const countUsers = () => read(system, (tx) => tx.user.count());

test("the link makes the first administrator and is gone afterwards", async () => {
  const { COUNTERSIGN_COMMAND } = env();
  Object.assign(env(), { COUNTERSIGN_COMMAND: COMMAND });
  onTestFinished(() => void Object.assign(env(), { COUNTERSIGN_COMMAND }));
  expect(await setupState()).toEqual({ needed: true });
  const token = await aLink();
  expect(await isSetupToken(token)).toBe(true);
  const { userId } = await completeSetup(answers(token));
  const user = await read(system, (tx) => tx.user.findUniqueOrThrow({ where: { id: userId } }));
  expect(user).toMatchObject({ email: "ines@acme.example", role: "admin", allTenants: true });
  expect(await isPassword(PASSWORD, user.passwordHash)).toBe(true);
  expect(await setupState()).toEqual({ needed: false });
  expect(await isSetupToken(token)).toBe(false);
  await expect(completeSetup(answers(token, "late@acme.example"))).rejects.toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringContaining("the command `setup-link`"),
  });
  await expect(createSetupLink(SITE)).rejects.toMatchObject({
    code: "CONFLICT",
    message: expect.stringContaining(`\`${COMMAND} user create\``),
  });
});

test("of twenty at once, exactly one becomes the administrator", async () => {
  const token = await aLink();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, turn) => completeSetup(answers(token, `p${turn}@acme.example`))),
  );
  expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "NOT_FOUND" });
  }
  expect(await countUsers()).toBe(1);
});

test("only the hash of the link is kept", async () => {
  const token = await aLink();
  const rows = await read(system, (tx) => tx.setupLink.findMany());
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("a new link ends the one before it", async () => {
  const [first, second] = [await aLink(), await aLink()];
  await expect(completeSetup(answers(first))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await completeSetup(answers(second));
  expect(await countUsers()).toBe(1);
});

test("a link expires after a day", async () => {
  const { url, expiresAt } = await createSetupLink(SITE);
  expect(Math.round((expiresAt.getTime() - Date.now()) / 3_600_000)).toBe(24);
  await ingest(
    system,
    (tx) => tx.$executeRaw`update setup_links set expires_at = clock_timestamp() - interval '1 second'`,
  );
  const token = new URL(url).searchParams.get("token") ?? "";
  await expect(completeSetup(answers(token))).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a guessed link makes nobody", async () => {
  await aLink();
  await expect(completeSetup(answers("guess"))).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await countUsers()).toBe(0);
});

test("a link that is still open does nothing once somebody was added another way", async () => {
  const token = await aLink();
  await createUser(system, { email: "ops@acme.example", role: "viewer" });
  await expect(completeSetup(answers(token))).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await countUsers()).toBe(1);
});

test.each([
  ["too short", "a short one", "12 characters"],
  ["too long", "a".repeat(201), "200 characters"],
  ["the e-mail address", "Ines@Acme.example", "something other than the e-mail address"],
])("a password that is %s is refused", (_, password, words) => {
  const result = setupSchema.safeParse({ token: "t", email: "ines@acme.example", name: "Ines", password });
  expect(result.error?.issues[0]).toMatchObject({
    path: ["password"],
    message: expect.stringContaining(words),
  });
});
