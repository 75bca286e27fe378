// Long work in one process with many who wait: it stops in between and lets them have their turn.

const TURN_MS = 5;

/** Resolves when everything that was waiting already had its turn. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Lets others have their turn once this work had some milliseconds; to be asked as often as possible. */
export function sharing(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < TURN_MS) return undefined;
    return nextTurn().then(() => {
      since = performance.now();
    });
  };
}
