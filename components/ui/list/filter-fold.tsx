"use client";

import { type ReactNode, useState } from "react";
import { Icon } from "../icon";
import { Kbd } from "../kbd";

/** The filters that few people need, behind a button in the filters' row. It stays as its reader left it. */
export function FilterFold({
  label,
  initiallyOpen,
  children,
}: {
  label: string;
  initiallyOpen: boolean;
  children: ReactNode;
}) {
  // Not what the address says now: a panel that closes because its last filter was cleared takes the other controls away.
  const [open] = useState(initiallyOpen);
  return (
    <details
      open={open}
      className="contents details-content:order-last details-content:w-full max-sm:details-content:col-span-2 [&:not([open])::details-content]:hidden"
    >
      <summary
        data-key="filter"
        className="inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-full border border-border px-2.5 font-medium text-fg-muted text-xs hover:border-border-strong hover:text-fg max-sm:min-h-12"
      >
        <Icon name="filter" size={13} />
        {label}
        <span className="max-lg:hidden">
          <Kbd>F</Kbd>
        </span>
      </summary>
      {children}
    </details>
  );
}
