// Reports progress of a silent step: with a slow registry, an install takes many minutes.

const EVERY_MS = 60_000;

/**
 * Waits for a silent step, and reports once a minute that it continues.
 * @template T
 * @param {string} what "installing packages"
 * @param {(line: string) => void} note
 * @param {() => Promise<T>} step
 * @param {number} [everyMs]
 * @returns {Promise<T>} the step's result or rejection
 */
export async function slowStep(what, note, step, everyMs = EVERY_MS) {
  const timer = setInterval(() => note(`still ${what}`), everyMs);
  try {
    return await step();
  } finally {
    clearInterval(timer);
  }
}
