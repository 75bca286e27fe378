import { expect, test, vi } from "vitest";
import { every, type Job } from "./every";

const HOUR_MS = 3_600_000;
const WAIT_MS = 60_000;

vi.setConfig({ testTimeout: 2 * WAIT_MS });

async function passes(enough: number, job: Partial<Job>): Promise<void> {
  const stop = new AbortController();
  let count = 0;
  const runOnce = async (signal: AbortSignal) => {
    count += 1;
    if (count === enough) stop.abort();
    return job.runOnce?.(signal);
  };
  const late = setTimeout(() => stop.abort(), WAIT_MS);
  await every({ name: "test", ms: 1, ...job, runOnce }, stop.signal);
  clearTimeout(late);
  expect(count).toBe(enough);
}

const lost = () => Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

test("the first pass comes at once, the next after the period", async () => {
  await passes(1, { ms: HOUR_MS });
  const began = performance.now();
  await passes(3, { ms: 100 });
  expect(performance.now() - began).toBeGreaterThan(170);
});

test("a pass that leaves more is followed at once, and one that fails by another try", async () => {
  await passes(5, { ms: HOUR_MS, runOnce: async () => true });
  await passes(3, { runOnce: () => Promise.reject(new Error("planted")) });
});

test("an outage is waited out in seconds, whatever the period", async () => {
  const failures = [lost(), lost()];
  const began = performance.now();
  await passes(3, {
    ms: HOUR_MS,
    runOnce: async () => {
      const error = failures.pop();
      if (error) throw error;
    },
  });
  expect(performance.now() - began).toBeGreaterThan(1_900);
});

test("a call wakes it, also one during a pass; no call comes sooner than the gap allows", async () => {
  let notice: () => void = () => undefined;
  let silenced = false;
  const wake = async (ring: () => void) => {
    notice = ring;
    return () => {
      silenced = true;
    };
  };
  const began = performance.now();
  await passes(3, { ms: HOUR_MS, gapMs: 50, wake, runOnce: async () => notice() });
  expect(performance.now() - began).toBeGreaterThan(95);
  await passes(2, { ms: HOUR_MS, wake, runOnce: async () => void setTimeout(notice, 20) });
  expect(silenced).toBe(true);
});

test("a job may say when to look again", async () => {
  const rests = [5, 5, HOUR_MS];
  await passes(3, { ms: async () => rests.shift() ?? HOUR_MS });
  expect(rests).toEqual([HOUR_MS]);
});

test("the signal ends a rest, and what comes at the end is done, or logged when it fails", async () => {
  const stop = new AbortController();
  let ended = false;
  const atEnd = async () => {
    ended = true;
    throw new Error("planted");
  };
  const ms = async () => {
    setImmediate(() => stop.abort()); // idle by then
    return HOUR_MS;
  };
  await every({ name: "test", ms, runOnce: async () => 0, atEnd }, stop.signal);
  expect(ended).toBe(true);
});
