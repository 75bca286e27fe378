"use client";

import { type ReactNode, useState } from "react";
import { classNames } from "../class-names";
import { Icon } from "../icon";
import { Kbd } from "../kbd";

// Its content becomes part of the form's row, below which a fold opens. A fold for phones is always open on wider screens,
// whose summary stays where a browser could not open it by style alone.
const ALWAYS =
  "details-content:order-last details-content:w-full max-sm:details-content:col-span-2 [&:not([open])::details-content]:hidden";
const ON_PHONES = "details-content:contents max-sm:[&:not([open])::details-content]:hidden";

/** Filters behind a button in the form's row: those that few people need, or on phones all. It stays as its reader left it. */
export function FilterFold({
  label,
  initiallyOpen,
  onPhones = false,
  children,
}: {
  label: string;
  initiallyOpen: boolean;
  /** Whether only phones fold them, where they would push the list off the screen. */
  onPhones?: boolean;
  children: ReactNode;
}) {
  // Not what the address says now: a panel that closes because its last filter was cleared takes the other controls away.
  const [open] = useState(initiallyOpen);
  return (
    <details open={open} className={classNames("contents", onPhones ? ON_PHONES : ALWAYS)}>
      <summary
        data-key={onPhones ? undefined : "filter"}
        className={classNames(
          "inline-flex cursor-pointer items-center gap-1.5 justify-self-start rounded-full border border-border font-medium text-fg-muted hover:border-border-strong hover:text-fg max-sm:min-h-12",
          onPhones
            ? "px-3.5 text-sm sm:min-h-8 sm:supports-[selector(::details-content)]:hidden"
            : "min-h-8 px-2.5 text-xs",
        )}
      >
        <Icon name="filter" size={13} />
        {label}
        {!onPhones && (
          <span className="max-lg:hidden">
            <Kbd>F</Kbd>
          </span>
        )}
      </summary>
      {children}
    </details>
  );
}
