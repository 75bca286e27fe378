import { afterAll, beforeAll, type MockInstance, vi } from "vitest";

/**
 * Returns a function that advances this process's monotonic clock (`performance.now`). Restored at
 * the end of the file.
 */
export function movedClock(): (ms: number) => void {
  const now = performance.now.bind(performance);
  let ahead = 0;
  let clock: MockInstance<() => number> | undefined;
  beforeAll(() => {
    clock = vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
  });
  afterAll(() => clock?.mockRestore());
  return (ms) => {
    ahead += ms;
  };
}
