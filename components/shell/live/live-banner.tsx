"use client";

import { lazy, Suspense, useEffect, useState } from "react";

const PausedNotice = lazy(async () => ({ default: (await import("./paused-notice")).PausedNotice }));

/** Where a loss of live updates is told. Its part comes right after the page, while there still is a connection to fetch it. */
export function LiveBanner() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => setLoaded(true), []);
  return (
    <div role="status">
      {loaded && (
        <Suspense fallback={null}>
          <PausedNotice />
        </Suspense>
      )}
    </div>
  );
}
