"use client";

import { useEffect, useState } from "react";
import { followingPart } from "@/components/ui/lazy-part";

const Enable = followingPart(() => import("./enable-notifications").then((part) => part.EnableNotifications));

/**
 * The switch of browser notifications. Loads after the page, because only a browser knows its
 * permissions.
 */
export function NotificationSwitch(props: { on: boolean }) {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => setLoaded(true), []);
  if (!loaded) return null;
  return <Enable {...props} />;
}
