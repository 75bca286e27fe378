import { onTestFinished, vi } from "vitest";

/**
 * A clock for a slow lane for the rest of a test: normal until `hurry`, then forty times as fast.
 * @param pauseMs milliseconds that the lane pauses between two
 */
export function laneClock(pauseMs: number): { hurry: () => void; slow: () => void } {
  let hurried = false;
  const real = setTimeout;
  const sooner = (work: () => void, ms?: number, ...more: unknown[]) =>
    real(work, hurried && ms === pauseMs ? pauseMs / 40 : ms, ...more);
  vi.stubGlobal("setTimeout", Object.assign(sooner, real));
  onTestFinished(() => void vi.unstubAllGlobals());
  return {
    hurry: () => {
      hurried = true;
    },
    slow: () => {
      hurried = false;
    },
  };
}
