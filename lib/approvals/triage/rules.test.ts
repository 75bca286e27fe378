import { expect, test } from "vitest";
import { assertSeenTogether, typedForAll } from "./rules";

const calls = (n: number, risk: "low" | "medium" | "high") => Array.from({ length: n }, () => ({ risk }));
const refused = (pointer: string) =>
  expect.objectContaining({
    code: "VALIDATION_ERROR",
    details: { errors: [expect.objectContaining({ pointer })] },
  });

test("the end of the table has to have been on the screen, at every risk", () => {
  for (const risk of ["low", "medium", "high"] as const)
    for (const seen of [undefined, { end: false, typed: "2" }])
      expect(() => assertSeenTogether(calls(2, risk), seen)).toThrow(refused("/seen/end"));
  expect(() => assertSeenTogether(calls(2, "medium"), { end: true })).not.toThrow();
});

test("one call of high risk among them, and their number has to be typed", () => {
  const mixed = [...calls(13, "low"), ...calls(1, "high")];
  expect(typedForAll(mixed)).toBe("14");
  for (const typed of [undefined, "", "1", "13", "141"])
    expect(() => assertSeenTogether(mixed, { end: true, typed })).toThrow(refused("/seen/typed"));
  expect(() => assertSeenTogether(mixed, { end: true, typed: "1" })).toThrow(
    "Type how many calls you approve together. Nothing was recorded.",
  );
  expect(() => assertSeenTogether(mixed, { end: true, typed: " 14 ", visible_ms: 900 })).not.toThrow();
  expect(typedForAll(calls(14, "medium"))).toBeNull();
});
