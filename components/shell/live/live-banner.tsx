"use client";

import { useEffect, useState } from "react";
import { followingPart } from "@/components/ui/lazy-part";

const PausedNotice = followingPart(() => import("./paused-notice").then((part) => part.PausedNotice));

/** Reports a loss of live updates. Loads right after the page, while the connection exists. */
export function LiveBanner() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => setLoaded(true), []);
  return <div role="status">{loaded && <PausedNotice />}</div>;
}
