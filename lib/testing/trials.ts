/** Whether all trials are asked for: `npm run test:faults`. */
const ALL = process.env.FAULT_TRIALS === "all";

/**
 * How often a test tries what ends differently from time to time: a process killed at random, a race.
 * @param few in every run of the tests
 * @param all in `npm run test:faults`
 */
export function trials(few: number, all: number): number {
  return ALL ? all : few;
}

/** The time that many of them may take, where a few may take `ms`. */
export const timeForTrials = (ms: number): number => (ALL ? 20 * ms : ms);
