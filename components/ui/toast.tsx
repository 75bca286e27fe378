"use client";

import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useRef,
  useState,
} from "react";
import type { ShownToast, ToastInput } from "./toast-card";

const ToastCard = lazy(async () => ({ default: (await import("./toast-card")).ToastCard }));

const SHOWN_MAX = 3;

const Context = createContext<(toast: ToastInput) => void>(() => {});

/** Tells what was done and can be taken back. Refusals are told where they happened, never here. */
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
  return (
    <Context value={show}>
      {children}
      <section
        aria-label="Messages"
        aria-live="polite"
        className="pointer-events-none fixed right-4 bottom-20 left-4 z-50 flex flex-col items-end gap-2 sm:bottom-4"
      >
        <Suspense fallback={null}>
          {toasts.map((toast, index) => (
            <ToastCard key={toast.id} toast={toast} newest={index === toasts.length - 1} onGone={drop} />
          ))}
        </Suspense>
      </section>
    </Context>
  );
}
