import { createHash } from "node:crypto";

// What the tests may cost, so that `npm test` stays quick. Seconds alone say little: the machine may be slow, or do other things
// meanwhile. So a fixed piece of work is timed again and again while the tests run, and tells how fast the machine is for them.

// Not a piece of JavaScript: how long that takes depends on when it is compiled, and how well.
const PIECE = Buffer.alloc(32 * 1024 * 1024);
/** How long the piece takes on the machine that the budgets were written for, when it does nothing else. */
const PIECE_MS = 25;
const EVERY_MS = 2_000;

/** Of the seconds of a step, what one file may take: while one goes on alone, a core has nothing to do. */
const SHARE_MAX = 0.12;
/** A few files are somebody's choice, and one of them is always the slowest. */
const FILES_MIN = 20;

function piece() {
  const began = performance.now();
  createHash("sha256").update(PIECE).digest();
  return performance.now() - began;
}

/**
 * Begins to time the machine.
 * @returns {() => number} ends that, and answers how many times as long as it should the piece took on average
 */
export function startPace() {
  const taken = [piece()];
  const timer = setInterval(() => taken.push(piece()), EVERY_MS);
  return () => {
    clearInterval(timer);
    return taken.reduce((sum, ms) => sum + ms, 0) / taken.length / PIECE_MS;
  };
}

/** Whole seconds that all files together take on the machine of the budgets; `durations` and `pace` as below. */
export const paced = (durations, pace) =>
  Math.round(durations.reduce((sum, [, ms]) => sum + ms, 0) / 1_000 / pace);

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
