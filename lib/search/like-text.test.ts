import { expect, test } from "vitest";
import { idRange, likeText } from "./queries";

test("wildcards in the text are taken literally", () => {
  expect(likeText("50%_a\\")).toBe("%50\\%\\_a\\\\%");
});

test("the beginning of an id stands for all ids that begin so", () => {
  expect(idRange("0199F0-aB")).toEqual({
    from: "0199f0ab000000000000000000000000",
    to: "0199f0abffffffffffffffffffffffff",
  });
  expect(idRange("0199f")).toBeNull();
  expect(idRange("refund")).toBeNull();
  expect(idRange("0".repeat(33))).toBeNull();
});
