import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations";
import { UUID } from "../uuid";

/** What one filter of an address or one part of a cursor may be. `read` is undefined for a text it does not take. */
export type Kind<T> = {
  /** What it takes, in words: "one of: low, high". */
  readonly accepts: string;
  readonly read: (text: string) => T | undefined;
};

/** Characters of a filter's text: as many as the longest name has. */
const FILTER_TEXT_MAX = 200;

/** Characters of a name in a cursor: more than any name has, so that every page can be left. */
const CURSOR_NAME_MAX = 500;

/** The latest instant that both JavaScript and Postgres write with four digits for the year. */
export const LATEST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const DAY_LENGTH = "2026-11-21".length;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;
const AGE = /^(\d{1,4})([mhdw])$/;
const AGE_UNITS = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** Text that Postgres can hold. */
export function text(max = FILTER_TEXT_MAX): Kind<string> {
  return {
    accepts: `a text of at most ${max} characters`,
    read: (given) =>
      given.length <= max && !given.includes("\0") && given.isWellFormed() ? given : undefined,
  };
}

/** A name in a cursor. */
export function name(): Kind<string> {
  return text(CURSOR_NAME_MAX);
}

/** One of the words that are known. */
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

/** The id of a row. */
export function id(): Kind<string> {
  return matching(UUID, "an id, 36 characters long");
}

/** A whole number. */
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
 * A day or an instant with its zone, as it was written; or an age, which becomes the instant it means now, so that the pages
 * and links that follow mean the same.
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

/** An instant to the millisecond, for cursors. */
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
