import { expect, test } from "vitest";
import { randomOf } from "@/lib/testing/random";
import { type AttemptFacts, judgeAttempt, SCHEDULE } from "./schedule";

const HOUR = 3_600_000;
const failed = (facts: Partial<AttemptFacts> = {}): AttemptFacts => ({
  status: 503,
  error: null,
  retryAfterMs: null,
  attempts: 1,
  elapsedMs: 0,
  ...facts,
});

function delayOf(facts: Partial<AttemptFacts>, random = 0.5): number {
  const verdict = judgeAttempt(failed(facts), SCHEDULE, random);
  if (verdict.outcome !== "retry") throw new Error(`expected a retry, got ${verdict.outcome}`);
  return verdict.delayMs;
}

function attemptTimes(random: () => number): number[] {
  const times = [0];
  for (;;) {
    const elapsedMs = times.at(-1) ?? 0;
    const verdict = judgeAttempt(failed({ attempts: times.length, elapsedMs }), SCHEDULE, random());
    if (verdict.outcome !== "retry") return times;
    times.push(elapsedMs + verdict.delayMs);
  }
}

test("attempts come at 0, 5 s, 30 s, 2 m, 10 m, 30 m, 1 h, 2 h, then every 4 h up to 72 h", () => {
  const seconds = attemptTimes(() => 0.5).map((ms) => ms / 1_000);
  expect(seconds.slice(0, 10)).toEqual([0, 5, 30, 120, 600, 1_800, 3_600, 7_200, 21_600, 36_000]);
  expect(seconds.at(-1)).toBe(70 * 3_600);
});

test("jitter moves each wait by at most 20 %, and nothing starts after 72 h", () => {
  const random = randomOf(1);
  for (let run = 0; run < 200; run += 1) {
    const times = attemptTimes(random);
    expect(times.at(-1)).toBeLessThanOrEqual(72 * HOUR);
    expect(times.at(-1)).toBeGreaterThan(60 * HOUR);
  }
  expect([delayOf({}, 0), delayOf({}, 1)]).toEqual([4_000, 6_000]);
});

test("a storm of 503 for a minute is over at most 90 s after it", () => {
  const random = randomOf(2);
  for (let run = 0; run < 500; run += 1) {
    const after = attemptTimes(random).find((ms) => ms >= 60_000) ?? Number.POSITIVE_INFINITY;
    expect(after - 60_000).toBeLessThan(90_000);
  }
});

test.each([
  [0, 1_000],
  [200, 1_000],
  [7_000, 7_000],
  [5 * HOUR, 4 * HOUR],
])("Retry-After of %i ms waits %i ms, never less", (retryAfterMs, expected) => {
  expect(delayOf({ retryAfterMs }, 0)).toBe(expected);
  expect(delayOf({ retryAfterMs }, 1)).toBe(expected * 1.2);
});

test("after the first attempts a short Retry-After no longer shortens the wait", () => {
  expect(delayOf({ attempts: 8, retryAfterMs: 1_000 }, 0.5)).toBe(4 * HOUR);
});

test("204 is an acknowledgement; a redirect, 404 and 500 are not; 410 ends it", () => {
  const outcome = (status: number) => judgeAttempt(failed({ status }), SCHEDULE, 0.5).outcome;
  expect([200, 204, 299, 302, 404, 500, 410].map(outcome)).toEqual([
    "delivered",
    "delivered",
    "delivered",
    "retry",
    "retry",
    "retry",
    "dead",
  ]);
});

test("a 2xx whose answer broke off is not believed", () => {
  expect(judgeAttempt(failed({ status: 200, error: "cut off" }), SCHEDULE, 0.5).outcome).toBe("retry");
});

test("giving up says after how many attempts, and why", () => {
  const verdict = judgeAttempt(failed({ attempts: 25, elapsedMs: 71 * HOUR }), SCHEDULE, 0.5);
  expect(verdict).toEqual({
    outcome: "dead",
    error: "Given up after 25 attempts. The gateway answered HTTP 503.",
    switchOff: false,
  });
});
