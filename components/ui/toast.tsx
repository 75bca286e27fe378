"use client";

import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from "react";
import { followingPart } from "./lazy-part";
import type { ShownToast, ToastInput } from "./toast-card";

const ToastCard = followingPart(() => import("./toast-card").then((part) => part.ToastCard));

const SHOWN_MAX = 3;

const Context = createContext<(toast: ToastInput) => void>(() => {});

/** Confirms an action that can be undone. Refusals show next to their control, never here. */
export function useToast(): (toast: ToastInput) => void {
  return useContext(Context);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>([]);
  const next = useRef(0);
  const show = useCallback((toast: ToastInput) => {
    next.current += 1;
    const shown = { ...toast, id: next.current };
    setToasts((others) => [...others, shown].slice(-SHOWN_MAX));
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const lastAct = toasts.findLast(({ undo, final }) => undo || final);
  return (
    <Context value={show}>
      {children}
      <section
        aria-label="Messages"
        data-messages
        aria-live="polite"
        // The page reserves space for it (`--toasts`), in the sidebar or at the bottom, so that it
        // never covers a button.
        className="fixed inset-x-0 bottom-0 z-50 flex flex-col gap-2 border-border border-t bg-bg p-2 pb-[calc(8px+env(safe-area-inset-bottom))] empty:border-0 empty:p-0 lg:not-rail:bottom-[60px] lg:not-rail:left-2 lg:not-rail:w-[200px] lg:not-rail:border-0 lg:not-rail:bg-transparent lg:not-rail:p-0"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} newest={toast === lastAct} onGone={drop} />
        ))}
      </section>
    </Context>
  );
}
