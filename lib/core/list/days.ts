import { DAY_MS, MINUTE_MS } from "../durations";
import { isDay, type Kind, LATEST_MS, time } from "./kinds";

/** When a time begins and ends that an address names by days or instants. Days are the zone's; the last one is included. */
export function periodOf(
  { since, until }: { since?: string; until?: string },
  zone = "UTC",
): { since: Date | undefined; until: Date | undefined } {
  return {
    since: since === undefined ? undefined : instantOf(since, zone, 0),
    until: until === undefined ? undefined : instantOf(until, zone, 1),
  };
}

/** A day's midnight, `later` days on, where there is one that can be kept; an instant itself. */
function instantOf(text: string, zone: string, later: number): Date {
  if (!isDay(text)) return new Date(text);
  const asUtc = Date.parse(text) + later * DAY_MS;
  // Twice, because the first guess may lie on the other side of a change to or from summer time.
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

/** A day, an instant or an age as `time` takes them, that is past and at most so many days ago. An age may be a moment more. */
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
