/** A zone's wall clock at an instant, encoded as if it were UTC. */
export function wallClock(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(at);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
}

/**
 * The instant of a zone's wall clock. A skipped time gives the moment after, a repeated one the
 * first.
 */
export function instantOf(wall: number, zone: string): Date {
  const guess = wall - (wallClock(wall, zone) - wall);
  return new Date(wall - (wallClock(guess, zone) - guess));
}

/** The value of a datetime-local field as a time of the zone; null if incomplete. */
export function readLocal(text: string, zone: string): Date | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text.slice(0, 16)}Z`) : Number.NaN;
  return Number.isNaN(wall) ? null : instantOf(wall, zone);
}

/** The inverse of `readLocal`. */
export function writeLocal(at: number, zone: string): string {
  return new Date(wallClock(at, zone)).toISOString().slice(0, 16);
}
