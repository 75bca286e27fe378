import { sparkGeometry } from "./geometry";

const WIDTH_PX = 96;
const HEIGHT_PX = 24;
const INSET_PX = 3;

/** A trend in the size of a word, with the last value marked. Screen readers read its values. */
export function Sparkline({ label, values }: { label: string; values: readonly number[] }) {
  const { line, area, end } = sparkGeometry(values, WIDTH_PX, HEIGHT_PX, INSET_PX);
  const said = `${label}: ${values.map((value) => value.toLocaleString("en")).join(", ")}`;
  return (
    <svg
      role="img"
      aria-label={said}
      width={WIDTH_PX}
      height={HEIGHT_PX}
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      className="inline-block shrink-0 align-middle"
    >
      <title>{said}</title>
      <path d={area} className="fill-selected" />
      <path d={line} fill="none" strokeWidth="1.5" strokeLinejoin="round" className="stroke-accent" />
      {end && <circle cx={end.x} cy={end.y} r="2.25" className="fill-accent" />}
    </svg>
  );
}
