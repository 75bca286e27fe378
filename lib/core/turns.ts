// Yields during long work, so that others in the process get a turn.

const TURN_MS = 5;

/** Resolves after everything already queued has run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Yields once this work has used some milliseconds. Call it often. */
export function sharing(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
