"use client";

import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { rememberInCookie } from "../set-cookie";
import { boundedStep, LIST_WIDTH_COOKIE, STEPS, stepAt, widthClass, widthOf } from "./list-width";

const KEYS: Record<string, (step: number) => number> = {
  ArrowLeft: (step) => step - 1,
  ArrowRight: (step) => step + 1,
  Home: () => STEPS.first,
  End: () => STEPS.last,
};

/**
 * The edge of the list next to it: drag it, or focus it and use the arrows. Sets the width on the
 * box around it, as the server does for the next page, so that nothing renders again.
 */
export function SplitEdge({ step: known }: { step: number }) {
  const edge = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(known);
  const box = () => edge.current?.closest<HTMLElement>("[data-split]");
  const choose = (next: number) => {
    const bounded = boundedStep(next);
    if (bounded === step) return;
    const classes = box()?.classList;
    classes?.remove(...widthClass(step).split(" "));
    classes?.add(...widthClass(bounded).split(" "));
    setStep(bounded);
    rememberInCookie(LIST_WIDTH_COOKIE, String(bounded));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    choose(stepAt(event.clientX - (box()?.getBoundingClientRect().left ?? 0)));
  };
  const press = (event: KeyboardEvent) => {
    const to = KEYS[event.key];
    if (!to) return;
    event.preventDefault();
    choose(to(step));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator with a value is the pattern for a movable edge (WAI-ARIA)
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label="Width of the list"
      aria-valuenow={widthOf(step)}
      aria-valuemin={widthOf(STEPS.first)}
      aria-valuemax={widthOf(STEPS.last)}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => choose(STEPS.usual)}
      onKeyDown={press}
      className="absolute inset-y-0 -right-1 z-20 w-2 cursor-col-resize touch-none outline-none after:absolute after:inset-y-0 after:left-[3px] after:w-px hover:after:bg-accent focus-visible:after:w-0.5 focus-visible:after:bg-focus max-lg:hidden"
    />
  );
}
