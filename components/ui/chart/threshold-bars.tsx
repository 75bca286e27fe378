import { ChartTable } from "./chart-table";
import { NothingCounted } from "./empty-chart";
import { thresholdGeometry } from "./geometry";

type Bar = {
  at: string;
  label: string;
  /** Null if nothing was counted. */
  value: number | null;
  /** Its cells in the table, after the first. */
  cells: readonly string[];
  href?: string;
};

const PLOT_PX = 56;
const TOP_PX = 12;
const FOOT_PX = 20;
// The average advance of Inter at 11.5 px.
const LETTER_PX = 6.4;
const HEIGHT_PX = TOP_PX + PLOT_PX + FOOT_PX;

/**
 * The trend of one figure with its threshold. The newest bar and the line are labelled; the table
 * below has all figures.
 */
export function ThresholdBars({
  label,
  bars,
  threshold,
  says,
  value: words,
  head,
}: {
  label: string;
  bars: readonly Bar[];
  threshold: number;
  /** The words of the line. */
  says: string;
  /** A value in words. */
  value: (value: number) => string;
  head: readonly string[];
}) {
  if (bars.every(({ value }) => value === null)) return <NothingCounted />;
  const { bars: drawn, line } = thresholdGeometry(
    bars.map(({ value }) => value),
    threshold,
    PLOT_PX,
  );
  const axis = says.length * LETTER_PX + 10;
  return (
    <figure aria-label={label}>
      <div className="flex">
        <svg aria-hidden width={axis} height={HEIGHT_PX} className="shrink-0 overflow-visible">
          <text
            x={axis - 6}
            y={TOP_PX + line}
            dy="0.32em"
            textAnchor="end"
            className="tnum fill-fg-muted text-2xs"
          >
            {says}
          </text>
        </svg>
        <svg role="img" width="100%" height={HEIGHT_PX} className="block min-w-0 flex-1 overflow-visible">
          <title>{label}</title>
          <line
            x1="0"
            x2="100%"
            y1={TOP_PX + line}
            y2={TOP_PX + line}
            strokeDasharray="4 3"
            className="stroke-fg"
          />
          <Drawn bars={bars} drawn={drawn} words={words} />
          <Ends bars={bars} />
        </svg>
      </div>
      <ChartTable
        label={label}
        head={head}
        rows={bars.map(({ at, label: when, cells, href }) => ({ id: at, href, cells: [when, ...cells] }))}
      />
    </figure>
  );
}

/** The bars; the newest has a label. */
function Drawn({
  bars,
  drawn,
  words,
}: {
  bars: readonly Bar[];
  drawn: ReturnType<typeof thresholdGeometry>["bars"];
  words: (value: number) => string;
}) {
  const newest = bars.findLastIndex(({ value }) => value !== null);
  return drawn.map((bar, index) => {
    const one = bars[index];
    if (!bar || !one || one.value === null) return null;
    return (
      <g key={one.at}>
        <rect
          x={bar.x}
          width={bar.width}
          y={TOP_PX + bar.y}
          height={bar.height}
          rx="1"
          className={index === newest ? "fill-accent" : "fill-fg-subtle"}
        >
          <title>{`${one.label}: ${words(one.value)}`}</title>
        </rect>
        {index === newest && (
          <text
            x={bar.middle}
            y={TOP_PX + bar.y - 3}
            textAnchor="middle"
            className="tnum fill-fg stroke-surface text-2xs font-medium [paint-order:stroke] [stroke-width:4px]"
          >
            {words(one.value)}
          </text>
        )}
      </g>
    );
  });
}

/** The start of the first and the last bar. */
function Ends({ bars }: { bars: readonly Bar[] }) {
  const [first, last] = [bars[0], bars.at(-1)];
  return (
    <>
      <text x="0" y={HEIGHT_PX - 5} className="fill-fg-subtle text-2xs">
        {first?.label}
      </text>
      {last !== first && (
        <text x="100%" y={HEIGHT_PX - 5} textAnchor="end" className="fill-fg-subtle text-2xs">
          {last?.label}
        </text>
      )}
    </>
  );
}
