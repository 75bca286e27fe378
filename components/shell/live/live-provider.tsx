"use client";

import { useRouter } from "next/navigation";
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useTransition,
} from "react";
import type { LiveSession } from "./session";
import { type FollowedList, FrameContext, type FrameFacts, LiveContext, type LiveEvent } from "./status";

// Nothing to see waits for it, so it comes after the page.
const loadSession = () => import("./session");

const LOAD_AGAIN_MS = 5_000;

// While no stream is open, the page is current only this long after each reading.
const POLLED_IS_CURRENT_MS = 15_000;

type Listener = (event: LiveEvent | null) => void;

/** Whether the reading of that time can be relied on: after a loss not until another one has come, then only so long. */
function useCurrent(open: boolean, asOf: number): boolean {
  const [doubtful, setDoubtful] = useState<number | null>(null);
  const doubt = useEffectEvent(() => setDoubtful(asOf));
  useEffect(() => {
    if (!open) doubt();
  }, [open]);
  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setDoubtful(asOf), POLLED_IS_CURRENT_MS);
    return () => clearTimeout(timer);
  }, [open, asOf]);
  return doubtful !== asOf;
}

type SessionPart = Awaited<ReturnType<typeof loadSession>>;

/** What `begin` opens, once its part has come; `failed` is told each time that it does not. */
function useSession(begin: (part: SessionPart) => LiveSession, failed: () => void) {
  const session = useRef<LiveSession | null>(null);
  const came = useEffectEvent((part: SessionPart) => {
    session.current = begin(part);
  });
  const failedNow = useEffectEvent(failed);
  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const load = () =>
      loadSession().then(
        (part) => {
          if (!gone) came(part);
        },
        () => {
          failedNow(); // without a network the next turn tries again
          again = setTimeout(load, LOAD_AGAIN_MS);
        },
      );
    void load();
    return () => {
      gone = true;
      clearTimeout(again);
      session.current?.close();
    };
  }, []);
  return session;
}

/**
 * Keeps one event stream open for everything below it, and what every page shows of the work that waits. While no stream is
 * open, the page is read again every five seconds; until that worked, deciding on it is not safe.
 */
export function LiveProvider({
  asOf,
  place,
  frame,
  children,
}: {
  /** The server's time of the page: when it changes, the page was read again. */
  asOf: number;
  /** Up to which change the server had heard when it read the page. */
  place: number;
  frame: FrameFacts;
  children: ReactNode;
}) {
  const router = useRouter();
  const [reading, read] = useTransition();
  const [told, setTold] = useState(frame);
  const list = useRef<FollowedList | null>(null);
  const listeners = useRef(new Set<Listener>());
  const [open, setOpen] = useState(true);
  const connected = useCurrent(open, asOf);
  const now = useCallback(() => read(() => router.refresh()), [router]);
  const session = useSession(
    ({ openSession }) =>
      openSession(place, {
        open: setOpen,
        listeners: listeners.current,
        frame: setTold,
        list: () => list.current,
        read: now,
      }),
    () => setOpen(false),
  );
  const refresh = useCallback(() => {
    if (session.current) session.current.refresh();
    else now();
  }, [now, session]);
  useEffect(() => {
    if (!reading) session.current?.came();
  }, [reading, session]);

  const subscribe = useCallback(
    (listener: Listener) => {
      listeners.current.add(listener);
      session.current?.joined(listener);
      return () => {
        listeners.current.delete(listener);
      };
    },
    [session],
  );
  const follow = useCallback(
    (one: FollowedList) => {
      list.current = one;
      session.current?.followed();
      return () => {
        if (list.current === one) list.current = null;
      };
    },
    [session],
  );

  const feed = useMemo(
    () => ({ connected, streaming: open, asOf, subscribe, refresh, follow }),
    [connected, open, asOf, subscribe, refresh, follow],
  );
  return (
    <LiveContext value={feed}>
      <FrameContext value={told.waiting.asOf > frame.waiting.asOf ? told : frame}>{children}</FrameContext>
    </LiveContext>
  );
}
