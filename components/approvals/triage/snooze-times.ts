import { instantOf, readLocal, wallClock } from "@/components/ui/local-time";

const MINUTE_MS = 60_000;

/** Nine in the morning of the zone's next day. */
export function tomorrowNine(now: number, zone: string): Date {
  const wall = new Date(wallClock(now, zone));
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + 1, 9), zone);
}

export type SnoozeChoice = "quarter" | "hour" | "tomorrow" | "custom";

/** When a choice ends. Null for a custom time that is not whole. */
export function untilOf(choice: SnoozeChoice, custom: string, now: number, zone: string): Date | null {
  switch (choice) {
    case "quarter":
      return new Date(now + 15 * MINUTE_MS);
    case "hour":
      return new Date(now + 60 * MINUTE_MS);
    case "tomorrow":
      return tomorrowNine(now, zone);
    case "custom":
      return readLocal(custom, zone);
  }
}
