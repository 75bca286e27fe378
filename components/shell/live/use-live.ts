"use client";

import { useContext, useEffect, useEffectEvent } from "react";
import { LiveContext, type LiveEvent, type LiveFeed } from "./status";

/**
 * Calls back on changes of these topics, and with null if some may have been missed and everything
 * has to be read.
 */
export function useLive(topics: readonly string[], listener: (event: LiveEvent | null) => void): LiveFeed {
  const feed = useContext(LiveContext);
  const { subscribe } = feed;
  const receive = useEffectEvent((event: LiveEvent | null) => {
    if (event === null || topics.includes(event.topic)) listener(event);
  });
  useEffect(() => subscribe((event) => receive(event)), [subscribe]);
  return feed;
}
