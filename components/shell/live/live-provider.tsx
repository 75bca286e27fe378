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

// Loads after the page, because nothing visible needs it.
const loadSession = () => import("./session");

const LOAD_AGAIN_MS = 5_000;

// Without a stream, a page counts as current for this long after each read.
const POLLED_IS_CURRENT_MS = 15_000;

type Listener = (event: LiveEvent | null) => void;

/**
 * Whether the read of that time is reliable: after a loss only once another one arrives, and for a
 * limited time.
 */
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

/** The session that `begin` opens once its code has loaded; calls `failed` on each load error. */
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
 * Keeps one event stream open for its children, and the counts of every page. Without a stream it
 * refreshes every five seconds; until one works, deciding is disabled.
 */
export function LiveProvider({
  asOf,
  place,
  frame,
  children,
}: {
  /** The server's time of the page; a change means a new read. */
  asOf: number;
  /** The last change the server had heard when it read the page. */
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
