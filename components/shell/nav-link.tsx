"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/link";

/** A link of the navigation, marked on its own page. */
export function NavLink({
  href,
  views,
  label,
  children,
}: {
  /** A page, or one of its lists by `view` or other parameters. */
  href: string;
  /** Views with their own links; a link without parameters covers the others. */
  views: readonly string[];
  label: string;
  children: ReactNode;
}) {
  const pathname = usePathname();
  const shown = useSearchParams();
  const [path = "", query] = href.split("?");
  const inside = pathname === path || pathname.startsWith(`${path}/`);
  return (
    <Link
      href={href}
      title={label}
      aria-current={inside && isShown(shown, query, views) ? "page" : undefined}
      className="nav-link"
    >
      {children}
    </Link>
  );
}

function isShown(shown: URLSearchParams, query: string | undefined, views: readonly string[]): boolean {
  if (query === undefined) return !views.includes(shown.get("view") ?? "") && !shown.has("saved");
  const wanted = [...new URLSearchParams(query)];
  if (shown.has("saved") && !wanted.some(([name]) => name === "saved")) return false;
  return wanted.every(([name, value]) => shown.get(name) === value);
}
