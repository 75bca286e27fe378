"use client";

import { type ComponentProps, lazy, Suspense } from "react";

// The server draws it from a few facts, and its links lead on by themselves; a browser loads the rest once the page itself works.
const Loaded = lazy(async () => ({ default: (await import("./sidebar-parts")).SidebarParts }));

/** What stands in the sidebar. */
export function SidebarParts(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
