"use client";

import { useEffect } from "react";
import { useLive } from "@/components/shell/live/use-live";

// Some rows (sign-ins, new keys) announce nothing.
const EVERY_MS = 20_000;

/**
 * Refreshes the page periodically while it is visible, and at once on announcements. Renders
 * nothing.
 */
export function KeepFresh({ topics }: { topics: readonly string[] }) {
  const { refresh } = useLive(topics, () => refresh());
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
  return null;
}
