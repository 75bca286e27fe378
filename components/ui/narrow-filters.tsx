"use client";

import { type ReactNode, useState } from "react";
import { UI } from "@/components/words/ui";
import { Icon } from "./icon";

/** Filters of a FilterForm that stand behind a button on phones, where they would push the list off the screen. */
export function NarrowFilters({ anySet, children }: { anySet: boolean; children: ReactNode }) {
  // Not what the address says now: it stays as its reader left it.
  const [open, setOpen] = useState(anySet);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex min-h-12 items-center gap-1.5 justify-self-start rounded-full border border-border px-3.5 font-medium text-fg-muted text-sm sm:hidden"
      >
        <Icon name="filter" size={13} />
        {UI.filters}
      </button>
      <div className={open ? "contents" : "contents max-sm:hidden"}>{children}</div>
    </>
  );
}
