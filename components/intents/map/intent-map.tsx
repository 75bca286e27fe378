"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { Untrusted } from "@/components/ui/text/untrusted";
import { counted } from "@/components/words/counts";
import { shareWords } from "@/components/words/intents";
import type { IntentMap as Shown } from "@/lib/intents/map/types";
import { MapKey } from "./map-key";
import { MapPicture } from "./map-picture";
import { ARROWS, type Circle, circlesOf, stepOnMap } from "./places";

const HEIGHT_MAX = 640;

/** The width of an element in px; 0 until it is known. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

type Pointed = Pick<globalThis.PointerEvent, "clientX" | "clientY">;

/**
 * Distinguishes a pointer that moved from content that moved below a resting one, which would undo what the
 * keyboard chose.
 */
function useMoved(): (event: Pointed) => boolean {
  const last = useRef<Pointed | null>(null);
  return useCallback(({ clientX, clientY }) => {
    const moved = last.current?.clientX !== clientX || last.current.clientY !== clientY;
    last.current = { clientX, clientY };
    return moved;
  }, []);
}

/** Says which intent's row in the list is under the pointer or has the focus. */
function useRowOf(onRow: (id: string) => void, hasMoved: (event: Pointed) => boolean) {
  useEffect(() => {
    const say = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-intent]") : null;
      if (row?.dataset.intent) onRow(row.dataset.intent);
    };
    const point = (event: globalThis.PointerEvent) => {
      if (hasMoved(event)) say(event);
    };
    document.addEventListener("pointerover", point);
    document.addEventListener("focusin", say);
    return () => {
      document.removeEventListener("pointerover", point);
      document.removeEventListener("focusin", say);
    };
  }, [onRow, hasMoved]);
}

const intentHref = (id: string) => `/rationales/intents/${id}`;

/**
 * The intents of a tenant as circles: alike ones near each other, their size by calls, their colour
 * by outcome. Those that the filters leave out are outlines. The list has the same intents in words.
 */
export function IntentMap({ map: { intents, others }, note }: { map: Shown; note: string | null }) {
  const router = useRouter();
  const { ref, width } = useWidth();
  const [open, setOpen] = useState(false);
  const [current, setCurrent] = useState<string | null>(null);
  const hasMoved = useMoved();
  useRowOf(setCurrent, hasMoved);
  const height = Math.min(width, HEIGHT_MAX);
  const circles = circlesOf(intents, width, height);
  const found = circles.filter((circle) => circle.found);
  const chosen = circles.find(({ id }) => id === current);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && chosen) router.push(intentHref(chosen.id));
    else if (event.key in ARROWS) {
      const next = chosen ? stepOnMap(found, chosen, event.key as keyof typeof ARROWS) : found[0];
      if (next) setCurrent(next.id);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const openOrChoose = (event: MouseEvent, id: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // A finger cannot point without pressing: the first press shows what the circle is.
    const { nativeEvent: pressed } = event;
    const isTouch = pressed instanceof PointerEvent && pressed.pointerType === "touch";
    if (isTouch && current !== id) setCurrent(id);
    else router.push(intentHref(id));
  };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Button
        variant="outline"
        className="self-start xl:hidden"
        aria-expanded={open}
        aria-controls="intent-map"
        onClick={() => setOpen(!open)}
      >
        {open ? "Hide the map" : "Show the map"}
      </Button>
      <div id="intent-map" className={classNames("flex flex-col gap-2", !open && "max-xl:hidden")}>
        <div ref={ref} className="min-h-72 rounded-card border border-border bg-surface">
          {width > 0 && (
            <MapPicture
              circles={circles}
              chosen={chosen}
              width={width}
              height={height}
              onPoint={(event, id) => event.pointerType === "mouse" && hasMoved(event) && setCurrent(id)}
              onOpen={openOrChoose}
              onKeyDown={onKeyDown}
            />
          )}
        </div>
        <Caption chosen={chosen} />
        <MapKey intents={intents.filter((intent) => intent.found)} />
        {note && <p className="text-xs text-fg-muted">{note}</p>}
        {others > 0 && (
          <p className="text-xs text-fg-muted">
            {counted(others, "more intent is", "more intents are")} in the list only.
          </p>
        )}
      </div>
    </div>
  );
}

/** What the circle in focus is. */
function Caption({ chosen }: { chosen: Circle | undefined }) {
  return (
    <p id="intent-map-says" aria-live="polite" className="min-h-10 text-sm wrap-anywhere">
      {chosen ? (
        <>
          <Link
            href={intentHref(chosen.id)}
            className="font-medium hover:underline max-sm:inline-flex max-sm:min-h-12"
          >
            <Untrusted>{chosen.name}</Untrusted>
          </Link>{" "}
          <span className="text-fg-muted">
            {counted(chosen.calls, "call")}
            {chosen.failed > 0 && `, ${shareWords(chosen.failed, chosen.calls)} failed`}
            {chosen.held > 0 && `, ${shareWords(chosen.held, chosen.calls)} held`}
          </span>
        </>
      ) : (
        <span className="text-fg-muted">Point at a circle, or move through the map with the arrow keys.</span>
      )}
    </p>
  );
}
