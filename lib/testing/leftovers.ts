import { afterAll, expect, vi } from "vitest";

// Files of a process run in sequence and share its variables, clock and modules, so each has to
// restore them.

const before = { ...process.env };

const ended = globalThis as { countersignWaits?: AbortController; countersignDraining?: boolean };

afterAll(() => {
  const after = { ...process.env };
  // Restores them, so that only this file fails, not later ones.
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
