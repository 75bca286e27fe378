import { classNames } from "../class-names";
import { ChartTable } from "./chart-table";
import { NothingCounted } from "./empty-chart";
import { type Bar, labelledBuckets, labelledMarks, spread, stackedGeometry } from "./geometry";
import { FILLS, STROKES, type Tone } from "./tones";

type Series = { key: string; label: string; tone: Tone };
type Bucket = {
  at: string;
  label: string;
  values: Readonly<Record<string, number>>;
  /** Where its rows are. */
  href?: string;
  /** An event at that time, drawn as a line with this label. */
  mark?: string;
};

const PLOT_PX = 140;
// Room above the bars, and for the labels of events.
const TOP_PX = { usual: 8, marked: 20 };
const FOOT_PX = 22;
const LABEL_GAP_PX = 17;
const LEADER_PX = 12;
// The average advance of Inter at 12 px, and the width limit of names.
const LETTER_PX = 6.6;
const LABEL_PX = { min: 64, max: 168 };

const figure = (value: number) => value.toLocaleString("en");

/**
 * Counts over time, stacked. Each series is labelled at the last bar with its sum; the table below
 * has the figures.
 */
export function StackedBars({
  label,
  series,
  buckets,
}: {
  label: string;
  series: readonly Series[];
  buckets: readonly Bucket[];
}) {
  const sums = new Map(
    series.map(({ key }) => [key, buckets.reduce((sum, { values }) => sum + (values[key] ?? 0), 0)]),
  );
  const drawn = series.filter(({ key }) => (sums.get(key) ?? 0) > 0);
  if (drawn.length === 0) return <NothingCounted />;
  const { bars, ticks } = stackedGeometry(
    drawn.map(({ key }) => key),
    buckets,
    PLOT_PX,
  );
  const top = buckets.some(({ mark }) => mark) ? TOP_PX.marked : TOP_PX.usual;
  const height = top + PLOT_PX + FOOT_PX;
  const axis = Math.max(...ticks.map(({ value }) => figure(value).length)) * LETTER_PX + 8;
  return (
    <figure aria-label={label}>
      <div className="flex text-xs">
        <svg aria-hidden width={axis} height={height} className="shrink-0 overflow-visible">
          {ticks.map((tick) => (
            <text
              key={tick.value}
              x={axis - 8}
              y={top + tick.y}
              dy="0.32em"
              textAnchor="end"
              className="tnum fill-fg-subtle text-2xs"
            >
              {figure(tick.value)}
            </text>
          ))}
        </svg>
        <Plot label={label} bars={bars} ticks={ticks} series={drawn} buckets={buckets} top={top} />
        <SeriesLabels bars={bars} series={drawn} sums={sums} top={top} />
      </div>
      <ChartTable
        label={label}
        head={["When", ...series.map((one) => one.label), "Total"]}
        rows={buckets.map((bucket) => ({
          id: bucket.at,
          href: bucket.href,
          cells: [
            whenOf(bucket),
            ...series.map(({ key }) => figure(bucket.values[key] ?? 0)),
            figure(series.reduce((sum, { key }) => sum + (bucket.values[key] ?? 0), 0)),
          ],
        }))}
      />
    </figure>
  );
}

const whenOf = ({ label, mark }: Bucket) => (mark ? `${label} · ${mark}` : label);

/** Events: a dashed line at the start of the bar, with its label on top where there is room. */
function Marks({
  bars,
  buckets,
  height,
}: {
  bars: readonly Bar[];
  buckets: readonly Bucket[];
  height: number;
}) {
  const labelled = labelledMarks(buckets.map(({ mark }) => Boolean(mark)));
  return buckets.map(({ at, label, mark }, index) => {
    if (!mark) return null;
    const isLeft = index > buckets.length / 2;
    const x = bars[index]?.x;
    return (
      <g key={at}>
        <title>{`${label}: ${mark}`}</title>
        <line
          x1={x}
          x2={x}
          y1={0}
          y2={height}
          strokeWidth="1.5"
          strokeDasharray="3 3"
          className="stroke-fg-muted"
        />
        {labelled[index] && (
          <text
            x={x}
            y={10}
            dx={isLeft ? -4 : 4}
            textAnchor={isLeft ? "end" : "start"}
            className="fill-fg text-2xs font-medium"
          >
            {mark}
          </text>
        )}
      </g>
    );
  });
}

