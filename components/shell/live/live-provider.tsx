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

// However many rows change, the page is read again at most this often. The spread keeps browsers that heard of the same change
// from reading at once.
const REFRESH_EVERY_MS = 2_000;
const REFRESH_SPREAD_MS = 200;

const ANSWER_MS = 10_000;

// While no stream is open, the page is current only this long after each reading.
const POLLED_IS_CURRENT_MS = 15_000;

/**
 * Reads the page again: the first time at once, and what is asked for meanwhile together, once the reading under way has come.
 * One that does not come is not waited for longer than `ANSWER_MS`; a page that nobody looks at waits until somebody does.
 */
function useCoalescedRefresh(): () => void {
  const router = useRouter();
  const [reading, read] = useTransition();
  const began = useRef(Number.NEGATIVE_INFINITY);
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const plan = useCallback(() => {
    clearTimeout(timer.current);
    const next = began.current + (busy.current ? ANSWER_MS : REFRESH_EVERY_MS);
    const spread = Math.random() * REFRESH_SPREAD_MS;
    timer.current = setTimeout(
      () => {
        if (document.visibilityState === "hidden") {
          document.addEventListener("visibilitychange", plan, { once: true });
          return;
        }
        timer.current = undefined;
        began.current = performance.now();
        busy.current = true;
        read(() => router.refresh());
      },
      Math.max(0, next - performance.now()) + spread,
    );
  }, [router]);
  useEffect(() => {
    busy.current = reading;
    if (!reading && timer.current !== undefined) plan();
  }, [reading, plan]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      document.removeEventListener("visibilitychange", plan);
    },
    [plan],
  );
  return useCallback(() => {
    if (timer.current === undefined) plan();
  }, [plan]);
}

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
  const refresh = useCoalescedRefresh();
  const [told, setTold] = useState(frame);
  const list = useRef<FollowedList | null>(null);
  const session = useRef<LiveSession | null>(null);
  const [first] = useState(place);
  const listeners = useRef(new Set<Listener>());
  const [open, setOpen] = useState(true);
  const connected = useCurrent(open, asOf);

  useEffect(() => {
    let again: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    const on = {
      open: setOpen,
      listeners: listeners.current,
      frame: setTold,
      list: () => list.current,
      refresh,
    };
    const load = () =>
      loadSession().then(
        ({ openSession }) => {
          if (!gone) session.current = openSession(first, on);
        },
        () => {
          setOpen(false); // without a network the next turn tries again
          again = setTimeout(load, LOAD_AGAIN_MS);
        },
      );
    void load();
    return () => {
      gone = true;
      clearTimeout(again);
      session.current?.close();
    };
  }, [refresh, first]);

  const subscribe = useCallback((listener: Listener) => {
    listeners.current.add(listener);
    session.current?.joined(listener);
    return () => {
      listeners.current.delete(listener);
    };
  }, []);
  const follow = useCallback((one: FollowedList) => {
    list.current = one;
    session.current?.followed();
    return () => {
      if (list.current === one) list.current = null;
    };
  }, []);

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
