import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  labelledBuckets,
  labelledMarks,
  sparkGeometry,
  spread,
  stackedGeometry,
  thresholdGeometry,
} from "./geometry";
import { shares, shareText } from "./shares";

const HEIGHT = 100;

describe("stackedGeometry", () => {
  const buckets: { values: Record<string, number> }[] = [
    { values: { a: 6, b: 4 } },
    { values: { a: 0, b: 5 } },
    { values: {} },
  ];
  const { bars, ticks } = stackedGeometry(["a", "b"], buckets, HEIGHT);

  test("stacks the parts of a bar from the bottom without gaps", () => {
    const [a, b] = bars[0]?.segments ?? [];
    expect(a).toMatchObject({ key: "a", value: 6, y: 40, height: 60 });
    expect(b).toMatchObject({ key: "b", value: 4, y: 0, height: 40 });
  });

  test("leaves out what is zero or unknown", () => {
    expect(bars.map(({ segments }) => segments.map(({ key }) => key))).toEqual([["a", "b"], ["b"], []]);
    expect(bars.map(({ total }) => total)).toEqual([10, 5, 0]);
  });

  test("has whole ticks from zero to the highest bar or above", () => {
    expect(ticks.map(({ value }) => value)).toEqual([0, 5, 10]);
    const small = stackedGeometry(["a"], [{ values: { a: 1 } }], HEIGHT).ticks;
    expect(small.map(({ value }) => value)).toEqual([0, 1]);
  });

  test("keeps every bar inside its place, whatever the values", () => {
    const value = fc.oneof(
      fc.integer({ min: -5, max: 10_000_000 }),
      fc.double({ noNaN: true, min: 0, max: 1e9 }),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ a: value, b: value }), { minLength: 1, maxLength: 60 }), (rows) => {
        const drawn = stackedGeometry(
          ["a", "b"],
          rows.map((values) => ({ values })),
          HEIGHT,
        );
        for (const bar of drawn.bars) {
          expect(Number.parseFloat(bar.x) + Number.parseFloat(bar.width)).toBeLessThanOrEqual(100.01);
          for (const { y, height } of bar.segments) {
            expect(height).toBeGreaterThan(0);
            expect(y).toBeGreaterThanOrEqual(-1);
            expect(y + height).toBeLessThanOrEqual(HEIGHT + 0.001);
          }
        }
      }),
    );
  });
});

describe("spread", () => {
  test("leaves labels that have room where they belong", () => {
    expect(spread([10, 50, 90], 16, 0, 100)).toEqual([10, 50, 90]);
  });

  test("moves apart those that meet, in their order and inside the chart", () => {
    expect(spread([50, 50, 50], 16, 0, 100)).toEqual([50, 66, 82]);
    expect(spread([95, 99], 16, 0, 100)).toEqual([84, 100]);
  });

  test("keeps the distance whenever there is room for all", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 200 }), { maxLength: 10 }), (wanted) => {
        const placed = spread(
          wanted.toSorted((a, b) => a - b),
          16,
          0,
          200,
        );
        for (const [index, y] of placed.entries()) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(200);
          if (index > 0) expect(y - (placed[index - 1] ?? 0)).toBeGreaterThanOrEqual(15.999);
        }
      }),
    );
  });
});

describe("shares", () => {
  test("lie one after the other and fill the whole", () => {
    expect(shares([1, 2, 1])).toEqual([
      { from: 0, share: 0.25, x: "0%", width: "25%" },
      { from: 0.25, share: 0.5, x: "25%", width: "50%" },
      { from: 0.75, share: 0.25, x: "75%", width: "25%" },
    ]);
  });

  test("that are tiny are still drawn, and together never more than the whole", () => {
    const [much, little, none] = shares([10_000, 1, 0], 0.02);
    expect(little?.share).toBeCloseTo(0.0196, 4);
    expect((much?.share ?? 0) + (little?.share ?? 0)).toBeCloseTo(1, 9);
    expect(none?.width).toBe("0%");
  });

  test("of nothing are nothing", () => {
    expect(shares([0, 0]).map(({ width }) => width)).toEqual(["0%", "0%"]);
  });

  test.each([
    [0, "0 %"],
    [0.0004, "<1 %"],
    [0.25, "25 %"],
    [0.9999, ">99 %"],
    [1, "100 %"],
  ])("%f is said as %s", (share, text) => {
    expect(shareText(share)).toBe(text);
  });
});

describe("sparkGeometry", () => {
  test("runs from one side to the other, the highest value at the top", () => {
    const { line, end } = sparkGeometry([0, 10, 5], 96, 24, 3);
    expect(line).toBe("M3,21L48,3L93,12");
    expect(end).toEqual({ x: 93, y: 12 });
  });

  test("of no values draws nothing", () => {
    expect(sparkGeometry([], 96, 24, 3)).toEqual({ line: "", area: "", end: null });
  });
});

describe("thresholdGeometry", () => {
  test("has the line in view, whichever of line and bars is higher", () => {
    const low = thresholdGeometry([0.02, null, 0], 0.05, HEIGHT);
    expect(low.line).toBeCloseTo(13.04, 1);
    expect(low.bars.map((bar) => bar && Math.round(bar.height))).toEqual([35, null, 1]);
    const high = thresholdGeometry([0.5, 1], 0.05, HEIGHT);
    expect(high.line).toBeCloseTo(95.65, 1);
    expect(high.bars[1]?.y).toBeCloseTo(13.04, 1);
  });
});

test("labels the first, the middle and the last bucket", () => {
  expect([0, 1, 2, 4, 14].map(labelledBuckets)).toEqual([[], [0], [0, 1], [0, 3], [0, 6, 13]]);
});

test("labels an event unless the bar before it has one", () => {
  const marked = [true, true, true, false, false, true];
  expect(labelledMarks(marked)).toEqual([true, false, true, false, false, true]);
});
