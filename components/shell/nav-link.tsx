"use client";

import Link from "next/link";
import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";

/** A link of the navigation; knows whether it leads to where we are. `view` is the list view its address stands for. */
export function NavLink({
  path,
  view,
  views,
  label,
  children,
}: {
  path: string;
  view?: string;
  /** Views that have a link of their own; without `view`, the link stands for all others. */
  views: readonly string[];
  label: string;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const shown = useSearchParams().get("view");
  const inside = pathname === path || pathname.startsWith(`${path}/`);
  const here = view ? shown === view : shown === null || !views.includes(shown);
  return (
    <Link
      href={view ? `${path}?view=${view}` : path}
      title={label}
      aria-current={inside && here ? "page" : undefined}
      className="relative flex min-h-[30px] items-center gap-2.5 rounded-control border border-transparent px-2 text-sm font-medium text-fg-muted hover:text-fg aria-[current]:border-border aria-[current]:bg-surface aria-[current]:text-fg max-lg:min-h-12 max-lg:text-base lg:rail:justify-center lg:rail:px-0"
    >
      {children}
    </Link>
  );
}
