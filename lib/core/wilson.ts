// The normal quantile of a two-sided confidence of 95 %.
const Z = 1.959964;

/**
 * The lower end of the Wilson interval (95 %) of a share: how large it is at the least, given so many trials. Both may be
 * fractions, for trials that are weighted. 0 without trials.
 */
export function wilsonLower(hits: number, trials: number): number {
  if (trials <= 0) return 0;
  const share = Math.min(1, Math.max(0, hits / trials));
  const z2 = Z * Z;
  const middle = share + z2 / (2 * trials);
  const spread = Z * Math.sqrt((share * (1 - share) + z2 / (4 * trials)) / trials);
  return Math.max(0, (middle - spread) / (1 + z2 / trials));
}
