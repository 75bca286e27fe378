import { expect, test } from "vitest";
import { errorIn, inSentences } from "./fields";

test("what is wrong inside of a list is said with its line, and what is wrong with all of it as it is", () => {
  const errors = {
    match: "wrong",
    "match/tools/2": "too long",
    "match/time": "`from` and `to` come together, or neither does",
    "require/deciders/people/0": "no address",
  };
  expect(errorIn(errors, "match/tools")).toBe("Line 3: too long");
  expect(errorIn(errors, "match/tools", "Entry")).toBe("Entry 3: too long");
  expect(errorIn(errors, "match/time")).toBe("`from` and `to` come together, or neither does");
  expect(errorIn(errors, "require/deciders/people")).toBe("Line 1: no address");
  expect(errorIn(errors, "match/agents")).toBeUndefined();
});

test("what the server says becomes a sentence", () => {
  expect(inSentences({ name: "a policy needs a name", reason: "Say why." })).toEqual({
    name: "A policy needs a name.",
    reason: "Say why.",
  });
});
