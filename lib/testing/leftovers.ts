import { afterAll, expect, vi } from "vitest";

// The files of a process run one after another and share its variables, its clock and what is loaded: each leaves them as they were.

const before = { ...process.env };

const ended = globalThis as { countersignWaits?: AbortController; countersignDraining?: boolean };

afterAll(() => {
  const after = { ...process.env };
  // So that one file is told of it, not all that come later.
  for (const name of Object.keys({ ...before, ...after }))
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  const isClockReal = !vi.isFakeTimers();
  vi.useRealTimers();
  const isServing = !ended.countersignWaits?.signal.aborted && !ended.countersignDraining;
  if (!isServing) {
    delete ended.countersignWaits;
    delete ended.countersignDraining;
  }
  expect(isServing, "a file left its process shutting down").toBe(true);
  expect(after, "the variables that a file left behind").toEqual(before);
  expect(isClockReal, "a file left its clock behind").toBe(true);
});
