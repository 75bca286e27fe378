import { NotChecked } from "./obstacles";

/**
 * A JSON number without rounding: `digits` × 10^`exponent`, without outer zeros. Zero has no
 * digits.
 */
type Decimal = { negative: boolean; digits: string; exponent: number };

// Division is quadratic in digits; no real limit has this many.
const DIVIDED_DIGITS_MAX = 1_000;

const LITERAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** @throws NotChecked for an exponent that is too large */
function decimalOf(literal: string): Decimal {
  const [, sign, whole = "", fraction = "", power = "0"] = LITERAL.exec(literal) ?? [];
  const all = whole + fraction;
  let start = 0;
  let end = all.length;
  while (start < end && all[start] === "0") start += 1;
  while (end > start && all[end - 1] === "0") end -= 1;
  const digits = all.slice(start, end);
  if (digits === "") return { negative: false, digits, exponent: 0 };
  const exponent = Number(power) - fraction.length + (all.length - end);
  if (!Number.isSafeInteger(exponent)) throw new NotChecked("it holds a number too large to compare");
  return { negative: sign === "-", digits, exponent };
}

/** The same text for equal numbers: 1, 1.0 and 10e-1. */
export function numberKey(literal: string): string {
  const { negative, digits, exponent } = decimalOf(literal);
  return `${negative ? "-" : ""}${digits}e${exponent}`;
}

export function isInteger(literal: string): boolean {
  return decimalOf(literal).exponent >= 0;
}

/** Negative, 0 or positive, as in sort functions. */
export function compareNumbers(left: string, right: string): number {
  const [a, b] = [decimalOf(left), decimalOf(right)];
  const [signA, signB] = [signOf(a), signOf(b)];
  if (signA !== signB || signA === 0) return signA - signB;
  return signA * compareSizes(a, b);
}

const signOf = ({ negative, digits }: Decimal) => (digits === "" ? 0 : negative ? -1 : 1);

function compareSizes(a: Decimal, b: Decimal): number {
  const [lengthA, lengthB] = [a.digits.length + a.exponent, b.digits.length + b.exponent];
  if (lengthA !== lengthB) return lengthA - lengthB;
  return a.digits < b.digits ? -1 : a.digits > b.digits ? 1 : 0;
}

/** Whether the first number is a multiple of the second (not zero); null if that takes too long. */
export function isMultiple(literal: string, of: string): boolean | null {
  const [a, b] = [decimalOf(literal), decimalOf(of)];
  if (a.digits === "") return true;
  // Without trailing zeros, no number is divisible by ten.
  if (a.exponent < b.exponent) return false;
  if (a.digits.length > DIVIDED_DIGITS_MAX || b.digits.length > DIVIDED_DIGITS_MAX) return null;
  const divisor = BigInt(b.digits);
  return (BigInt(a.digits) * powerOfTen(a.exponent - b.exponent, divisor)) % divisor === 0n;
}

/** 10^`exponent` modulo `divisor`, by squaring. */
function powerOfTen(exponent: number, divisor: bigint): bigint {
  let result = 1n;
  let square = 10n % divisor;
  for (let rest = BigInt(exponent); rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % divisor;
    square = (square * square) % divisor;
  }
  return result;
}
