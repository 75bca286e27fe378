import { ChangesReader, RECENT_MS } from "./changes-reader";
import { canRead, LiveConnection } from "./connection";
import { PageReader } from "./page-reader";
import type { FollowedList, FrameFacts, LiveEvent } from "./status";

const LIVE_URL = "/api/live";

// While no stream is open, the page is read again this often instead.
const POLL_MS = 5_000;

type Listener = (event: LiveEvent | null) => void;

type SessionEvents = {
  /** Whether changes arrive by themselves. */
  open: (open: boolean) => void;
  /** Who is told of each change, and with null when some may have been missed: then the whole page is read again. */
  listeners: ReadonlySet<Listener>;
  frame: (facts: FrameFacts) => void;
  /** The list on the page now. */
  list: () => FollowedList | null;
  /** Reads the whole page again, at once. */
  read: () => void;
};

/** What goes on as long as a page is open. */
export type LiveSession = {
  /** Another listener has come: it is told what it may have missed. */
  joined: (listener: Listener) => void;
  /** Another list is on the page. */
  followed: () => void;
  /** Has the whole page read again, in its time. */
  refresh: () => void;
  /** No reading is under way. */
  came: () => void;
  close: () => void;
};

/** Follows what changes from `place` on, and reads the page now and then while that is not possible. */
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
