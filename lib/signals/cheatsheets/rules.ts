import { wilson } from "@/lib/core/wilson";
import type { Share, SheetEffect } from "./types";

/** A share with its Wilson interval of 95 %. Null without calls. */
export function shareOf(refused: number, calls: number): Share | null {
  return calls <= 0 ? null : { refused, calls, share: refused / calls, ...wilson(refused, calls) };
}

/** Whether two shares differ by more than chance would explain: their intervals do not meet. */
export function verdictOf(before: Share | null, after: Share | null): SheetEffect["verdict"] {
  if (!before || !after) return "none";
  if (after.high < before.low) return "fewer";
  return after.low > before.high ? "more" : "open";
}
