"use client";

import { createContext, useContext } from "react";
import type { QueueChanges, Waiting } from "@/lib/approvals/queue/types";
import type { OpenReviews } from "@/lib/approvals/reviews/types";
import type { UserPreferences } from "@/lib/auth/people/types";
import type { Mentions } from "@/lib/feedback/comments/types";

export type LiveEvent = { topic: string; id: string };

/** What every page shows of the work that waits. */
export type FrameFacts = {
  waiting: Waiting;
  /** What each saved view finds; null where it is not counted. */
  saved: readonly { id: string; count: number | null }[];
  issues: number;
  mentions: Mentions;
  reviews: OpenReviews;
  /** What this person wants to be notified of, as set in whichever browser. */
  notify: UserPreferences["notify"];
};

/** The list of calls on the page, whose rows arrive as they change. */
export type FollowedList = {
  /** Its address: filter and page. */
  query: string;
  /** Takes in where the calls `ids` stand now. */
  take: (changes: QueueChanges, ids: readonly string[]) => void;
};

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
  /** Reads the whole page again: once in two seconds however often it is asked, and only while the page is looked at. */
  refresh: () => void;
  /** Has the list's rows told as they change. Returns how to stop. */
  follow: (list: FollowedList) => () => void;
};

// Outside a provider nothing is live and nothing is refused: pages without live data use the same components.
export const LiveContext = createContext<LiveFeed>({
  connected: true,
  streaming: true,
  asOf: 0,
  subscribe: () => () => undefined,
  refresh: () => undefined,
  follow: () => () => undefined,
});

/** Null outside the dashboard. */
export const FrameContext = createContext<FrameFacts | null>(null);

/** Whether live updates arrive, and how old the page is. */
export function useLiveStatus(): LiveStatus {
  const { connected, streaming, asOf } = useContext(LiveContext);
  return { connected, streaming, asOf };
}
