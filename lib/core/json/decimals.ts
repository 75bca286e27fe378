// Numbers as they are written, compared digit by digit: 9007199254740993 is more than 9007199254740992, and 1e400 is a number. No
// number is ever written out, so that an exponent of any size costs nothing.

/** A number of which only the digits that count are kept. `place`: how many of them stand before the point. */
export type Decimal = { negative: boolean; digits: string; place: number };

const WRITTEN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

// No number that is written out gets near this place; whatever is beyond it stays beyond it.
const PLACE_MAX = 1e15;

/** Reads a number as JSON writes it, or as people do (leading zeros, a plus); null for any other text. */
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

/** Less than 0, 0 or more than 0: whether the first number is less than, equal to or more than the second. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  if (a.negative !== b.negative) return a.negative ? -1 : 1;
  const size = compareSizes(a, b);
  return a.negative ? -size : size;
}

function compareSizes(a: Decimal, b: Decimal): number {
  if (a.digits === "" || b.digits === "") return a.digits.length - b.digits.length;
  if (a.place !== b.place) return a.place - b.place;
  // Both begin with a digit other than zero at the same place, so that the order of texts is the order of numbers.
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}

// Digits before the point and behind it: beyond every amount of anything, and little to add up.
const SUM_PLACES = 30;

/**
 * A number times ten to the thirtieth, to be added to others exactly; null for one that has more than 30 digits before its point or
 * behind it.
 */
export function scaledDecimal({ negative, digits, place }: Decimal): bigint | null {
  const shift = SUM_PLACES + place - digits.length;
  if (place > SUM_PLACES || shift < 0) return null;
  const size = BigInt(digits + "0".repeat(shift));
  return negative ? -size : size;
}

/** The number that `scaledDecimal` scaled, or a sum of such, as it is written: "12.5". */
export function decimalText(scaled: bigint): string {
  const size = scaled < 0n ? -scaled : scaled;
  const digits = size.toString().padStart(SUM_PLACES + 1, "0");
  const fraction = digits.slice(-SUM_PLACES).replace(/0+$/, "");
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, -SUM_PLACES)}${fraction === "" ? "" : `.${fraction}`}`;
}

/** A sum as `decimalText` and the database write it, scaled again, however many digits it has. */
export function scaledText(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(SUM_PLACES, "0").slice(0, SUM_PLACES));
}

// What a double holds of any number as it was written.
const EXACT_DIGITS = 15;

/** Whether a number of this program is the one that was written, whatever was: it has at most 15 digits. */
export function isExact(value: number): boolean {
  const decimal = readDecimal(String(value));
  return decimal !== null && decimal.digits.length <= EXACT_DIGITS;
}
