// Normal quantiles of two-sided confidences, in percent.
const QUANTILES = { 90: 1.644854, 95: 1.959964 } as const;

/**
 * Wilson interval of a share (Wilson 1927): accurate for few trials and for shares near 0 and 1.
 * Hits and trials may be fractional. 0 to 1 without trials.
 */
export function wilson(
  hits: number,
  trials: number,
  confidence: keyof typeof QUANTILES = 95,
): { low: number; high: number } {
  if (trials <= 0) return { low: 0, high: 1 };
  const z = QUANTILES[confidence];
  const share = Math.min(1, Math.max(0, hits / trials));
  const middle = share + z ** 2 / (2 * trials);
  const spread = z * Math.sqrt((share * (1 - share) + z ** 2 / (4 * trials)) / trials);
  const whole = 1 + z ** 2 / trials;
  return { low: Math.max(0, (middle - spread) / whole), high: Math.min(1, (middle + spread) / whole) };
}
