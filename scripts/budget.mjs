// What the tests should cost, so that `npm test` stays quick. It is told, and fails nothing: seconds depend on the machine.

/** Of the seconds of a step, what one file may take: while one goes on alone, a core has nothing to do. */
const SHARE_MAX = 0.12;

/** A few files are somebody's choice, and one of them is always the slowest. */
const FILES_MIN = 20;

/**
 * What a step's files took too much of.
 * @param {readonly (readonly [string, number])[]} durations milliseconds by file
 * @param {number} secondsMax what all files together should take on two cores
 * @returns {string[]} a line for each that is over its budget
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
