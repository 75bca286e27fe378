import { Session } from "node:inspector";

/**
 * Number of function calls in scripts during `run`, a measure independent of the machine.
 * @param counts whether a script counts, by its URL
 */
export function stepsOf(run: () => unknown, counts: (url: string) => boolean): number {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  try {
    run();
    let steps = 0;
    session.post("Profiler.takePreciseCoverage", (error, { result }) => {
      if (error) throw error;
      const functions = result.filter(({ url }) => counts(url)).flatMap((script) => script.functions);
      for (const { ranges } of functions) steps += ranges[0]?.count ?? 0;
    });
    return steps;
  } finally {
    session.post("Profiler.stopPreciseCoverage");
    session.disconnect();
  }
}
