import type { ReactNode } from "react";
import { IconButton } from "../button";

/** Fixed to the bottom of a list while rows are selected: the actions on them. */
export function SelectionFoot({
  label,
  keys = true,
  children,
}: {
  label: string;
  /** Whether the open item's keys now act on the selection. */
  keys?: boolean;
  children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      data-for-selection={keys || undefined}
      className="sticky bottom-0 z-10 flex flex-col gap-1.5 border-border border-t bg-surface px-3.5 py-2.5 max-lg:bottom-(--toasts) max-md:pb-[calc(10px+env(safe-area-inset-bottom))]"
    >
      {children}
    </section>
  );
}

/** How many are selected, and the way out of it. */
export function SelectedCount({
  count,
  note,
  more,
  onClear,
}: {
  count: number;
  /** A further note on the selection. */
  note?: ReactNode;
  /** A button that selects more. */
  more?: ReactNode;
  onClear: () => void;
}) {
  return (
    <div className="flex items-center gap-2">
      <span role="status" className="font-medium text-sm">
        {count.toLocaleString("en")} selected
        {note}
      </span>
      {more}
      <IconButton
        icon="x-circle"
        size="sm"
        label="Clear the selection"
        data-key="close"
        onClick={onClear}
        className="ml-auto max-md:size-12"
      />
    </div>
  );
}
