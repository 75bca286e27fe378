import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/core/durations";

export type MomentForm = "time" | "time-seconds" | "date" | "date-time" | "relative";

const FORMS = {
  absolute: {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    timeZoneName: "short",
  },
  time: { hour: "2-digit", minute: "2-digit" },
  seconds: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  date: { day: "numeric", month: "short" },
  "date of another year": { day: "numeric", month: "short", year: "numeric" },
  day: { year: "numeric", month: "numeric", day: "numeric" },
  year: { year: "numeric" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

// Formatters are expensive to create; one per zone.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string, form: keyof typeof FORMS): Intl.DateTimeFormat {
  const key = `${form} ${zone}`;
  let known = formatters.get(key);
  if (!known) {
    known = new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...FORMS[form] });
    formatters.set(key, known);
  }
  return known;
}

/** Whether the text names a time zone this runtime knows. */
export function isZone(text: string | undefined): text is string {
  if (!text || text.length > 64) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false; // the runtime's way of saying that it does not know the zone
  }
}

/** The full date and time with the zone's name, for a tooltip. */
export function absolute(at: Date, zone: string): string {
  return formatter(zone, "absolute").format(at);
}

/** The distance in time, rounded down to one unit. */
function relative(at: Date, now: Date): string {
  const span = now.getTime() - at.getTime();
  const size = Math.abs(span);
  if (size < MINUTE_MS) return "just now";
  const words =
    size < HOUR_MS
      ? `${Math.floor(size / MINUTE_MS)} min`
      : size < DAY_MS
        ? `${Math.floor(size / HOUR_MS)} h`
        : `${Math.floor(size / DAY_MS)} d`;
  return span > 0 ? `${words} ago` : `in ${words}`;
}

/** A moment in words, in the given zone. */
export function momentText(at: Date, form: MomentForm, zone: string, now: Date): string {
  switch (form) {
    case "time":
      return formatter(zone, "time").format(at);
    case "time-seconds":
      return formatter(zone, "seconds").format(at);
    case "date":
      return formatter(zone, isSame("year", at, now, zone) ? "date" : "date of another year").format(at);
    case "date-time":
      return isSame("day", at, now, zone)
        ? momentText(at, "time", zone, now)
        : `${momentText(at, "date", zone, now)}, ${momentText(at, "time", zone, now)}`;
    case "relative":
      return Math.abs(now.getTime() - at.getTime()) < 7 * DAY_MS
        ? relative(at, now)
        : momentText(at, "date", zone, now);
  }
}

// Two moments this far apart are on different days in every zone.
const DAY_AT_MOST_MS = 26 * HOUR_MS;

function isSame(part: "day" | "year", a: Date, b: Date, zone: string): boolean {
  if (part === "day" && Math.abs(a.getTime() - b.getTime()) > DAY_AT_MOST_MS) return false;
  const { format } = formatter(zone, part);
  return format(a) === format(b);
}

type TimeLeft = { text: string; urgent: boolean; over: boolean; nextChangeMs: number };

const TICK_UNDER_MS = 2 * MINUTE_MS;
// Urgent is the last tenth of the time, and at least the last quarter of an hour.
const URGENT_UNDER_MS = 15 * MINUTE_MS;
const URGENT_SHARE = 0.1;

/**
 * The time until `deadline`. Urgent in the last 15 minutes and in the last tenth. Minutes until the
 * last two, then seconds. `nextChangeMs`: when the text changes.
 */
export function timeLeft(deadline: number, now: number, start?: number): TimeLeft {
  const left = deadline - now;
  if (left <= 0)
    return { text: "time is up", urgent: true, over: true, nextChangeMs: Number.POSITIVE_INFINITY };
  const whole = start === undefined ? 0 : deadline - start;
  const urgent = left <= URGENT_UNDER_MS || left <= whole * URGENT_SHARE;
  if (left <= TICK_UNDER_MS) {
    const seconds = Math.ceil(left / 1_000);
    const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    return { text: `${clock} left`, urgent, over: false, nextChangeMs: left % 1_000 || 1_000 };
  }
  const minutes = Math.floor(left / MINUTE_MS);
  const nextChangeMs = (left % MINUTE_MS) + 1;
  return { text: `${spanText(minutes)} left`, urgent, over: false, nextChangeMs };
}

function spanText(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 6) return `${hours} h ${String(minutes % 60).padStart(2, "0")}`;
  if (hours < 48) return `${hours} h`;
  return `${Math.floor(hours / 24)} d`;
}
