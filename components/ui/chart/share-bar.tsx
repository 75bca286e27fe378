import { shares } from "./shares";
import { FILLS, type Tone } from "./tones";

type Part = { key: string; label: string; value: number; tone: Tone };

// A part of a thousandth would be invisible.
const LEAST = 0.015;

/** Parts of a whole as one bar. Screen readers hear the parts with their figures. */
export function ShareBar({
  label,
  parts,
  height = 10,
}: {
  label: string;
  parts: readonly Part[];
  /** In px. */
  height?: number;
}) {
  const drawn = parts.filter(({ value }) => value > 0);
  const figures = drawn.map((part) => `${part.label} ${part.value.toLocaleString("en")}`);
  const said = `${label}: ${figures.length === 0 ? "none" : figures.join(", ")}`;
  const places = shares(
    drawn.map(({ value }) => value),
    LEAST,
  );
  return (
    <svg role="img" aria-label={said} width="100%" height={height} className="block">
      <title>{said}</title>
      {drawn.length === 0 && <rect width="100%" height={height} rx="2" className="fill-sunken" />}
      {drawn.map((part, index) => (
        <rect
          key={part.key}
          x={places[index]?.x}
          width={places[index]?.width}
          height={height}
          className={FILLS[part.tone]}
        >
          <title>{`${part.label}: ${part.value.toLocaleString("en")}`}</title>
        </rect>
      ))}
      {/* A gap between two parts separates them without colour. */}
      {places.slice(1).map(({ x, from }) => (
        <line key={from} x1={x} x2={x} y1={0} y2={height} strokeWidth="1.5" className="stroke-surface" />
      ))}
    </svg>
  );
}
