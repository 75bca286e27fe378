import { afterAll, expect, test } from "vitest";
import { answerFrom } from "@/lib/core/client-network";
import { closeDatabase, ingest } from "@/lib/core/db";
import { systemScope } from "@/lib/core/scope";
import { createGateway } from "@/lib/gateways/commands";
import { createKey, revokeKey } from "@/lib/gateways/keys";
import { aTenant, unique } from "@/lib/testing/factories";
import { laneClock } from "../testing/lane-clock";
import { aSignInPerson } from "../testing/people";
import { authenticateBearer } from "./bearer";
import { createTokenFor } from "./tokens";
import { findKnown } from "./unknown";

const system = systemScope("tests");

const PAUSE_MS = 50;

afterAll(closeDatabase);

const asking = (peer: string, credential: string) =>
  answerFrom({ peer, forwarded: undefined }, () =>
    authenticateBearer(
      new Request("http://localhost:3000/", { headers: { authorization: `Bearer ${credential}` } }),
    ),
  );

const codeOf = (peer: string, credential: string): Promise<string> =>
  asking(peer, credential).then(
    () => "good",
    (error: { code?: string }) => error.code ?? String(error),
  );

async function codesOf(count: number, peer: string, prefix = "csk_"): Promise<Record<string, number>> {
  const codes = await Promise.all(
    Array.from({ length: count }, () => codeOf(peer, `${prefix}${unique("guess")}`)),
  );
  return Object.fromEntries(
    [...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]),
  );
}

async function aKey(): Promise<{ id: string; key: string }> {
  const tenant = await aTenant();
  const gateway = await createGateway(system, { name: unique("gw"), tenants: [tenant.key] });
  return createKey(system, gateway.id, [tenant.key]);
}

test("keys and tokens that nobody has share a small budget of their network", async () => {
  expect(await codesOf(50, "8.8.1.1")).toEqual({ UNAUTHENTICATED: 50 });
  expect(await codesOf(50, "8.8.1.1", "cst_")).toEqual({ UNAUTHENTICATED: 10, RATE_LIMITED: 40 });
  expect(await codesOf(5, "8.8.1.2")).toEqual({ UNAUTHENTICATED: 5 });
  await expect(asking("8.8.1.1", "csk_x")).rejects.toMatchObject({
    message: expect.stringMatching(/did not look this one up and did nothing; wait \d+ s/),
    details: { limit: { name: "unknown-credentials", points: 60, seconds: 60 } },
  });
});

test("behind the budget no question reaches the database", async () => {
  await codesOf(60, "8.8.2.1");
  const answers = await ingest(system, async (tx) => {
    // A lookup waits for this transaction, which waits for the lookup.
    await tx.$executeRaw`lock table api_keys in access exclusive mode`;
    return codesOf(20, "8.8.2.1");
  });
  expect(answers).toEqual({ RATE_LIMITED: 20 });
});

test("credentials that were good before pass, whatever else their network sends", async () => {
  const [{ key, id }, fresh] = [await aKey(), await aKey()];
  const person = await aSignInPerson();
  const { token } = await createTokenFor(system, person.email);
  expect(await codeOf("8.8.3.1", key)).toBe("good");
  expect(await codeOf("8.8.3.1", token)).toBe("good");
  expect(await codesOf(100, "8.8.3.1")).toEqual({ UNAUTHENTICATED: 60, RATE_LIMITED: 40 });
  const together = [key, token, key, token].map((credential) => codeOf("8.8.3.1", credential));
  expect(await Promise.all(together)).toEqual(["good", "good", "good", "good"]);
  expect(await codeOf("8.8.3.1", fresh.key)).toBe("RATE_LIMITED");
  expect(await codeOf("8.8.3.2", fresh.key)).toBe("good");
  expect(await codeOf("8.8.3.1", fresh.key)).toBe("good");
  await revokeKey(system, id);
  await expect.poll(() => codeOf("8.8.3.2", key)).toBe("UNAUTHENTICATED");
});

test("good credentials use nothing up, however many there are", async () => {
  const somebody = { name: "somebody" };
  const found = async () => somebody;
  for (let turn = 0; turn < 70; turn += 1) {
    const asked = () => findKnown(unique("hash"), found);
    expect(await answerFrom({ peer: "8.8.4.1", forwarded: undefined }, asked)).toBe(somebody);
  }
});

test("a database that is away uses nothing up", async () => {
  const away = () => Promise.reject(new Error("the database is away"));
  for (let turn = 0; turn < 70; turn += 1)
    await expect(
      answerFrom({ peer: "8.8.5.1", forwarded: undefined }, () => findKnown(unique("hash"), away)),
    ).rejects.toThrow("the database is away");
});

test("a database that is away does not make a good credential unknown", async () => {
  const somebody = { name: "somebody" };
  const ask = (find: () => Promise<object | null>, hash = "a good one") =>
    answerFrom({ peer: "8.8.6.1", forwarded: undefined }, () => findKnown(hash, find));
  expect(await ask(async () => somebody)).toBe(somebody);
  await expect(ask(() => Promise.reject(new Error("the database is away")))).rejects.toThrow("away");
  for (let turn = 0; turn < 60; turn += 1) await ask(async () => null, unique("guess"));
  expect(await ask(async () => somebody, "another")).toEqual(expect.any(Number));
  expect(await ask(async () => somebody)).toBe(somebody);
});

test("behind a proxy that nobody named, a key of somebody else waits its turn", async () => {
  const { hurry } = laneClock(PAUSE_MS);
  const { key } = await aKey();
  await codesOf(60, "127.0.0.1");
  const flood = codesOf(50, "127.0.0.1");
  expect(await codeOf("127.0.0.1", key)).toBe("good");
  hurry();
  expect(await flood).toEqual({ UNAUTHENTICATED: 50 });
  expect(await codesOf(150, "127.0.0.1")).toEqual({ UNAUTHENTICATED: 100, RATE_LIMITED: 50 });
});
