import { expect, test } from "vitest";
import { shareOf, verdictOf } from "./rules";

test("a share has the interval that its numbers leave open", () => {
  // Agresti and Coull, 1998: 10 of 20 gives 0.30 to 0.70, none of 10 gives 0 to 0.28.
  expect(shareOf(10, 20)).toMatchObject({
    share: 0.5,
    low: expect.closeTo(0.2993, 4),
    high: expect.closeTo(0.7007, 4),
  });
  expect(shareOf(0, 10)).toMatchObject({ share: 0, low: 0, high: expect.closeTo(0.2775, 4) });
  expect(shareOf(10, 10)).toMatchObject({ share: 1, high: expect.closeTo(1, 9) });
  expect(shareOf(0, 0)).toBeNull();
});

test("few calls leave it open, many decide", () => {
  expect(verdictOf(shareOf(4, 10), shareOf(1, 10))).toBe("open");
  expect(verdictOf(shareOf(400, 1000), shareOf(100, 1000))).toBe("fewer");
  expect(verdictOf(shareOf(100, 1000), shareOf(400, 1000))).toBe("more");
  expect(verdictOf(null, shareOf(1, 10))).toBe("none");
});
