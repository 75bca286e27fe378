import type { ReactNode } from "react";
import { classNames } from "../class-names";
import { Card } from "../page";

/** Placeholder rows of a list that is loading. */
export function ListSkeleton({
  rows,
  className,
  children,
}: {
  rows: number;
  className: string;
  children: ReactNode;
}) {
  return (
    <Card flush>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars are all alike
        <div key={row} className={classNames("border-b border-border last:border-b-0", className)}>
          {children}
        </div>
      ))}
    </Card>
  );
}
