// Compares numbers digit by digit: 9007199254740993 is more than 9007199254740992, and 1e400 is a
// number. Never expands a number, so large exponents cost nothing.

/** A number with significant digits only. `place`: digits before the point. */
export type Decimal = { negative: boolean; digits: string; place: number };

const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

// Limit of `place`. No written number comes near it.
const PLACE_MAX = 1e15;

/**
 * Parses a number in JSON form or as people write it (leading zeros, a plus); null for other text.
 */
export function readDecimal(text: string): Decimal | null {
  const found = WRITTEN.exec(text);
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = found ?? [];
  if (!found || whole.length + fraction.length === 0) return null;
  const all = whole + fraction;
  const digits = trimmed(all);
  if (digits === "") return { negative: false, digits, place: 0 };
  const leading = all.length - withoutLeading(all).length;
  const place = whole.length - leading + boundedExponent(exponent);
  return { negative: sign === "-", digits, place };
}

function withoutLeading(digits: string): string {
  let from = 0;
  while (digits.charCodeAt(from) === 0x30) from += 1;
  return digits.slice(from);
}

function trimmed(digits: string): string {
  const head = withoutLeading(digits);
  let to = head.length;
  while (to > 0 && head.charCodeAt(to - 1) === 0x30) to -= 1;
  return head.slice(0, to);
}

function boundedExponent(text: string): number {
  const value = Number(text);
  return Math.max(-PLACE_MAX, Math.min(PLACE_MAX, value));
}

/** Negative, 0 or positive, as in sort functions. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const size = compareSizes(a, b);
  return a.negative ? -size : size;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  if (a.place !== b.place) return a.place - b.place;
  // Both start with a non-zero digit at the same place, so text order is number order.
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}

const SUM_PLACES = 30;

/**
 * A number times 10^30, for exact sums. Null with more than 30 digits before or after the point.
 */
export function scaledDecimal({ negative, digits, place }: Decimal): bigint | null {
  const shift = SUM_PLACES + place - digits.length;
  if (place > SUM_PLACES || shift < 0) return null;
  const size = BigInt(digits + "0".repeat(shift));
  return negative ? -size : size;
}

/** Decimal text of a scaled number or a sum of them: "12.5". */
export function decimalText(scaled: bigint): string {
  const size = scaled < 0n ? -scaled : scaled;
  const digits = size.toString().padStart(SUM_PLACES + 1, "0");
  const fraction = digits.slice(-SUM_PLACES).replace(/0+$/, "");
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, -SUM_PLACES)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** Scales the text of a sum again, with any number of digits. */
export function scaledText(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(SUM_PLACES, "0").slice(0, SUM_PLACES));
}

const EXACT_DIGITS = 15;

/** Whether a double has at most 15 digits and so equals the written number. */
export function isExact(value: number): boolean {
  const decimal = readDecimal(String(value));
  return decimal !== null && decimal.digits.length <= EXACT_DIGITS;
}
