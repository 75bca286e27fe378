import { ChangesReader, RECENT_MS } from "./changes-reader";
import { canRead, LiveConnection } from "./connection";
import { PageReader } from "./page-reader";
import type { FollowedList, FrameFacts, LiveEvent } from "./status";

const LIVE_URL = "/api/live";

// Without a stream, the interval of refreshes.
const POLL_MS = 5_000;

type Listener = (event: LiveEvent | null) => void;

type SessionEvents = {
  /** Whether changes arrive by stream. */
  open: (open: boolean) => void;
  /**
   * Called with each change, and with null if some may have been missed, which needs a full read.
   */
  listeners: ReadonlySet<Listener>;
  frame: (facts: FrameFacts) => void;
  /** The current list. */
  list: () => FollowedList | null;
  /** Reads the whole page at once. */
  read: () => void;
};

/** The work of an open page. */
export type LiveSession = {
  /** A new listener: receives what it may have missed. */
  joined: (listener: Listener) => void;
  /** Called when the list changes. */
  followed: () => void;
  /** Schedules a full read. */
  refresh: () => void;
  /** No read is pending. */
  came: () => void;
  close: () => void;
};

/** Follows changes after `place`, and refreshes periodically while that fails. */
export function openSession(place: number, on: SessionEvents): LiveSession {
  const pages = new PageReader(on.read);
  const refresh = () => pages.ask();
  const reader = new ChangesReader({ ...on, refresh });
  let recent: { event: LiveEvent | null; at: number }[] = [];
  const recently = () => recent.filter(({ at }) => performance.now() - at < RECENT_MS);
  let polling: ReturnType<typeof setInterval> | undefined;
  const poll = async () => {
    if (await canRead(LIVE_URL)) refresh();
  };
  const connection = new LiveConnection(LIVE_URL, String(place), {
    opened: (resumed) => {
      clearInterval(polling);
      on.open(true);
      if (!resumed) refresh();
    },
    lost: () => {
      on.open(false);
      clearInterval(polling);
      polling = setInterval(poll, POLL_MS);
      void poll();
    },
    changed: (event) => {
      recent = [...recently(), { event, at: performance.now() }];
      for (const listener of on.listeners) listener(event);
      if (event) reader.noticed(event);
      else refresh();
    },
    signedOut: refresh,
  });
  return {
    joined: (listener) => {
      for (const { event } of recently()) listener(event);
    },
    followed: () => reader.followed(),
    refresh,
    came: () => pages.came(),
    close: () => {
      clearInterval(polling);
      connection.close();
      reader.close();
      pages.close();
    },
  };
}
