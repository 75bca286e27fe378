import { DAY_MS } from "@/lib/core/durations";
import type { IssueState } from "../types";
import type { Mark } from "./types";

export const FIRST_SEEN_DAYS = 7;

const CLOSED: readonly IssueState[] = ["resolved", "declined", "merged"];

/**
 * The mark of an issue, first match: regressed, growing (more sessions than last week), first seen
 * in the last seven days, ongoing. None once it is closed.
 */
export function markOf(
  { state, growing, firstSeenAt }: { state: IssueState; growing: boolean; firstSeenAt: Date },
  now: Date,
): Mark | null {
  if (CLOSED.includes(state)) return null;
  if (state === "regressed") return "regressed";
  if (growing) return "growing";
  return now.getTime() - firstSeenAt.getTime() < FIRST_SEEN_DAYS * DAY_MS ? "first_seen" : "ongoing";
}
