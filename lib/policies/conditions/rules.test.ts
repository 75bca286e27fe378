import { describe, expect, test } from "vitest";
import { countedReads } from "@/gateway/testing/reads";
import { type Decimal, readDecimal } from "@/lib/core/json/decimals";
import { parseJson } from "@/lib/core/json/parse";
import { compilePattern, compilePatterns, folded } from "./patterns";
import { compileCondition } from "./rules";
import type { ArgumentCondition } from "./types";
import { valuesOf } from "./values";
import { keysToEqual } from "./values-at";

function fitting(json: string, condition: ArgumentCondition, guards = false): number | null {
  return compileCondition(condition, guards)(valuesOf(parseJson(json))(condition.path));
}

test.each(['"５０００"', '"5_000"', '"5,000"', '["5000"]', '"many"', "true", "{}", '""'])(
  "%s is no exact number: a comparison that is to stop calls fits, one that lets them pass does not",
  (json) => {
    const wrapped = `{"a":${json}}`;
    for (const op of ["over", "at_least", "under", "at_most"] as const) {
      const condition = { path: "/a", op, value: 1_000 };
      expect(fitting(wrapped, condition, true)).toBe(1);
      expect(fitting(wrapped, condition)).toBe(0);
    }
  },
);

test("what is null or not there fits no comparison", () => {
  for (const json of ['{"a":null}', "{}"])
    for (const guards of [true, false])
      expect(fitting(json, { path: "/a", op: "over", value: 1 }, guards)).toBe(0);
  expect(fitting('{"a":["5","x",null,2000]}', { path: "/a/*", op: "over", value: 1_000 }, true)).toBe(2);
});

describe("conditions on a value", () => {
  const table: [json: string, condition: object, fits: boolean][] = [
    ['"EUR"', { op: "equals", value: "EUR" }, true],
    ['"eur"', { op: "equals", value: "EUR" }, false],
    ["1.0e1", { op: "equals", value: 10 }, true],
    ['" 10 "', { op: "equals", value: 10 }, true],
    ["10", { op: "equals", value: "10" }, false],
    ["true", { op: "equals", value: true }, true],
    ['"true"', { op: "equals", value: true }, false],
    ["null", { op: "equals", value: null }, true],
    ["{}", { op: "equals", value: null }, false],
    ["[]", { op: "not_equals", value: "x" }, true],
    ["5", { op: "not_equals", value: 5 }, false],
    ['"b"', { op: "in", value: ["a", "b"] }, true],
    ["2", { op: "in", value: ["2", 2] }, true],
    ['"c"', { op: "not_in", value: ["a", "b"] }, true],
    ["null", { op: "not_in", value: [null] }, false],
    ["1000", { op: "over", value: 1000 }, false],
    ["1000.0000000000000000001", { op: "over", value: 1000 }, true],
    ['"1001"', { op: "over", value: 1000 }, true],
    ['"1,001"', { op: "over", value: 1000 }, false],
    ["[1001]", { op: "over", value: 1000 }, false],
    ["1e400", { op: "over", value: "1e399" }, true],
    ["1000", { op: "at_least", value: "1e3" }, true],
    ["9007199254740992", { op: "at_least", value: "9007199254740993" }, false],
    ["-1", { op: "under", value: 0 }, true],
    ["-0", { op: "under", value: 0 }, false],
    ["0.10", { op: "at_most", value: 0.1 }, true],
    ['"Maya@ACME.example"', { op: "matches", value: "*@acme.example" }, true],
    ['"maya@acme.example.evil"', { op: "matches", value: "*@acme.example" }, false],
    ["42", { op: "matches", value: "4*" }, true],
    ["false", { op: "matches", value: "false" }, true],
    ["[1,2,3]", { op: "longer_than", value: 2 }, true],
    ["[1,2]", { op: "longer_than", value: 2 }, false],
    ['"\\ud83d\\ude00\\ud83d\\ude00"', { op: "longer_than", value: 2 }, false],
    ['"abc"', { op: "shorter_than", value: 4 }, true],
    ["5", { op: "shorter_than", value: 100 }, false],
    ["5", { op: "longer_than", value: 0 }, false],
  ];
  test.each(table)("%s %j: %s", (json, condition, fits) => {
    const asked = { path: "/a", ...condition } as ArgumentCondition;
    expect(fitting(`{"a":${json}}`, asked)).toBe(fits ? 1 : 0);
  });
});

