"use client";

import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { UI } from "@/components/copy/ui";
import { Button, IconButton } from "./button";

export type ToastInput = {
  text: string;
  /** Takes it back; Z presses it too. */
  undo?: () => void;
};
type Shown = ToastInput & { id: number };

// Long enough to read a sentence and reach the button (WCAG 2.2.1); hovering and focus hold it.
const SHOWN_MS = 8_000;
const SHOWN_MAX = 3;

const Context = createContext<(toast: ToastInput) => void>(() => {});

/** Tells what was done and can be taken back. Refusals are told where they happened, never here. */
export function useToast(): (toast: ToastInput) => void {
  return useContext(Context);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const next = useRef(0);
  const show = useCallback((toast: ToastInput) => {
    next.current += 1;
    const shown = { ...toast, id: next.current };
    setToasts((others) => [...others, shown].slice(-SHOWN_MAX));
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  return (
    <Context value={show}>
      {children}
      <section
        aria-label={UI.messages}
        aria-live="polite"
        className="pointer-events-none fixed right-4 bottom-20 left-4 z-50 flex flex-col items-end gap-2 sm:bottom-4"
      >
        {toasts.map((toast, index) => (
          <ToastCard key={toast.id} toast={toast} newest={index === toasts.length - 1} onGone={drop} />
        ))}
      </section>
    </Context>
  );
}

function ToastCard({
  toast,
  newest,
  onGone,
}: {
  toast: Shown;
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
          {UI.undo}
        </Button>
      )}
      <IconButton icon="x" size="sm" label={UI.dismiss} onClick={() => onGone(toast.id)} />
    </div>
  );
}
