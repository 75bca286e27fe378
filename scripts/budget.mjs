// Time budgets of tests, so that `npm test` stays quick. Only reported, because seconds depend on
// the machine.

/** Maximum share of one file in a step's seconds: while one file runs alone, a core is idle. */
const SHARE_MAX = 0.12;

/** With fewer files, one is always the slowest. */
const FILES_MIN = 20;

/**
 * Reports files of a step over budget.
 * @param {readonly (readonly [string, number])[]} durations milliseconds by file
 * @param {number} secondsMax budget of all files together on two cores
 * @returns {string[]} a line for each one
 */
export function overBudget(durations, secondsMax) {
  if (durations.length < FILES_MIN) return [];
  const total = durations.reduce((sum, [, ms]) => sum + ms, 0);
  const seconds = (ms) => `${(ms / 1_000).toFixed(0)} s`;
  const over = durations
    .filter(([, ms]) => ms > SHARE_MAX * total)
    .map(([file, ms]) => `${file} takes ${seconds(ms)} of ${seconds(total)}; make it quicker or split it`);
  if (total / 1_000 > secondsMax)
    over.push(`all files take ${seconds(total)}, the budget is ${secondsMax} s`);
  return over;
}
