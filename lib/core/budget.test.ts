import { RateLimiterMemory } from "rate-limiter-flexible";
import { expect, test } from "vitest";
import { takeFrom } from "./budget";

test("a budget is spent after its points, and says how it stands", async () => {
  const limiter = new RateLimiterMemory({ points: 2, duration: 60 });
  const all = [await takeFrom(limiter, "a"), await takeFrom(limiter, "a"), await takeFrom(limiter, "a")];
  expect(all.map(({ spent, remaining }) => [spent, remaining])).toEqual([
    [false, 1],
    [false, 0],
    [true, 0],
  ]);
  expect(all[2]?.msBeforeNext).toBeGreaterThan(0);
  expect((await takeFrom(limiter, "b")).spent).toBe(false);
});

test("a spent budget is known by another copy of the library, and a failure is not a spent budget", async () => {
  const refusal = { remainingPoints: 0, msBeforeNext: 5, consumedPoints: 3, isFirstInDuration: false };
  const elsewhere = { consume: () => Promise.reject(refusal) };
  expect(await takeFrom(elsewhere, "a")).toEqual({ spent: true, remaining: 0, msBeforeNext: 5 });
  const broken = { consume: () => Promise.reject(new Error("the database is away")) };
  await expect(takeFrom(broken, "a")).rejects.toThrow("the database is away");
});
