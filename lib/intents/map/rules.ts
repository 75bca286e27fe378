import { DEGRADED_SHARE_MIN, WATCH_SHARE_MIN } from "@/lib/signals/health/types";
import type { MappedIntent, Outlook } from "./types";

// Radii as shares of the map's width.
const [SMALLEST, LARGEST] = [0.009, 0.055];

/** The radius of an intent's circle as a share of the map's width; its area grows with its calls. */
export function radiusOf(calls: number, most: number): number {
  return Math.max(SMALLEST, LARGEST * Math.sqrt(calls / Math.max(1, most)));
}

const HELD_SHARE_MIN = 0.5;

/** The health of tools has the same lines. */
export function outlookOf({ calls, failed, held }: Pick<MappedIntent, "calls" | "failed" | "held">): Outlook {
  const share = (part: number) => part / Math.max(1, calls);
  if (share(failed) >= DEGRADED_SHARE_MIN) return "failing";
  if (share(held) >= HELD_SHARE_MIN) return "held";
  return share(failed) >= WATCH_SHARE_MIN ? "watch" : "fine";
}
