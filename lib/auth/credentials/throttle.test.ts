import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeDatabase } from "@/lib/core/db";
import type { DomainError } from "@/lib/core/errors";
import { useOwnDatabase } from "@/lib/delivery/testing/database";
import { unique } from "@/lib/testing/factories";

// One count is everybody's, so these tests have a database of their own.

let own: Awaited<ReturnType<typeof useOwnDatabase>>;

beforeAll(async () => {
  own = await useOwnDatabase();
});

afterAll(async () => {
  await closeDatabase();
  await own.drop();
});

/** The throttle as another web process has it: nothing shared but the database. */
async function anotherProcess(): Promise<typeof import("./throttle")> {
  vi.resetModules();
  return import("./throttle");
}

/** How many of the attempts were let through, and the first refusal. */
async function attempts(count: number, attempt: (turn: number) => Promise<void>) {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, turn) => attempt(turn)));
  const refused = results.filter((result) => result.status === "rejected");
  return { passed: count - refused.length, refusal: refused[0]?.reason as DomainError | undefined };
}

test("of forty attempts on one address over two processes, ten are looked at", async () => {
  const email = unique("victim");
  const processes = [await anotherProcess(), await anotherProcess()];
  const { passed, refusal } = await attempts(40, (turn) =>
    (processes[turn % 2] as (typeof processes)[0]).countSignIn(email),
  );
  expect(passed).toBe(10);
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  expect(refusal?.message).toMatch(/wait 15 minutes, then try again\.$/);
  expect(refusal?.details.retryAfter).toBeGreaterThan(800);
  expect(refusal?.details.retryAfter).toBeLessThanOrEqual(900);
  const { countSignIn } = await anotherProcess();
  await countSignIn(unique("somebody-else"));
});

test("a good sign-in clears the count of its address", async () => {
  const { countSignIn, clearSignIns } = await anotherProcess();
  const email = unique("forgetful");
  for (let turn = 0; turn < 10; turn += 1) await countSignIn(email);
  await clearSignIns(email);
  await countSignIn(email);
});

test("guessing at many addresses ends at a count of its own", async () => {
  const { countSignIn } = await anotherProcess();
  let passed = 0;
  let refusal: DomainError | undefined;
  for (let turn = 0; turn < 20 && !refusal; turn += 1) {
    const result = await attempts(20, () => countSignIn(unique("many")));
    passed += result.passed;
    refusal = result.refusal;
  }
  // Those of the tests before count, too.
  expect(passed).toBeGreaterThan(250);
  expect(passed).toBeLessThanOrEqual(300);
  expect(refusal?.details.retryAfter).toBeLessThanOrEqual(60);
  expect(refusal?.message).toMatch(/wait \d+ seconds?, then try again\.$/);
});

test("when strangers have filled everybody's count, a known device still signs in, ten times", async () => {
  const { countSignIn, clearSignIns } = await anotherProcess();
  const email = unique("ines");
  // Everybody's count is full from the test before, as after a flood by one anonymous client.
  for (let turn = 0; turn < 15; turn += 1) await attempts(20, () => countSignIn(unique("flood")));
  await expect(countSignIn(email)).rejects.toMatchObject({ code: "RATE_LIMITED" });
  const device = unique("device");
  const { passed, refusal } = await attempts(20, () => countSignIn(email, device));
  expect(passed).toBe(10);
  expect(refusal).toMatchObject({ code: "RATE_LIMITED" });
  await countSignIn(email, unique("device"));
  await clearSignIns(email, device);
  await countSignIn(email, device);
});
