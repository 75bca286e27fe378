import type { ShownReport } from "../wire";

/** Reports with the same words, the newest first. Agents and sessions may differ. */
export type EqualReports = [newest: ShownReport, ...others: ShownReport[]];

/** Folds equal reports of a page, in the order of the newest of each. */
export function foldEqual(reports: readonly ShownReport[]): EqualReports[] {
  const folds = new Map<string, EqualReports>();
  for (const report of reports) {
    const { severity, attemptedAction, expectedOutcome, actualOutcome, errorSeen } = report;
    const key = JSON.stringify([severity, attemptedAction, expectedOutcome, actualOutcome, errorSeen]);
    const fold = folds.get(key);
    if (fold) fold.push(report);
    else folds.set(key, [report]);
  }
  return [...folds.values()];
}

/** How many reports came from each agent, the most first. */
export function agentsOf(reports: readonly ShownReport[]): [agent: string | null, count: number][] {
  const counts = new Map<string | null, number>();
  for (const { agent } of reports) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
