"use client";

import { type ReactNode, useId, useRef } from "react";
import { Icon } from "../icon";
import { Kbd } from "../kbd";
import { Popover } from "../popover";

/**
 * A form's filters in a panel under one button. Each applies at once, and the panel stays open. It
 * opens without scripts too.
 */
export function FilterMenu({
  count,
  children,
}: {
  /** How many of them are set. */
  count: number;
  children: ReactNode;
}) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        data-key="filter"
        className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full border border-border px-2.5 font-medium text-fg-muted text-xs hover:border-border-strong hover:text-fg max-sm:min-h-12 max-sm:px-3.5 max-sm:text-sm"
      >
        <Icon name="filter" size={13} />
        Filter
        {count > 0 ? (
          <span className="tnum">
            {count}
            <span className="sr-only"> set</span>
          </span>
        ) : null}
        <span className="max-lg:hidden">
          <Kbd>F</Kbd>
        </span>
      </button>
      <Popover id={id} label="Filters" onClosed={() => keepFocus(button.current)}>
        <div
          ref={markFirst}
          className="grid max-h-[min(32rem,70dvh)] w-[min(30rem,calc(100vw-1.5rem))] gap-2.5 overflow-y-auto p-2.5 sm:grid-cols-2"
        >
          {children}
        </div>
      </Popover>
    </>
  );
}

/**
 * The browser gives it the focus as the panel opens. An event would come later, and take the focus
 * back from who left the field meanwhile.
 */
function markFirst(panel: HTMLElement | null): void {
  panel?.querySelector("input:not([type=hidden]), select")?.setAttribute("autofocus", "");
}

/** Opened by key, nothing had the focus before. */
function keepFocus(button: HTMLElement | null): void {
  if (document.activeElement === document.body) button?.focus({ preventScroll: true });
}
