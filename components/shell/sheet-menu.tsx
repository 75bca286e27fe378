"use client";

import { Dialog } from "@/components/ui/dialog";
import type { Theme } from "@/lib/auth/people/types";
import { Navigation, type SavedLink } from "./navigation";
import { UserPanel, type Viewer } from "./user-menu";

/** What a phone's menu holds: where one can go, and one's account. */
export function SheetMenu({
  viewer,
  theme,
  saved,
  onClose,
}: {
  viewer: Viewer;
  theme: Theme;
  saved: readonly SavedLink[];
  onClose: () => void;
}) {
  return (
    <Dialog open onClose={onClose} title="Menu" kind="sheet">
      <div className="-mx-2 flex flex-col gap-4">
        <Navigation saved={saved} administers={viewer.administers} />
        <div className="border-t border-border pt-2">
          <UserPanel viewer={viewer} theme={theme} name="sheet-theme" />
        </div>
      </div>
    </Dialog>
  );
}
