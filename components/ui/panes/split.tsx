import type { ReactNode } from "react";
import { widthClass } from "./list-width";
import { SplitEdge } from "./shown-edge";

/** The list on the left, with an adjustable width. */
export function Split({
  step,
  className,
  children,
}: {
  step: number;
  className: string;
  children: ReactNode;
}) {
  return (
    <div data-split className={`relative ${widthClass(step)} ${className}`}>
      {children}
      <SplitEdge step={step} />
    </div>
  );
}
