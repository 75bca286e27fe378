"use client";

import { type ComponentProps, useEffect, useState } from "react";
import { followingPart, loadAhead, openedPart } from "@/components/ui/lazy-part";
import type { Keyboard } from "./keys/keyboard";
import { NotOpened } from "./keys/not-opened";
import type { PreferenceMirror } from "./preference-mirror";

const Keys = openedPart(() => import("./keys/keyboard").then((part) => part.Keyboard), NotOpened);
const Notices = followingPart(() => import("./notifications/notifier").then((part) => part.Notifier));
const Mirror = followingPart(() => import("./preference-mirror").then((part) => part.PreferenceMirror));

/**
 * Code that no page needs for reading: keys, palette, notifications, preferences from other
 * browsers. Loads after the page works.
 */
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
    loadAhead(() => import("./live/steady-reads").then(({ waitForServer }) => waitForServer()));
  }, []);
  if (!loaded) return null;
  return (
    <>
      <Mirror {...preferences} />
      <Keys {...keyboard} />
      <Notices />
    </>
  );
}
