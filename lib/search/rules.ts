/** A pattern for `ilike` that finds the text anywhere, its own wildcards taken literally. */
export function likeText(q: string): string {
  return `%${q.replace(/[\\%_]/g, "\\$&")}%`;
}

// The shortest beginning of an id worth looking up: the digits of a UUIDv7 that change within hours.
const PREFIX_DIGITS = 6;

/** The ids that begin with what was typed, dashes or not; null when it is no beginning of an id. */
export function idRange(q: string): { from: string; to: string } | null {
  const digits = q.toLowerCase().replace(/-/g, "");
  if (digits.length < PREFIX_DIGITS || digits.length > 32 || !/^[0-9a-f]+$/.test(digits)) return null;
  return { from: digits.padEnd(32, "0"), to: digits.padEnd(32, "f") };
}
