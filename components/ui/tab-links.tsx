// Sent as data and rendered in the browser, which is smaller.
"use client";

import type { ReactNode } from "react";
import { classNames } from "./class-names";
import { Count } from "./count";
import { Link } from "./link";

type TabLink = {
  href: string;
  label: string;
  /** A figure, or what shows one. */
  count?: number | ReactNode;
  current: boolean;
  /** Explains its label. */
  title?: string;
};

/** Views of one list as links with addresses. Scrolls sideways if they do not fit. */
export function TabLinks({ label, items }: { label: string; items: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="strip -m-1 overflow-x-auto p-1">
      <ul className="flex gap-1.5">
        {items.map((item) => (
          <li key={item.href}>
            <Link
              href={item.href}
              title={item.title}
              aria-current={item.current ? "page" : undefined}
              className={classNames(
                "flex min-h-6 items-center gap-1 rounded-full border px-2.5 text-xs font-medium whitespace-nowrap max-sm:min-h-11",
                item.current
                  ? "border-fg bg-fg text-surface"
                  : "border-border text-fg-muted hover:border-border-strong hover:text-fg",
              )}
            >
              {item.label}
              {typeof item.count === "number" ? <Count value={item.count} /> : item.count}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
