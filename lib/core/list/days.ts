import { DAY_MS, MINUTE_MS } from "../durations";
import { isDay, type Kind, LATEST_MS, time } from "./kinds";

/**
 * Start and end of a period given by days or instants. Days are in the zone; the last one is
 * inclusive.
 */
export function periodOf(
  { since, until }: { since?: string; until?: string },
  zone = "UTC",
): { since: Date | undefined; until: Date | undefined } {
  return {
    since: since === undefined ? undefined : instantOf(since, zone, 0),
    until: until === undefined ? undefined : instantOf(until, zone, 1),
  };
}

/** Midnight of a day plus `later` days, if it can be stored; an instant unchanged. */
function instantOf(text: string, zone: string, later: number): Date {
  if (!isDay(text)) return new Date(text);
  const asUtc = Date.parse(text) + later * DAY_MS;
  // Twice, because the first guess may be on the other side of a clock change.
  const guess = asUtc - offsetMs(asUtc, zone);
  return new Date(Math.min(asUtc - offsetMs(guess, zone), LATEST_MS));
}

function offsetMs(at: number, zone: string): number {
  if (zone === "UTC") return 0;
  const format = new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "longOffset" });
  const name = format.formatToParts(at).find((part) => part.type === "timeZoneName")?.value ?? "GMT";
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  if (!sign) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/**
 * A past day, instant or age as in `time`, at most this many days ago. An age may exceed it by a
 * moment.
 */
export function pastTime(days: number): Kind<string> {
  const any = time();
  return {
    accepts: `${any.accepts}, that is past and at most ${days} days ago`,
    read: (given) => {
      const read = any.read(given);
      const { since } = periodOf({ since: read });
      const ago = since ? Date.now() - since.getTime() : -1;
      return ago > 0 && ago <= days * DAY_MS + MINUTE_MS ? read : undefined;
    },
  };
}
