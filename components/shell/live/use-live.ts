"use client";

import { useContext, useEffect, useEffectEvent } from "react";
import { LiveContext, type LiveEvent, type LiveFeed } from "./status";

/**
 * Calls back when a row of these topics changed, and with null when changes may have been missed, so that everything should
 * be read again.
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
