"use client";

import { type ComponentProps, lazy, Suspense, useEffect, useState } from "react";
import type { Keyboard } from "./keys/keyboard";
import type { PreferenceMirror } from "./preference-mirror";

const Keys = lazy(async () => ({ default: (await import("./keys/keyboard")).Keyboard }));
const Notices = lazy(async () => ({
  default: (await import("./notifications/notifier")).Notifier,
}));

const Mirror = lazy(async () => ({ default: (await import("./preference-mirror")).PreferenceMirror }));

/** What no page needs to be read: keys, palette, notifications, and what was chosen in another browser. Loaded once the page itself works. */
export function AfterLoad({
  keyboard,
  preferences,
}: {
  keyboard: ComponentProps<typeof Keyboard>;
  preferences: ComponentProps<typeof PreferenceMirror>;
}) {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    setLoaded(true);
    void import("./live/steady-reads").then(({ waitForServer }) => waitForServer());
  }, []);
  if (!loaded) return null;
  return (
    <Suspense fallback={null}>
      <Mirror {...preferences} />
      <Keys {...keyboard} />
      <Notices />
    </Suspense>
  );
}
