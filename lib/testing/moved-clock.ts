import { afterAll, beforeAll, type MockInstance, vi } from "vitest";

/**
 * For what is true after a while: answers how the process's clock that only goes forward (`performance.now`) goes on by so many
 * milliseconds at once. It is as it was when the file has ended.
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
