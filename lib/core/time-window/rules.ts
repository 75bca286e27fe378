import { type TimeWindow, WEEKDAYS, type Weekday, type WeekHours } from "./types";

type LocalTime = { weekday: Weekday; minute: number };

export type LocalClock = (zone: string) => LocalTime;

// A formatter is expensive; there are as many zones as policies name.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formatters.set(zone, made);
  return made;
}

/** A clock that shows one moment. */
export function clockAt(at: Date): LocalClock {
  const shown = new Map<string, LocalTime>();
  return (zone) => {
    const known = shown.get(zone);
    if (known) return known;
    const parts = new Map(
      formatterOf(zone)
        .formatToParts(at)
        .map(({ type, value }) => [type, value]),
    );
    const day = parts.get("weekday")?.toLowerCase();
    const weekday = WEEKDAYS.find((one) => one === day) ?? "mon";
    const time = { weekday, minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")) };
    shown.set(zone, time);
    return time;
  };
}

/** Reads a time window once: whether a moment falls into it. */
export function compileWindow({ zone, ...hours }: TimeWindow): (clock: LocalClock) => boolean {
  const holds = compileHours(hours);
  return (clock) => holds(clock(zone));
}

/** Reads hours of the week once: whether what a clock shows falls into them. */
export function compileHours({ weekdays, from, to }: WeekHours): (time: LocalTime) => boolean {
  const begins = (day: Weekday) => weekdays.length === 0 || weekdays.includes(day);
  if (from === null || to === null) return ({ weekday }) => begins(weekday);
  const [first, end] = [minutesOf(from), minutesOf(to)];
  if (first < end) return ({ weekday, minute }) => begins(weekday) && minute >= first && minute < end;
  return ({ weekday, minute }) =>
    minute >= first ? begins(weekday) : minute < end && begins(dayBefore(weekday));
}

function minutesOf(time: string): number {
  const [hours = "0", minutes = "0"] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

function dayBefore(day: Weekday): Weekday {
  return WEEKDAYS[(WEEKDAYS.indexOf(day) + WEEKDAYS.length - 1) % WEEKDAYS.length] ?? day;
}
