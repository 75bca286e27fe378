import { radiusOf } from "@/lib/intents/map/rules";
import type { MappedIntent } from "@/lib/intents/map/types";

/** An intent's circle in px. */
export type Circle = MappedIntent & { at: { x: number; y: number }; radius: number };

/** Circles on a map of this size, the largest first, so that small ones are drawn above. */
export function circlesOf(intents: readonly MappedIntent[], width: number, height: number): Circle[] {
  const most = Math.max(0, ...intents.map(({ calls }) => calls));
  return intents.map((intent) => ({
    ...intent,
    at: { x: intent.x * width, y: intent.y * height },
    radius: radiusOf(intent.calls, most) * Math.min(width, height),
  }));
}

export const ARROWS = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
} as const;

// How much more a step to the side counts than one ahead.
const ASIDE = 2;

/** The circle that an arrow key leads to: ahead rather than to the side, and near. */
export function stepOnMap(
  circles: readonly Circle[],
  from: Circle,
  arrow: keyof typeof ARROWS,
): Circle | null {
  const { x, y } = ARROWS[arrow];
  const ways = circles.flatMap((circle) => {
    const [right, down] = [circle.at.x - from.at.x, circle.at.y - from.at.y];
    const ahead = right * x + down * y;
    const aside = Math.abs(right * y) + Math.abs(down * x);
    return ahead > 0 && aside <= ASIDE * ahead ? { circle, length: ahead + ASIDE * aside } : [];
  });
  return ways.toSorted((a, b) => a.length - b.length)[0]?.circle ?? null;
}

// The average advance of Inter at 11.5 px, and the height of a line.
const [LETTER_PX, LINE_PX] = [6.2, 14];
const LETTERS_MAX = 24;
const EDGE_PX = 4;

// With more names, circles disappear behind them.
const LABEL_AREA_PX = 11_000;

type Label = { id: string; text: string; x: number; y: number };

/** Names that fit below their circles without covering each other; those that come first win. */
export function labelsOf(
  named: readonly { circle: Circle; name: string }[],
  width: number,
  height: number,
): Label[] {
  const taken: { left: number; right: number; top: number }[] = [];
  const most = Math.ceil((width * height) / LABEL_AREA_PX);
  return named.flatMap(({ circle: { id, at, radius }, name }) => {
    const letters = [...name];
    const text =
      letters.length > LETTERS_MAX
        ? `${letters
            .slice(0, LETTERS_MAX - 1)
            .join("")
            .trimEnd()}…`
        : name;
    const half = ([...text].length * LETTER_PX) / 2;
    const x = Math.min(Math.max(at.x, half + EDGE_PX), Math.max(half, width - half - EDGE_PX));
    const top = at.y + radius + 1;
    const [left, right] = [x - half, x + half];
    const covers = taken.some(
      (other) => left < other.right && right > other.left && Math.abs(top - other.top) < LINE_PX,
    );
    if (covers || taken.length >= most || top + LINE_PX > height) return [];
    taken.push({ left, right, top });
    return { id, text, x, y: top + LINE_PX - 3 };
  });
}
