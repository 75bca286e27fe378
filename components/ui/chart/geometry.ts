import { scaleLinear } from "d3-scale";
import { area, line, stack, stackOrderNone } from "d3-shape";
import { type Percent, percent } from "./shares";

type Segment = { key: string; value: number; y: number; height: number };
export type Bar = { x: Percent; width: Percent; middle: Percent; total: number; segments: Segment[] };
type StackedGeometry = {
  bars: Bar[];
  /** Values with a grid line. */
  ticks: { value: number; y: number }[];
};

const BAR_SHARE = 0.72;
const TICKS = 3;
// Room above the highest bar for its figure.
const TOP_ROOM = 1.15;
// Keeps a small value visible next to large ones.
const HEIGHT_MIN = 1;

/** Stacked bars: `height` px high, full width. Negative and unknown values count as zero. */
export function stackedGeometry(
  keys: readonly string[],
  buckets: readonly { values: Readonly<Record<string, number>> }[],
  height: number,
): StackedGeometry {
  const rows = buckets.map(({ values }) =>
    Object.fromEntries(keys.map((key) => [key, Math.max(0, values[key] ?? 0)])),
  );
  const totals = rows.map((row) => keys.reduce((sum, key) => sum + (row[key] ?? 0), 0));
  const y = scaleLinear([0, Math.max(1, ...totals)], [height, 0]).nice(TICKS);
  const layers = stack<Record<string, number>>().keys(keys).order(stackOrderNone)(rows);
  const step = 100 / Math.max(1, buckets.length);
  const bars = rows.map((_, index) => ({
    x: percent(step * (index + (1 - BAR_SHARE) / 2)),
    width: percent(step * BAR_SHARE),
    middle: percent(step * (index + 0.5)),
    total: totals[index] ?? 0,
    segments: layers.flatMap((layer) => {
      const [from, to] = layer[index] ?? [0, 0];
      if (to <= from) return [];
      const top = Math.min(y(to), y(from) - HEIGHT_MIN);
      return [{ key: layer.key, value: to - from, y: top, height: y(from) - top }];
    }),
  }));
  const ticks = y.ticks(TICKS).filter(Number.isInteger);
  return { bars, ticks: ticks.map((value) => ({ value, y: y(value) })) };
}

/**
 * Moves labels apart so that each has `gap` px, in their order, none above `top` nor below
 * `bottom`.
 */
export function spread(wanted: readonly number[], gap: number, top: number, bottom: number): number[] {
  const places: number[] = [];
  for (const y of wanted) places.push(Math.max(y, (places.at(-1) ?? top - gap) + gap));
  let lowest = bottom;
  for (let index = places.length - 1; index >= 0; index -= 1) {
    places[index] = Math.max(top, Math.min(places[index] ?? 0, lowest));
    lowest = (places[index] ?? 0) - gap;
  }
  return places;
}

type SparkGeometry = { line: string; area: string; end: { x: number; y: number } | null };

/**
 * A line through the values, from zero, inside `width` × `height` px minus `inset` on each side.
 */
export function sparkGeometry(
  values: readonly number[],
  width: number,
  height: number,
  inset: number,
): SparkGeometry {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [inset, width - inset]);
  const y = scaleLinear([0, Math.max(1, ...values)], [height - inset, inset]);
  const at = (_: number, index: number) => x(index);
  const rounded = (path: string | null) => path ?? "";
  const last = values.at(-1);
  return {
    line: rounded(line<number>(at, (value) => y(value)).digits(2)([...values])),
    area: rounded(area<number>(at, height - inset, (value) => y(value)).digits(2)([...values])),
    end: last === undefined ? null : { x: x(values.length - 1), y: y(last) },
  };
}

/** Which of `count` labels fit: the first, the last, and the middle one if there are many. */
export function labelledBuckets(count: number): number[] {
  if (count <= 0) return [];
  if (count === 1) return [0];
  if (count <= 4) return [0, count - 1];
  return [0, Math.floor((count - 1) / 2), count - 1];
}

// Bars between two events whose labels both fit.
const MARK_GAP = 2;

/** Which bars' events have room for a label: not those right next to a labelled one. */
export function labelledMarks(marked: readonly boolean[]): boolean[] {
  let last = -MARK_GAP;
  return marked.map((isMarked, index) => {
    const isLabelled = isMarked && index - last >= MARK_GAP;
    if (isLabelled) last = index;
    return isLabelled;
  });
}

type ThresholdGeometry = {
  /** Null without a value. */
  bars: ({ x: Percent; width: Percent; middle: Percent; y: number; height: number } | null)[];
  /** The position of the threshold. */
  line: number;
};

/**
 * Bars with a threshold, `height` px high, scaled to the higher of both. A zero is a line of one
 * pixel.
 */
export function thresholdGeometry(
  values: readonly (number | null)[],
  threshold: number,
  height: number,
): ThresholdGeometry {
  const most = Math.max(threshold, ...values.map((value) => value ?? 0));
  const y = scaleLinear([0, most > 0 ? most * TOP_ROOM : 1], [height, 0]);
  const step = 100 / Math.max(1, values.length);
  return {
    bars: values.map((value, index) => {
      if (value === null) return null;
      const top = Math.min(y(value), height - HEIGHT_MIN);
      return {
        x: percent(step * (index + (1 - BAR_SHARE) / 2)),
        width: percent(step * BAR_SHARE),
        middle: percent(step * (index + 0.5)),
        y: top,
        height: height - top,
      };
    }),
    line: y(threshold),
  };
}