/** The position of a label below the bars; the first and last stay within the chart. */
function placeOf(index: number, count: number, labelled: number, middle: Bar["middle"] | undefined) {
  if (labelled === 1) return { x: "50%", textAnchor: "middle" } as const;
  if (index === 0) return { x: "0", textAnchor: "start" } as const;
  if (index === count - 1) return { x: "100%", textAnchor: "end" } as const;
  return { x: middle, textAnchor: "middle" } as const;
}

function Plot({
  label,
  bars,
  ticks,
  series,
  buckets,
  top,
}: {
  label: string;
  bars: readonly Bar[];
  ticks: readonly { value: number; y: number }[];
  series: readonly Series[];
  buckets: readonly Bucket[];
  top: number;
}) {
  const height = top + PLOT_PX + FOOT_PX;
  const labelled = labelledBuckets(buckets.length);
  return (
    <svg role="img" width="100%" height={height} className="min-w-0 flex-1">
      <title>{label}</title>
      {ticks.map((tick) => (
        <line
          key={tick.value}
          x1="0"
          x2="100%"
          y1={top + tick.y}
          y2={top + tick.y}
          className={tick.value === 0 ? "stroke-border-strong" : "stroke-border"}
          shapeRendering="crispEdges"
        />
      ))}
      {bars.map((bar, index) => (
        <g key={buckets[index]?.at}>
          {bar.segments.map((segment) => {
            const one = series.find(({ key }) => key === segment.key);
            return (
              <rect
                key={segment.key}
                x={bar.x}
                width={bar.width}
                y={top + segment.y}
                // A gap between two parts separates them without colour.
                height={Math.max(1, segment.height - 1)}
                rx="1"
                strokeWidth="1"
                className={FILLS[one?.tone ?? "muted"]}
              >
                <title>{`${buckets[index]?.label}: ${one?.label} ${figure(segment.value)}`}</title>
              </rect>
            );
          })}
        </g>
      ))}
      <Marks bars={bars} buckets={buckets} height={top + PLOT_PX} />
      {labelled.map((index) => (
        <text
          key={buckets[index]?.at}
          {...placeOf(index, buckets.length, labelled.length, bars[index]?.middle)}
          y={height - 6}
          className="fill-fg-subtle text-2xs"
        >
          {buckets[index]?.label}
        </text>
      ))}
    </svg>
  );
}

/** The labels of the series, linked by lines to their parts of the last bar, in stacking order. */
function SeriesLabels({
  bars,
  series,
  sums,
  top,
}: {
  bars: readonly Bar[];
  series: readonly Series[];
  sums: ReadonlyMap<string, number>;
  top: number;
}) {
  const last = bars.at(-1);
  const fromTop = series.toReversed().map((one) => {
    const part = last?.segments.find(({ key }) => key === one.key);
    return { ...one, part: part ? part.y + part.height / 2 : null };
  });
  // A series absent from the last bar is labelled right below the one above it.
  let floor = 0;
  const wanted = fromTop.map(({ part }) => {
    floor = Math.max(floor, part ?? floor);
    return floor;
  });
  const places = spread(wanted, LABEL_GAP_PX, 6, PLOT_PX - 2);
  const longest = Math.max(
    ...fromTop.map(({ key, label }) => `${label} ${figure(sums.get(key) ?? 0)}`.length),
  );
  const width = Math.min(LABEL_PX.max, Math.max(LABEL_PX.min, longest * LETTER_PX + LEADER_PX + 16));
  return (
    <svg aria-hidden width={width} height={top + PLOT_PX + FOOT_PX} className="shrink-0">
      {fromTop.map((one, index) => {
        const y = top + (places[index] ?? 0);
        return (
          <g key={one.key}>
            {one.part !== null && (
              <path
                d={`M0 ${top + one.part}L${LEADER_PX - 4} ${y}`}
                fill="none"
                strokeWidth="1.5"
                className={STROKES[one.tone]}
              />
            )}
            <circle cx={LEADER_PX - 1} cy={y} r="3" strokeWidth="1" className={FILLS[one.tone]} />
            <text x={LEADER_PX + 6} y={y} dy="0.34em" className="fill-fg text-xs">
              {one.label}
              <tspan className={classNames("tnum fill-fg-muted")}> {figure(sums.get(one.key) ?? 0)}</tspan>
            </text>
          </g>
        );
      })}
    </svg>
  );
}
