import { NothingCounted } from "./nothing";
import { shares, shareText } from "./shares";
import { FILLS, ON_FILLS, type Tone } from "./tones";

type SharePart = { label: string; value: number; tone: Tone };

const BAR_HEIGHT_PX = 24;
// Narrower parts have no room for their share on a phone; the list below has it.
const TEXT_SHARE_MIN = 0.12;

/** Parts of a whole. Each part carries its share, and the list below names the parts in the same order with their figures. */
export function ShareBar({ label, parts }: { label: string; parts: readonly SharePart[] }) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  if (total === 0) return <NothingCounted />;
  const places = shares(parts.map(({ value }) => value));
  return (
    <figure aria-label={label}>
      <svg role="img" width="100%" height={BAR_HEIGHT_PX} className="block overflow-hidden rounded-chip">
        <title>{label}</title>
        {parts.map((part, index) => {
          const place = places[index];
          if (!place || place.share === 0) return null;
          const share = shareText(place.share);
          return (
            <svg key={part.label} x={place.x} width={place.width} height={BAR_HEIGHT_PX}>
              <title>{`${part.label}: ${share}`}</title>
              <rect width="100%" height={BAR_HEIGHT_PX} strokeWidth="1" className={FILLS[part.tone]} />
              {index > 0 && <rect width="2" height={BAR_HEIGHT_PX} className="fill-surface" />}
              {place.share >= TEXT_SHARE_MIN && (
                <text
                  x="8"
                  y={BAR_HEIGHT_PX / 2}
                  dy="0.35em"
                  className={`tnum text-2xs font-medium ${ON_FILLS[part.tone]}`}
                >
                  {share}
                </text>
              )}
            </svg>
          );
        })}
      </svg>
      <ul className="mt-1.5 flex flex-wrap gap-x-5 gap-y-0.5 text-xs">
        {parts.map((part, index) => (
          <li key={part.label} className="flex items-center gap-1.5">
            <svg aria-hidden width="9" height="9" className="shrink-0 overflow-visible">
              <rect width="9" height="9" rx="2" strokeWidth="1" className={FILLS[part.tone]} />
            </svg>
            <span className="text-fg">{part.label}</span>
            <span className="tnum font-medium">{shareText(places[index]?.share ?? 0)}</span>
            <span className="tnum text-fg-muted">
              <span className="sr-only">Count </span>
              {part.value.toLocaleString("en")}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
