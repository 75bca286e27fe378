import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";
import { UUID } from "../uuid";

export type Kind<T> = {
  /** Valid values in words: "one of: low, high". */
  readonly accepts: string;
  readonly read: (text: string) => T | undefined;
};

const FILTER_TEXT_MAX = 200;

/** Longest name in a cursor: longer than any name, so that every page has a next one. */
const CURSOR_NAME_MAX = 500;

/** The latest instant with a four-digit year in JavaScript and Postgres. */
export const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const DAY_LENGTH = "2026-11-21".length;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const AGE = /^(\d{1,4})([mhdw])$/;
const AGE_UNITS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

export function text(max = FILTER_TEXT_MAX): Kind<string> {
  return {
    accepts: `a text of at most ${max} characters`,
    read: (given) =>
      given.length <= max && !given.includes("\0") && given.isWellFormed() ? given : undefined,
  };
}

export function name(): Kind<string> {
  return text(CURSOR_NAME_MAX);
}

export function oneOf<const T extends string>(words: readonly T[]): Kind<T> {
  return {
    accepts: words.length === 1 ? `only ${words[0]}` : `one of: ${words.join(", ")}`,
    read: (given) => words.find((word) => word === given),
  };
}

/** Text of one shape. `accepts` says the shape in words. */
export function matching(shape: RegExp, accepts: string): Kind<string> {
  return { accepts, read: (given) => (shape.test(given) ? given : undefined) };
}

export function id(): Kind<string> {
  return matching(UUID, "an id, 36 characters long");
}

export function whole(min: number, max: number): Kind<number> {
  return {
    accepts: `a whole number from ${min} to ${max}`,
    read: (given) => {
      const number = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
  };
}

/** A day of the calendar, as it was written. */
export function day(): Kind<string> {
  return { accepts: "a day such as 2026-11-21", read: (given) => (isDay(given) ? given : undefined) };
}

/**
 * A day, or an instant with its zone, as written; or an age, converted to its instant now, so that
 * later pages and links mean the same.
 */
export function time(): Kind<string> {
  return {
    accepts:
      "a day such as 2026-11-21, a time such as 2026-11-21T10:00:00Z, or an age such as 7d (in m, h, d or w)",
    read: (given) => (isDay(given) || isInstant(given) ? given : instantOfAge(given)),
  };
}

function isInstant(given: string): boolean {
  return INSTANT.test(given) && isDay(given.slice(0, DAY_LENGTH)) && isInRange(given);
}

function instantOfAge(given: string): string | undefined {
  const [, count, unit] = AGE.exec(given) ?? [];
  if (count === undefined) return undefined;
  const ms = Number(count) * AGE_UNITS[unit as keyof typeof AGE_UNITS];
  return new Date(Math.max(0, Date.now() - ms)).toISOString();
}

export function timestamp(): Kind<Date> {
  return {
    accepts: "a time such as 2026-11-21T10:00:00.000Z",
    read: (given) => {
      const at = new Date(given);
      return isInRange(given) && at.toISOString() === given ? at : undefined;
    },
  };
}

/** Whether the text is a day (YYYY-MM-DD) that the calendar has. */
export function isDay(given: string): boolean {
  return DAY.test(given) && isInRange(given) && new Date(given).toISOString().startsWith(given);
}

function isInRange(given: string): boolean {
  const at = Date.parse(given);
  return at >= 0 && at <= LATEST_MS;
}
