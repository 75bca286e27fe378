"use client";

import { lazy, Suspense, useEffect, useState } from "react";

const Nothing = (_: { on: boolean }) => null;

// A page that has lost its server goes on without it.
const Enable = lazy(async () => ({
  default: await import("./enable-notifications").then(
    ({ EnableNotifications }) => EnableNotifications,
    () => Nothing,
  ),
}));

/** The switch of the browser's notifications; only a browser can say what it allows, so it comes after the page. */
export function NotificationSwitch(props: { on: boolean }) {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => setLoaded(true), []);
  if (!loaded) return null;
  return (
    <Suspense fallback={null}>
      <Enable {...props} />
    </Suspense>
  );
}
