"use client";

import { Icon } from "@/components/ui/icon";
import { Kbd } from "@/components/ui/kbd";
import { Link } from "@/components/ui/link";
import type { Theme } from "@/lib/auth/people/types";
import { Brand } from "./brand";
import { OpenButton } from "./keys/open-button";
import { Navigation, type SavedLink } from "./navigation";
import { Bell } from "./notifications/bell";
import { SidebarToggle } from "./sidebar-toggle";
import { UserMenu, type Viewer } from "./user-menu";

/** The parts of the sidebar, top to bottom. */
export function SidebarParts({
  viewer,
  theme,
  saved,
}: {
  viewer: Viewer;
  theme: Theme;
  saved: readonly SavedLink[];
}) {
  return (
    <>
      <div className="flex min-h-9 items-center pr-0.5 pb-2 pl-2 rail:flex-col rail:gap-2 rail:px-0">
        <Link href="/approvals" className="mr-auto min-w-0 overflow-hidden rounded-chip rail:mr-0">
          <Brand />
        </Link>
        <Bell id="bell" className="inset-auto top-12 left-2 m-0" />
        <span className="inline-flex shrink-0">
          <SidebarToggle />
        </span>
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
        <Navigation saved={saved} administers={viewer.administers} />
      </div>
      <UserMenu viewer={viewer} theme={theme} />
    </>
  );
}
