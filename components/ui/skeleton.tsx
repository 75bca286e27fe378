import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** A grey placeholder bar; `className` sets its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden className={classNames("block animate-pulse rounded-chip bg-border/70", className)} />
  );
}

/** Wraps skeletons: shows after 150 ms, so that fast responses do not flicker. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" className="animate-appear">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
