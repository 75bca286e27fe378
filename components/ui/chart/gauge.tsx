import { classNames } from "../class-names";
import { percent } from "./shares";

const LABEL_PX = 16;
const TRACK_PX = 8;
const HEIGHT_PX = LABEL_PX + TRACK_PX + 4;

/** One value on its scale, with its threshold. The line's label says which side is wrong. */
export function Gauge({
  label,
  value,
  threshold,
  most,
  isWrong,
  says,
}: {
  label: string;
  /** Null without a value. */
  value: number | null;
  threshold: number;
  /** The end of the scale. */
  most: number;
  /** Whether the value is reliably on the wrong side. */
  isWrong: boolean;
  says: string;
}) {
  const part = (of: number) => percent((100 * Math.min(most, Math.max(0, of))) / most);
  const line = part(threshold);
  // On the side with more room.
  const isLeft = threshold <= most / 2;
  return (
    <svg role="img" width="100%" height={HEIGHT_PX} className="block overflow-visible">
      <title>{label}</title>
      <rect y={LABEL_PX} width="100%" height={TRACK_PX} rx="2" className="fill-sunken" />
      {value !== null && value > 0 && (
        <rect
          y={LABEL_PX}
          width={part(value)}
          height={TRACK_PX}
          rx="2"
          className={classNames(isWrong ? "fill-risk-high" : "fill-accent")}
        />
      )}
      <line x1={line} x2={line} y1={2} y2={HEIGHT_PX} strokeWidth="1.5" className="stroke-fg" />
      <text
        x={line}
        y={11}
        dx={isLeft ? 5 : -5}
        textAnchor={isLeft ? "start" : "end"}
        className="fill-fg-muted text-2xs"
      >
        {says}
      </text>
    </svg>
  );
}
