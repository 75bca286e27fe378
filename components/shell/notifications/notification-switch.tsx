"use client";

import { useEffect, useState } from "react";
import { followingPart } from "@/components/ui/lazy-part";

const Enable = followingPart(() => import("./enable-notifications").then((part) => part.EnableNotifications));

/** The switch of the browser's notifications; only a browser can say what it allows, so it comes after the page. */
export function NotificationSwitch(props: { on: boolean }) {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => setLoaded(true), []);
  if (!loaded) return null;
  return <Enable {...props} />;
}
