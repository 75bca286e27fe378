// What the tests may cost, so that `npm test` stays quick. Seconds alone say little: the machine may be slow, or do other things
// meanwhile. So a fixed piece of work is timed again and again while the tests run, and tells how fast the machine is for them.

const LOOPS = 10_000_000;
/** How long the piece takes on the machine that the budgets were written for, when it does nothing else. */
const PIECE_MS = 20;
const EVERY_MS = 2_000;

/** Of the seconds of a step, what one file may take: while one goes on alone, a core has nothing to do. */
const SHARE_MAX = 0.12;
/** A few files are somebody's choice, and one of them is always the slowest. */
const FILES_MIN = 20;

function piece() {
  const began = performance.now();
  let mixed = 1;
  for (let turn = 0; turn < LOOPS; turn += 1) mixed = (Math.imul(mixed, 1_664_525) + turn) | 0;
  return { ms: performance.now() - began, mixed };
}

/**
 * Begins to time the machine.
 * @returns {() => number} ends that, and answers how many times as long as it should the piece took on average
 */
export function startPace() {
  const taken = [piece().ms];
  const timer = setInterval(() => taken.push(piece().ms), EVERY_MS);
  return () => {
    clearInterval(timer);
    return taken.reduce((sum, ms) => sum + ms, 0) / taken.length / PIECE_MS;
  };
}

/**
 * What a step's files took too much of.
 * @param {readonly (readonly [string, number])[]} durations milliseconds by file
 * @param {number} pace as `startPace` ends with
 * @param {number} secondsMax what all files together may take at a pace of one
 * @returns {string[]} a line for each that is over its budget
 */
export function overBudget(durations, pace, secondsMax) {
  if (durations.length < FILES_MIN) return [];
  const total = durations.reduce((sum, [, ms]) => sum + ms, 0);
  const seconds = (ms) => `${(ms / 1_000 / pace).toFixed(0)} s`;
  const over = durations
    .filter(([, ms]) => ms > SHARE_MAX * total)
    .map(([file, ms]) => `${file} takes ${seconds(ms)} of ${seconds(total)}; make it quicker or split it`);
  if (total / 1_000 / pace > secondsMax)
    over.push(
      `all files take ${seconds(total)} at the pace of this machine, the budget is ${secondsMax} s; the slowest stand above`,
    );
  return over;
}
