"use client";

import { useEffect } from "react";
import { useLive } from "@/components/shell/live/use-live";

// Some rows of the trail (sign-ins, new keys) announce nothing.
const EVERY_MS = 20_000;

/** Reads the page again now and then while it is looked at, and at once when something is announced. Shows nothing. */
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
