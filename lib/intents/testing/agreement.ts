const pairs = (count: number): number => (count * (count - 1)) / 2;

function sizes(keys: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts.values()];
}

/** Adjusted Rand index of two groupings: 1 if equal, 0 for chance. */
export function adjustedRand(a: readonly string[], b: readonly string[]): number {
  const sum = (keys: readonly string[]) => sizes(keys).reduce((total, size) => total + pairs(size), 0);
  const both = sum(a.map((key, at) => JSON.stringify([key, b[at]])));
  const [one, other] = [sum(a), sum(b)];
  const chance = (one * other) / pairs(a.length);
  return (both - chance) / ((one + other) / 2 - chance);
}
