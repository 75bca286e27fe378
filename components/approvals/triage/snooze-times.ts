import { instantOf, readLocal, wallClock } from "@/components/ui/local-time";

const MINUTE_MS = 60_000;

/** 09:00 on the zone's next day. */
export function tomorrowNine(now: number, zone: string): Date {
  const wall = new Date(wallClock(now, zone));
  return instantOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + 1, 9), zone);
}

export type SnoozeChoice = "quarter" | "hour" | "tomorrow" | "custom";

/** The end of the snooze; null if the custom time is incomplete. */
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
