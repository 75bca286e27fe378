"use client";

import { useEffect, useRef, useState } from "react";
import { Button, IconButton } from "./button";
import { shifted } from "./shift";

export type ToastInput = {
  text: string;
  /** Undoes the action; Z presses it too. */
  undo?: () => void;
};

export type ShownToast = ToastInput & { id: number };

// Long enough to read a sentence and reach the button (WCAG 2.2.1); hover and focus hold it.
const SHOWN_MS = 8_000;

/** Reports the messages' height to the page while any is shown. */
function makeRoom(region: HTMLElement | null | undefined) {
  if (!region) return;
  const measure = () => {
    document.documentElement.style.setProperty("--toasts", `${region.offsetHeight}px`);
    shifted();
  };
  const observer = new ResizeObserver(measure);
  observer.observe(region);
  return () => {
    observer.disconnect();
    // After the message has left the page.
    requestAnimationFrame(measure);
  };
}

/** One message; loads with the first. */
export function ToastCard({
  toast,
  newest,
  onGone,
}: {
  toast: ShownToast;
  /** The newest with an undo, which Z presses. */
  newest: boolean;
  onGone: (id: number) => void;
}) {
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => makeRoom(card.current?.closest("section")), []);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onGone(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, onGone]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only hold the message
    <div
      ref={card}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="flex flex-wrap items-center justify-end gap-x-2 rounded-card border border-border bg-surface py-1.5 pr-1.5 pl-3.5 text-sm lg:not-rail:py-2"
    >
      <span className="min-w-40 flex-1 wrap-anywhere">{toast.text}</span>
      {toast.undo && (
        <Button
          size="sm"
          icon="undo"
          data-key={newest ? "undo" : undefined}
          onClick={() => {
            onGone(toast.id);
            toast.undo?.();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton icon="x" size="sm" label="Dismiss" onClick={() => onGone(toast.id)} />
    </div>
  );
}