test.each<[condition: object, count: number]>([
  [{ op: "equals", value: 10 }, 3],
  [{ op: "not_equals", value: 10 }, 5],
  [{ op: "equals", value: "10" }, 1],
  [{ op: "in", value: ["10", 10, "1e1", 10, "x", true] }, 5],
  [{ op: "not_in", value: ["10", 10, "1e1", 10, "x", true] }, 3],
  [{ op: "in", value: ["10", "x", 11] }, 3],
  [{ op: "over", value: 9 }, 4],
  [{ op: "over", value: 10 }, 1],
  [{ op: "at_least", value: 10 }, 4],
  [{ op: "under", value: 11 }, 3],
  [{ op: "at_most", value: "11" }, 4],
  [{ op: "matches", value: "1*" }, 4],
  [{ op: "longer_than", value: 1 }, 2],
  [{ op: "shorter_than", value: 2 }, 2],
])("of many values, those that fit %j: %d", (condition, count) => {
  const json = '{"a":["10",10,1.0e1,11,"x","\\u00e9\\u00e9\\u00e9",true,[1]]}';
  expect(fitting(json, { path: "/a/*", ...condition } as ArgumentCondition)).toBe(count);
});

test.each([
  ['{"a":{"b":1}}', "/a/b", 1],
  ['{"a":[{"b":1},{"b":2},{}]}', "/a/*/b", 2],
  ['{"a":{"x":1,"y":2}}', "/a/*", 2],
  ['{"a":[5,6]}', "/a/1", 1],
  ['{"a":[5,6]}', "/a/01", 0],
  ['{"a":[5,6]}', "/a/-", 0],
  ['{"a":{"1":5}}', "/a/1", 1],
  ['{"a/b":1,"c~d":2}', "/a~1b", 1],
  ['{"a/b":1,"c~d":2}', "/c~0d", 1],
  ['{"a/b":1,"~1":2}', "/~01", 1],
  ['{"constructor":1}', "/toString", 0],
  ['{"constructor":1}', "/constructor", 1],
  ['{"a":null}', "/a", 1],
  ['{"a":"text"}', "/a/length", 0],
  ['{"a":[[1,2],[3]]}', "/a/*/*", 3],
  ['{"":1}', "/", 1],
])("%s has at %s: %d", (json, path, count) => {
  expect(valuesOf(parseJson(json))(path).nodes).toHaveLength(count);
});

test("an object of many members is looked through once, however many conditions ask", () => {
  const names = Array.from({ length: 19_000 }, (_, at) => `"name${at}":${at}`).join(",");
  const { value: root, reads } = countedReads(parseJson(`{${names}}`));
  const values = valuesOf(root);
  const found = Array.from({ length: 19_000 }, (_, at) => values(`/name${at}`).nodes.length);
  expect(new Set(found)).toEqual(new Set([1]));
  // The sum, not the product, of members and conditions.
  expect(reads()).toBeLessThan(20 * 19_000);
});

test("many values are compared with a number in steps that hardly grow with how many they are", () => {
  const comparisons = (count: number) => {
    const values = valuesOf(parseJson(JSON.stringify(Array.from({ length: count }, (_, at) => at))))("/*");
    const { value: threshold, reads } = countedReads(readDecimal(String(count / 4)) ?? {});
    expect(values.comparedWith(threshold as Decimal)).toEqual({
      under: count / 4,
      equal: 1,
      none: 0,
      over: (count * 3) / 4 - 1,
    });
    return reads();
  };
  expect(comparisons(16_384)).toBeLessThan(2 * comparisons(256));
});

test("values are looked for among many in steps that do not grow with how many they are", () => {
  const looks = (count: number) => {
    const values = valuesOf(parseJson(JSON.stringify(Array.from({ length: count }, (_, at) => `v${at}`))))(
      "/*",
    );
    const { value: keys, reads } = countedReads(keysToEqual(["v1", "v2", "none"]));
    expect(values.equalTo(keys)).toBe(2);
    return reads();
  };
  expect(looks(10_000)).toBe(looks(100));
});

test.each([
  ["send-*", "send-broadcast", true],
  ["send-*", "SEND-x", true],
  ["send-*", "resend-x", false],
  ["*", "", true],
  ["a*a", "a", false],
  ["a*a", "aa", true],
  ["*b*b*", "abcb", true],
  ["a*b*c", "acb", false],
  ["a**c", "abc", true],
  ["a.c", "abc", false],
  ["(a+)+$", "(a+)+$", true],
  ["*ab*b", "aab", false],
])("the pattern %s and %s: %s", (pattern, text, fits) => {
  expect(compilePattern(pattern)(folded(text))).toBe(fits);
  expect(compilePatterns(["nothing", pattern])(folded(text))).toBe(fits);
});

test("a text of a megabyte that nearly fits does not", () => {
  const text = "a".repeat(1_000_000);
  for (const pattern of ["*a*a*a*a*a*a*b", "*aaaaaaaaaaaaaaaaaaaaaaaab*", `${"a*".repeat(60)}b`])
    expect(compilePattern(pattern)(text)).toBe(false);
});
