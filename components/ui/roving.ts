/**
 * The next index for a key in a list that wraps; null if the key does not move. `at` is -1 before
 * the first move.
 */
export function stepTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return at <= 0 ? count - 1 : at - 1;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** The next entry that begins with the typed character, or null. */
export function byTyping(key: string, at: number, names: readonly string[]): number | null {
  if (key.length !== 1 || key === " ") return null;
  const wanted = key.toLocaleLowerCase("en");
  for (let step = 1; step <= names.length; step += 1) {
    const index = (Math.max(at, -1) + step + names.length) % names.length;
    if (names[index]?.toLocaleLowerCase("en").startsWith(wanted)) return index;
  }
  return null;
}
