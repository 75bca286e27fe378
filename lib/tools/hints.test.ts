import { describe, expect, test } from "vitest";
import { hintsOf, mismatchOf } from "./hints";

const hints = (readOnly: boolean | null, destructive: boolean | null) => ({ readOnly, destructive });

describe("a server's claims", () => {
  test.each([
    [null, null, null],
    ['{"readOnlyHint":true,"destructiveHint":false}', true, false],
    ['{"readOnlyHint":"true","destructiveHint":1}', null, null],
    ['{"readOnlyHint":null}', null, null],
    ["[]", null, null],
  ])("of %s", (text, readOnly, destructive) => {
    expect(hintsOf(text)).toEqual({ readOnly, destructive });
  });
});

describe("claim and rating part ways", () => {
  test.each([
    ["critical", hints(true, null), "says_read_only"],
    ["high", hints(true, false), "says_read_only"],
    ["high", hints(null, false), "says_harmless"],
    ["high", hints(false, null), "says_nothing"],
    ["high", hints(null, null), "says_nothing"],
    ["low", hints(null, true), "says_destructive"],
  ] as const)("rated %s, claimed %j", (risk, claim, expected) => {
    expect(mismatchOf(risk, claim)).toBe(expected);
  });

  test.each([
    ["high", hints(null, true)],
    ["critical", hints(true, true)],
    ["low", hints(true, null)],
    ["low", hints(null, null)],
    ["medium", hints(true, null)],
    ["medium", hints(null, true)],
  ] as const)("not when rated %s and claimed %j", (risk, claim) => {
    expect(mismatchOf(risk, claim)).toBeNull();
  });
});
