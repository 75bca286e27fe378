const ALL = process.env.FAULT_TRIALS === "all";

/**
 * Repetitions of a test with random results: a random kill, a race.
 * @param few in normal runs
 * @param all in `npm run test:faults`
 */
export function trials(few: number, all: number): number {
  return ALL ? all : few;
}

/** Time limit for trials, if a few take `ms`. */
export const timeForTrials = (ms: number): number => (ALL ? 20 * ms : ms);
