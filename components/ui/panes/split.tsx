"use client";

import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from "react";
import { rememberInCookie } from "../set-cookie";
import { boundedStep, LIST_WIDTH_COOKIE, STEPS, stepAt, widthClass, widthOf } from "./list-width";

const KEYS: Record<string, (step: number) => number> = {
  ArrowLeft: (step) => step - 1,
  ArrowRight: (step) => step + 1,
  Home: () => STEPS.first,
  End: () => STEPS.last,
};

/** The list on the left with an adjustable width: drag its edge, or focus it and use the arrows. */
export function Split({
  step: known,
  className,
  children,
}: {
  step: number;
  className: string;
  children: ReactNode;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [step, setStep] = useState(known);
  const choose = (next: number) => {
    const bounded = boundedStep(next);
    if (bounded === step) return;
    setStep(bounded);
    rememberInCookie(LIST_WIDTH_COOKIE, String(bounded));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    choose(stepAt(event.clientX - (box.current?.getBoundingClientRect().left ?? 0)));
  };
  const press = (event: KeyboardEvent) => {
    const to = KEYS[event.key];
    if (!to) return;
    event.preventDefault();
    choose(to(step));
  };
  return (
    <div ref={box} className={`relative ${widthClass(step)} ${className}`}>
      {children}
      {/* biome-ignore lint/a11y/useSemanticElements: a separator with a value is the pattern for a movable edge (WAI-ARIA) */}
      <div
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
    </div>
  );
}
