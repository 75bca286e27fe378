import type { ReactNode } from "react";
import { classNames } from "./class-names";

/**
 * A panel opened by a button with `popoverTarget={id}`. The browser closes it on Esc and on a press
 * outside.
 */
export function Popover({
  id,
  label,
  children,
  className,
  onClosed,
}: {
  id: string;
  label: string;
  children: ReactNode;
  /** Its position; by default below the button. */
  className?: string;
  onClosed?: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser
    <div
      id={id}
      popover="auto"
      role="group"
      aria-label={label}
      onToggle={onClosed && ((event) => (event.newState === "closed" ? onClosed() : undefined))}
      className={classNames(
        "rounded-card border bg-surface p-1 text-fg shadow-float",
        className ??
          // As wide as its content: squeezed next to the button, it would never flip sides.
          "m-0 mt-1 w-max max-w-[calc(100vw-1rem)] [position-area:bottom_span-right] [position-try-fallbacks:flip-block,flip-inline]",
      )}
    >
      {children}
    </div>
  );
}
