import Link from "next/link";
import type { ReactNode } from "react";
import { LiveBanner } from "@/components/live/live-banner";
import { Count } from "@/components/ui/badge";
import { Brand } from "./brand";
import { NavSheet } from "./nav-sheet";
import { Navigation } from "./navigation";
import type { Theme } from "./preference-cookies";
import { SidebarToggle } from "./sidebar-toggle";
import { type SignOut, UserMenu, UserPanel, type Viewer } from "./user-menu";

export type ShellProps = {
  viewer: Viewer;
  theme: Theme;
  /** Approvals this person can act on. */
  pending: number;
  signOut: SignOut;
  children: ReactNode;
};

/**
 * The frame of every page: sidebar and page side by side, each scrolling by itself; on narrow screens a bar on top and the
 * page below.
 */
export function Shell({ viewer, theme, pending, signOut, children }: ShellProps) {
  const counts = { "/approvals": pending };
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:h-dvh lg:grid-cols-[216px_minmax(0,1fr)] lg:rail:grid-cols-[52px_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control border border-border bg-surface px-3 py-2 text-sm font-medium focus:translate-y-0"
      >
        Skip to the page
      </a>
      <aside
        aria-label="Sidebar"
        className="hidden min-h-0 flex-col border-r border-border bg-sunken p-2 lg:flex"
      >
        <div className="flex min-h-9 items-center justify-between pr-0.5 pb-2 pl-2 rail:flex-col rail:gap-2 rail:px-0">
          <Link href="/approvals" className="rounded-chip">
            <Brand />
          </Link>
          <SidebarToggle />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Navigation counts={counts} />
        </div>
        <UserMenu viewer={viewer} theme={theme} signOut={signOut} />
      </aside>
      <header className="sticky top-0 z-30 flex min-h-14 items-center gap-2 border-b border-border bg-surface px-2 lg:hidden">
        <NavSheet>
          <div className="-mx-2 flex flex-col gap-4">
            <Navigation counts={counts} />
            <div className="border-t border-border pt-2">
              <UserPanel viewer={viewer} theme={theme} signOut={signOut} name="sheet-theme" />
            </div>
          </div>
        </NavSheet>
        <Link href="/approvals" className="flex min-h-12 items-center gap-2 rounded-chip">
          <Brand />
        </Link>
        {pending > 0 && (
          <span className="ml-auto pr-2 text-fg-muted">
            <Count value={pending} />
            <span className="sr-only"> waiting for you</span>
          </span>
        )}
      </header>
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <LiveBanner />
        <main id="content" tabIndex={-1} className="min-h-0 flex-1 lg:overflow-y-auto">
          {children}
        </main>
      </div>
    </div>
  );
}
