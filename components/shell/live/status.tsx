"use client";

import { createContext, useContext } from "react";

export type LiveEvent = { topic: string; id: string };

type LiveStatus = {
  /** Whether what is shown is up to date, so that deciding on it is safe. False from a loss until the page was read again. */
  connected: boolean;
  /** Whether changes arrive by themselves; otherwise the page is read again every few seconds. */
  streaming: boolean;
  /** The server's time of what is shown, in ms. */
  asOf: number;
};

export type LiveFeed = LiveStatus & {
  /** Calls back for every change, and with null when some may have been missed. Returns how to stop. */
  subscribe: (listener: (event: LiveEvent | null) => void) => () => void;
  /** Reads the page again, at most once per 300 ms however often it is asked. */
  refresh: () => void;
};

// Outside a provider nothing is live and nothing is refused: pages without live data use the same components.
export const LiveContext = createContext<LiveFeed>({
  connected: true,
  streaming: true,
  asOf: 0,
  subscribe: () => () => undefined,
  refresh: () => undefined,
});

/** Whether live updates arrive, and how old the page is. */
export function useLiveStatus(): LiveStatus {
  const { connected, streaming, asOf } = useContext(LiveContext);
  return { connected, streaming, asOf };
}
