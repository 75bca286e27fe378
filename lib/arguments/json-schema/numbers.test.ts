import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareNumbers, isInteger, isMultiple, numberKey } from "./numbers";

test.each([
  ["1", "1.0", true],
  ["100", "1e2", true],
  ["0.1", "1E-1", true],
  ["-0", "0.000", true],
  ["9007199254740993", "9007199254740992", false],
  ["1e400", "1e401", false],
  ["0.1", "0.10000000000000000555", false],
])("%s and %s are the same number: %s", (a, b, same) => {
  expect(numberKey(a) === numberKey(b)).toBe(same);
  expect(compareNumbers(a, b) === 0).toBe(same);
});

describe("compareNumbers", () => {
  test.each([
    ["9007199254740993", "9007199254740992"],
    ["1e401", "9e400"],
    ["-1e400", "-1e401"],
    ["0.30000000000000001", "0.3"],
    ["1", "-1"],
    ["0", "-1e-400"],
    ["123", "12"],
  ])("%s is larger than %s", (a, b) => {
    expect(compareNumbers(a, b)).toBeGreaterThan(0);
    expect(compareNumbers(b, a)).toBeLessThan(0);
  });

  test("agrees with BigInt on whole numbers of any length", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
        const difference = compareNumbers(String(a), String(b));
        expect([difference < 0, difference > 0]).toEqual([a < b, a > b]);
      }),
    );
  });
});

test("a number is an integer by its value, not by how it is written", () => {
  expect(["1", "1.0", "1e2", "1.5e1", "-0.0", "1e400"].map(isInteger)).toEqual(Array(6).fill(true));
  expect(["1.5", "1e-1", "9007199254740992.5"].map(isInteger)).toEqual(Array(3).fill(false));
});

describe("isMultiple", () => {
  test.each([
    ["4.50", "0.01", true],
    ["0.3", "0.1", true],
    ["1e308", "0.123456789", false],
    ["9007199254740993", "2", false],
    ["9007199254740994", "2", true],
    ["1e999999", "3", false],
    ["3e999999", "3", true],
    ["0", "7", true],
  ])("%s of %s: %s", (a, b, is) => {
    expect(isMultiple(a, b)).toBe(is);
  });

  test("agrees with BigInt", () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt({ min: 1n }), (a, b) => {
        expect(isMultiple(String(a), String(b))).toBe(a % b === 0n);
      }),
    );
  });

  test("does not work out what has too many digits", () => {
    expect(isMultiple("7".repeat(2_000), "3")).toBeNull();
  });
});
