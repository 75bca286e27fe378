import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/core/durations";

/** What people are offered to add to a deadline. */
export const EXTENSIONS = [
  { seconds: (15 * MINUTE_MS) / SECOND_MS, label: "15 minutes" },
  { seconds: HOUR_MS / SECOND_MS, label: "1 hour" },
  { seconds: (4 * HOUR_MS) / SECOND_MS, label: "4 hours" },
  { seconds: DAY_MS / SECOND_MS, label: "1 day" },
  { seconds: (3 * DAY_MS) / SECOND_MS, label: "3 days" },
] as const;

/** The one chosen at first: an hour. */
export const USUAL_EXTENSION = EXTENSIONS[1];
