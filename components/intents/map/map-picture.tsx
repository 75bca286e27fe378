import type { KeyboardEvent, MouseEvent, PointerEvent } from "react";
import { FILLS } from "@/components/ui/chart/tones";
import { classNames } from "@/components/ui/class-names";
import { OUTLOOKS } from "@/components/words/intents";
import { revealedText } from "@/lib/core/text/reveal";
import { outlookOf } from "@/lib/intents/map/rules";
import { type Circle, labelsOf } from "./places";

// Small circles can be pressed a little outside of them, too.
const REACH_PX = 12;

type Props = {
  /** The largest first. */
  circles: readonly Circle[];
  chosen: Circle | undefined;
  width: number;
  height: number;
  onPoint: (event: PointerEvent, id: string) => void;
  onOpen: (event: MouseEvent, id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** The circles with the names that fit. One stop of the Tab key; arrows move inside. */
export function MapPicture({ circles, chosen, width, height, onPoint, onOpen, onKeyDown }: Props) {
  const found = circles.filter((circle) => circle.found);
  // What is worth a look is named first.
  const ranked = found.toSorted((a, b) => Number(isQuiet(a)) - Number(isQuiet(b)));
  const named = [...(chosen ? [chosen] : []), ...ranked.filter((one) => one !== chosen)].map((circle) => ({
    circle,
    name: revealedText(circle.name),
  }));
  return (
    <svg
      role="application"
      aria-label={`Map of ${circles.length} intents`}
      aria-describedby="intent-map-says"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move through the map, as its description says
      tabIndex={0}
      data-key="intent-map"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      onKeyDown={onKeyDown}
      className="block rounded-card focus-visible:outline-2 focus-visible:outline-focus"
    >
      {circles.map((circle) =>
        circle.found ? (
          <Found key={circle.id} circle={circle} onPoint={onPoint} onOpen={onOpen} />
        ) : (
          <Disc key={circle.id} circle={circle} className="fill-none stroke-border" />
        ),
      )}
      {chosen && (
        <Disc
          circle={chosen}
          more={2}
          className="pointer-events-none fill-none stroke-focus [stroke-width:2.5px]"
        />
      )}
      {labelsOf(named, width, height).map(({ id, text, x, y }) => (
        <text
          key={id}
          x={x}
          y={y}
          textAnchor="middle"
          className={classNames(
            "pointer-events-none stroke-surface text-2xs [paint-order:stroke] [stroke-width:3px]",
            id === chosen?.id ? "fill-fg font-medium" : "fill-fg-muted",
          )}
        >
          {text}
        </text>
      ))}
    </svg>
  );
}

const isQuiet = (circle: Circle) => outlookOf(circle) === "fine";

function Disc({
  circle: { at, radius },
  more = 0,
  className,
}: {
  circle: Circle;
  more?: number;
  className: string;
}) {
  return <circle cx={at.x} cy={at.y} r={radius + more} className={className} />;
}

function Found({ circle, onPoint, onOpen }: { circle: Circle } & Pick<Props, "onPoint" | "onOpen">) {
  const { id, at, radius } = circle;
  const outlook = outlookOf(circle);
  return (
    <a
      href={`/rationales/intents/${id}`}
      tabIndex={-1}
      aria-label={revealedText(circle.name)}
      className="outline-none"
      onPointerEnter={(event) => onPoint(event, id)}
      onClick={(event) => onOpen(event, id)}
    >
      {radius < REACH_PX && <circle cx={at.x} cy={at.y} r={REACH_PX} className="fill-transparent" />}
      <Disc circle={circle} className={FILLS[OUTLOOKS[outlook].tone]} />
    </a>
  );
}
