import { classNames } from "../class-names";
import { percent } from "./shares";

/** Places are from 0 to 1 along the track. */
type Row = {
  key: string;
  /** To its left; none for a single row. */
  label?: string;
  at: number;
  from: number;
  to: number;
  /** A row to compare with, drawn paler. */
  pale?: boolean;
};

const ROW_PX = 16;
const TICKS_PX = 14;
const LABEL_PX = 28;
const TRACK_PX = 4;
const CAP_PX = 8;

const along = (place: number) => percent(100 * Math.min(1, Math.max(0, place)));

/** Values with their intervals, one track each, and labelled ticks below. */
export function Whisker({
  label,
  rows,
  ticks = [],
}: {
  /** All its figures, in words. */
  label: string;
  rows: readonly Row[];
  ticks?: readonly { at: number; label: string }[];
}) {
  const height = rows.length * ROW_PX + (ticks.some((tick) => tick.label) ? TICKS_PX : 0);
  const isLabelled = rows.some((row) => row.label);
  return (
    <div className="flex">
      {isLabelled && (
        <svg aria-hidden width={LABEL_PX} height={height} className="shrink-0">
          {rows.map((row, index) => (
            <text
              key={row.key}
              y={ROW_PX * (index + 0.5)}
              dy="0.34em"
              className={row.pale ? "fill-fg-muted text-2xs" : "fill-fg text-2xs font-medium"}
            >
              {row.label}
            </text>
          ))}
        </svg>
      )}
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={height}
        className="block min-w-0 flex-1 overflow-visible"
      >
        <title>{label}</title>
        {rows.map((row, index) => (
          <Interval key={row.key} row={row} middle={ROW_PX * (index + 0.5)} />
        ))}
        {ticks.map((tick) => (
          <g key={tick.at}>
            <line
              x1={along(tick.at)}
              x2={along(tick.at)}
              y1={1}
              y2={rows.length * ROW_PX - 1}
              className="stroke-fg-muted"
            />
            <text
              x={along(tick.at)}
              y={height - 2}
              textAnchor="middle"
              className="tnum fill-fg-muted text-2xs"
            >
              {tick.label}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

function Interval({ row, middle }: { row: Row; middle: number }) {
  const line = row.pale ? "stroke-fg-subtle" : "stroke-accent";
  return (
    <g>
      <rect y={middle - TRACK_PX / 2} width="100%" height={TRACK_PX} rx="2" className="fill-border" />
      <line
        x1={along(row.from)}
        x2={along(row.to)}
        y1={middle}
        y2={middle}
        strokeWidth="2"
        className={line}
      />
      {[row.from, row.to].map((end, index) => (
        <line
          // biome-ignore lint/suspicious/noArrayIndexKey: its two ends
          key={index}
          x1={along(end)}
          x2={along(end)}
          y1={middle - CAP_PX / 2}
          y2={middle + CAP_PX / 2}
          strokeWidth="1.5"
          className={line}
        />
      ))}
      <circle
        cx={along(row.at)}
        cy={middle}
        r="3.5"
        strokeWidth="1"
        className={classNames("stroke-surface", row.pale ? "fill-fg-subtle" : "fill-accent")}
      />
    </g>
  );
}
