"use client";

import { type ReactNode, useState } from "react";
import { classNames } from "../class-names";
import { Icon } from "../icon";
import { Kbd } from "../kbd";

// Its content joins the form's row; the fold opens below. A fold for phones is always open on wider
// screens. Its summary stays in browsers that cannot open it by CSS.
const ALWAYS =
  "details-content:order-last details-content:w-full max-sm:details-content:col-span-2 [&:not([open])::details-content]:hidden";
const ON_PHONES = "details-content:contents max-sm:[&:not([open])::details-content]:hidden";

/**
 * Filters under a button in the form's row: rarely used ones, or on phones all. Keeps its state.
 */
export function FilterFold({
  label,
  initiallyOpen,
  onPhones = false,
  children,
}: {
  label: string;
  initiallyOpen: boolean;
  /** Whether only phones fold them, where they would push the list off screen. */
  onPhones?: boolean;
  children: ReactNode;
}) {
  // The initial state only: a panel that closes when its last filter is cleared would hide the
  // other controls.
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
