// What stands in the query of an address somebody typed, kept or was sent: anything unknown counts as absent.

export type Search = Record<string, string | string[] | undefined>;

const TEXT_MAX = 200;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/;

/** One value, trimmed; undefined when there is none. */
export function textIn(value: string | string[] | undefined): string | undefined {
  const text = (Array.isArray(value) ? value[0] : value)?.replaceAll("\0", "").trim().slice(0, TEXT_MAX);
  return text === "" ? undefined : text;
}

/** One of the values that are known. */
export function oneOf<T extends string>(
  known: readonly T[],
  value: string | string[] | undefined,
): T | undefined {
  const text = textIn(value);
  return known.find((name) => name === text);
}

/** A day (YYYY-MM-DD) or an instant, as it was written. */
export function timeIn(value: string | string[] | undefined): string | undefined {
  const text = textIn(value);
  if (text === undefined || !TIME.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) || at < 0 ? undefined : text;
}

/** When a time begins and ends that stands in an address. Days are days in UTC; the last one is included. */
export function periodOf({ since, until }: { since?: string; until?: string }): {
  since?: Date;
  until?: Date;
} {
  const end = until === undefined ? undefined : new Date(until);
  if (end && until && DAY.test(until)) end.setUTCDate(end.getUTCDate() + 1);
  return { since: since === undefined ? undefined : new Date(since), until: end };
}
