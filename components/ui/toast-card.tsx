"use client";

import { useEffect, useState } from "react";
import { Button, IconButton } from "./button";

export type ToastInput = {
  text: string;
  /** Takes it back; Z presses it too. */
  undo?: () => void;
};

export type ShownToast = ToastInput & { id: number };

// Long enough to read a sentence and reach the button (WCAG 2.2.1); hovering and focus hold it.
const SHOWN_MS = 8_000;

/** One message; loaded with the first of them. */
export function ToastCard({
  toast,
  newest,
  onGone,
}: {
  toast: ShownToast;
  newest: boolean;
  onGone: (id: number) => void;
}) {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onGone(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast.id, onGone]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focus only hold the message
    <div
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex max-w-[28rem] items-center gap-2 rounded-card border border-border bg-surface py-1.5 pr-1.5 pl-3.5 text-sm shadow-float"
    >
      <span className="min-w-0 flex-1 wrap-anywhere">{toast.text}</span>
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
