import type { Share, SheetEffect } from "./types";

// Of the normal distribution: 95 % lie within.
const Z = 1.959964;

/** Wilson's interval of a share: honest for few calls and for shares near 0 and 1. Null without calls. */
export function shareOf(refused: number, calls: number): Share | null {
  if (calls <= 0) return null;
  const share = refused / calls;
  const z2 = Z * Z;
  const middle = (share + z2 / (2 * calls)) / (1 + z2 / calls);
  const half = (Z * Math.sqrt((share * (1 - share)) / calls + z2 / (4 * calls * calls))) / (1 + z2 / calls);
  return { refused, calls, share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Whether two shares differ by more than chance would explain: their intervals do not meet. */
export function verdictOf(before: Share | null, after: Share | null): SheetEffect["verdict"] {
  if (!before || !after) return "none";
  if (after.high < before.low) return "fewer";
  return after.low > before.high ? "more" : "open";
}
