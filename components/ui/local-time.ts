/** The wall clock of a zone at an instant, as if it were UTC. */
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

/** The instant at which the zone's clocks show this. Where they skip it, the moment after; where they show it twice, the first. */
export function instantOf(wall: number, zone: string): Date {
  const guess = wall - (wallClock(wall, zone) - wall);
  return new Date(wall - (wallClock(guess, zone) - guess));
}

/** What a field of kind datetime-local holds, read as a time of the zone. Null when it is not whole. */
export function readLocal(text: string, zone: string): Date | null {
  const wall = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text.slice(0, 16)}Z`) : Number.NaN;
  return Number.isNaN(wall) ? null : instantOf(wall, zone);
}

/** The same, written for such a field. */
export function writeLocal(at: number, zone: string): string {
  return new Date(wallClock(at, zone)).toISOString().slice(0, 16);
}
