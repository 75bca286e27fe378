"use client";

import { useEffect, useState } from "react";
import { followingPart } from "@/components/ui/lazy-part";

const PausedNotice = followingPart(() => import("./paused-notice").then((part) => part.PausedNotice));

/** Where a loss of live updates is told. Its part comes right after the page, while there still is a connection to fetch it. */
export function LiveBanner() {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => setLoaded(true), []);
  return <div role="status">{loaded && <PausedNotice />}</div>;
}
