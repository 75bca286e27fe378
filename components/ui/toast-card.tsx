"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "./button";
import { Link } from "./link";
import { shifted } from "./shift";

export type ToastInput = {
  text: ReactNode;
  /** Undoes the action; Z presses it too. */
  undo?: () => void;
  /** What Z says where the act cannot be undone: why, and where it can be acted on. */
  final?: { why: string; href: string; label: string };
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
  /** The newest act, which Z undoes. */
  newest: boolean;
  onGone: (id: number) => void;
}) {
  const [held, setHeld] = useState(false);
  const [asked, setAsked] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => makeRoom(card.current?.closest("section")), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was asked for is shown as long again
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onGone(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, asked, toast.id, onGone]);
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
      <span className="min-w-40 flex-1 wrap-anywhere">
        {asked && toast.final ? <Final {...toast.final} /> : toast.text}
      </span>
      {toast.undo && (
        <Button
          size="sm"
          icon="undo"
          data-key={newest ? "undo" : undefined}
          keyHint={newest ? "Z" : undefined}
          onClick={() => {
            onGone(toast.id);
            toast.undo?.();
          }}
        >
          Undo
        </Button>
      )}
      {toast.final && newest ? (
        <button type="button" hidden data-key="undo" onClick={() => setAsked(true)}>
          Undo
        </button>
      ) : null}
      <IconButton icon="x" size="sm" label="Dismiss" onClick={() => onGone(toast.id)} />
    </div>
  );
}

function Final({ why, href, label }: NonNullable<ToastInput["final"]>) {
  return (
    <>
      {why}{" "}
      <Link href={href} className="text-accent underline underline-offset-2">
        {label}
      </Link>
    </>
  );
}
