"use client";

import { createContext, useContext } from "react";
import type { NewNotes } from "@/lib/approvals/notes/types";
import type { QueueChanges, Waiting } from "@/lib/approvals/queue/types";
import type { OpenReviews } from "@/lib/approvals/reviews/types";
import type { UserPreferences } from "@/lib/auth/people/types";
import type { Mentions } from "@/lib/feedback/comments/types";

export type LiveEvent = { topic: string; id: string };

/** What every page shows about waiting work. */
export type FrameFacts = {
  waiting: Waiting;
  /** The count of each saved view; null if not counted. */
  saved: readonly { id: string; count: number | null }[];
  issues: number;
  mentions: Mentions;
  notes: NewNotes;
  reviews: OpenReviews;
  /** What this person wants to be notified of, from any browser. */
  notify: UserPreferences["notify"];
};

/** The list of calls on the page, whose rows update live. */
export type FollowedList = {
  /** Its address: filter and page. */
  query: string;
  /** Applies the new positions of the calls `ids`. */
  take: (changes: QueueChanges, ids: readonly string[]) => void;
};

type LiveStatus = {
  /**
   * Whether the page is current, so that deciding is safe. False from a loss until the next read.
   */
  connected: boolean;
  /** Whether changes arrive by stream; otherwise the page refreshes every few seconds. */
  streaming: boolean;
  /** The server's time of the page, in ms. */
  asOf: number;
};

export type LiveFeed = LiveStatus & {
  /**
   * Calls back on every change, and with null if some may have been missed. Returns the unsubscribe
   * function.
   */
  subscribe: (listener: (event: LiveEvent | null) => void) => () => void;
  /** Refreshes the page, at most once in two seconds and only while visible. */
  refresh: () => void;
  /** Updates the list's rows live. Returns the unsubscribe function. */
  follow: (list: FollowedList) => () => void;
};

// Outside a provider nothing is live and nothing is disabled: pages without live data use the same
// components.
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
