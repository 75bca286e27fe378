import { describe, expect, test } from "vitest";
import { compareDecimals, isExact, readDecimal } from "./decimals";

function compare(a: string, b: string): number | null {
  const [first, second] = [readDecimal(a), readDecimal(b)];
  return first && second && Math.sign(compareDecimals(first, second));
}

describe("numbers are compared as they are written", () => {
  test.each([
    ["9007199254740993", "9007199254740992", 1],
    ["1000", "1e3", 0],
    ["1000.000", "1E+3", 0],
    ["0.1", "1e-1", 0],
    ["100.000000000000000000001", "100", 1],
    ["-5", "-4.9", -1],
    ["-0", "0", 0],
    ["0e999", "0", 0],
    ["1e400", "1e399", 1],
    ["-1e400", "1", -1],
    ["007", "7", 0],
    ["+5", "5.0", 0],
    [".5", "0.49", 1],
    ["0.00012", "0.00013", -1],
    ["123", "99", 1],
    ["1e999999999999999999999", "1e15", 1],
    ["1e-999999999999999999999", "0", 1],
    ["-1e999999999999999999999", "-1e15", -1],
  ])("%s and %s: %d", (a, b, order) => {
    expect(compare(a, b)).toBe(order);
    expect(compare(b, a)).toBe(order === 0 ? 0 : -order);
  });

  test.each(["", ".", "-", "e5", "1e", "0x10", "1,000", "1 000", "NaN", "Infinity", "１", "1.2.3"])(
    "%s is no number",
    (text) => expect(readDecimal(text)).toBeNull(),
  );

  test("a quarter of a million digits and an exponent as long are compared", () => {
    const long = "9".repeat(262_144);
    expect(compare(long, `${long}1`)).toBe(-1);
    expect(compare(`1e${long}`, "1e15")).toBe(1);
    expect(compare(`${"0".repeat(262_144)}5`, "5")).toBe(0);
  });
});

test("a number of a program is the one that was written up to 15 digits", () => {
  for (const value of [0, 1000, 0.1, -2.5, 999_999_999_999_999, 1e21, 5e-324])
    expect(isExact(value)).toBe(true);
  for (const text of ["9007199254740993", "0.1234567890123456"]) expect(isExact(Number(text))).toBe(false);
});
