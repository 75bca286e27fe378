"use client";

import { type ComponentProps, lazy, Suspense } from "react";

// The server draws it, and it opens by itself; a browser loads what keeps it up to date once the page itself works.
const Loaded = lazy(async () => ({ default: (await import("./bell")).Bell }));

/** What waits for this person, behind a bell. */
export function Bell(props: ComponentProps<typeof Loaded>) {
  return (
    <Suspense fallback={null}>
      <Loaded {...props} />
    </Suspense>
  );
}
