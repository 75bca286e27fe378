import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import type { Theme } from "@/lib/auth/people/types";
import { Brand } from "./brand";
import { OpenButton } from "./keys/open-button";
import { LiveBanner } from "./live/live-banner";
import { NavSheet } from "./nav-sheet";
import { Navigation, type SavedLink } from "./navigation";
import { Bell } from "./notifications/shown-bell";
import { SidebarToggle } from "./sidebar-toggle";
import { UserMenu, UserPanel, type Viewer } from "./user-menu";

type ShellProps = {
  viewer: Viewer;
  theme: Theme;
  saved: readonly SavedLink[];
  /** What holds for every page, in one line. */
  notice?: ReactNode;
  children: ReactNode;
};

/**
 * The frame of every page: sidebar and page side by side, each scrolling by itself; on narrow screens a bar on top and the
 * page below.
 */
export function Shell(props: ShellProps) {
  return (
    <div className="flex min-h-dvh flex-col max-lg:pb-(--toasts) lg:rail:pb-(--toasts) lg:grid lg:h-dvh lg:grid-cols-[216px_minmax(0,1fr)] lg:rail:grid-cols-[52px_minmax(0,1fr)]">
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control border border-border bg-surface px-3 py-2 text-sm font-medium focus:translate-y-0"
      >
        Skip to the page
      </a>
      <Sidebar {...props} />
      <TopBar {...props} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <LiveBanner />
        {props.notice}
        <main id="content" tabIndex={-1} className="relative min-h-0 flex-1 lg:overflow-y-auto">
          {props.children}
        </main>
      </div>
    </div>
  );
}

function Sidebar({ viewer, theme, saved }: ShellProps) {
  return (
    <aside
      aria-label="Sidebar"
      className="hidden min-h-0 flex-col border-r border-border bg-sunken p-2 lg:flex"
    >
      <div className="flex min-h-9 items-center pr-0.5 pb-2 pl-2 rail:flex-col rail:gap-2 rail:px-0">
        <Link href="/approvals" className="mr-auto rounded-chip rail:mr-0">
          <Brand />
        </Link>
        <Bell id="bell" className="inset-auto top-12 left-2 m-0" />
        <SidebarToggle />
      </div>
      <OpenButton
        what="palette"
        label="Search or jump to"
        className="mb-2 flex min-h-8 items-center gap-2 rounded-control border border-border bg-surface px-2 text-sm text-fg-subtle hover:border-border-strong hover:text-fg rail:justify-center rail:px-0"
      >
        <Icon name="search" size={14} />
        <span className="flex-1 text-left rail:sr-only">Search or jump to</span>
        <Kbd className="rail:hidden">⌘K</Kbd>
      </OpenButton>
      <div className="min-h-0 flex-1 overflow-y-auto lg:not-rail:mb-(--toasts)">
        <Navigation saved={saved} />
      </div>
      <UserMenu viewer={viewer} theme={theme} />
    </aside>
  );
}

function TopBar({ viewer, theme, saved }: ShellProps) {
  return (
    <header className="sticky top-0 z-30 flex min-h-14 items-center gap-1 border-b border-border bg-surface px-2 lg:hidden">
      <NavSheet>
        <div className="-mx-2 flex flex-col gap-4">
          <Navigation saved={saved} />
          <div className="border-t border-border pt-2">
            <UserPanel viewer={viewer} theme={theme} name="sheet-theme" />
          </div>
        </div>
      </NavSheet>
      <Link href="/approvals" className="mr-auto flex min-h-12 items-center gap-2 rounded-chip">
        <Brand />
      </Link>
      <OpenButton
        what="palette"
        label="Search or jump to"
        className="flex size-12 items-center justify-center rounded-control text-fg-muted"
      >
        <Icon name="search" size={18} />
      </OpenButton>
      <Bell id="bell-narrow" className="inset-auto top-14 right-2 m-0" />
    </header>
  );
}
