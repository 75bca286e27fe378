import type { ReactNode } from "react";
import { Explained } from "@/components/ui/explained";

/** One figure with its picture; its definition is behind the button. */
export function Tile({
  term,
  means,
  value,
  note,
  aside,
  children,
  says,
}: {
  term: string;
  means: string;
  value: ReactNode;
  /** Next to the value. */
  note?: ReactNode;
  /** At the right of the value: its trend. */
  aside?: ReactNode;
  /** The picture. */
  children?: ReactNode;
  says: ReactNode;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-1 border-border border-r border-b px-4 py-3">
      <dt className="flex items-center gap-1 font-medium text-fg-muted text-xs">
        {term}
        <Explained what={term}>{means}</Explained>
      </dt>
      <dd className="flex flex-1 flex-col gap-1.5">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="tnum font-bold text-xl">
            {value}
            {note && <span className="ml-2 font-normal text-fg-muted text-xs">{note}</span>}
          </span>
          {aside}
        </span>
        {children}
        <span className="mt-auto text-fg-muted text-xs">{says}</span>
      </dd>
    </div>
  );
}
