import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Link } from "@/components/ui/link";
import type { Theme } from "@/lib/auth/people/types";
import { Brand } from "./brand";
import { OpenButton } from "./keys/open-button";
import { LiveBanner } from "./live/live-banner";
import { NavSheet } from "./nav-sheet";
import type { SavedLink } from "./navigation";
import { GlassBanner } from "./notifications/glass-banner";
import { Bell } from "./notifications/shown-bell";
import { SidebarParts } from "./shown-sidebar";
import type { Viewer } from "./user-menu";

type ShellProps = {
  viewer: Viewer;
  theme: Theme;
  /** After an act in a list, the next row opens (keys/opening.ts). */
  openNext: boolean;
  saved: readonly SavedLink[];
  /** A notice for every page, in one line. */
  notice?: ReactNode;
  children: ReactNode;
};

/**
 * The frame of every page: sidebar and page scroll separately; on narrow screens a bar is on top.
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
        <div role="status">
          <GlassBanner />
        </div>
        {props.notice}
        <main
          id="content"
          tabIndex={-1}
          data-open-next={props.openNext || undefined}
          className="relative min-h-0 flex-1 lg:overflow-y-auto"
        >
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
      <SidebarParts viewer={viewer} theme={theme} saved={saved} />
    </aside>
  );
}

function TopBar({ viewer, theme, saved }: ShellProps) {
  return (
    <header
      data-page-head
      className="sticky top-0 z-30 flex min-h-14 items-center gap-1 border-b border-border bg-surface px-2 lg:hidden"
    >
      <NavSheet viewer={viewer} theme={theme} saved={saved} />
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
