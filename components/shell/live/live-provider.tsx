"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useTransition } from "react";
import type { LiveConnection } from "./connection";
import { LiveContext, type LiveEvent } from "./status";

// Nothing to see waits for it, so it comes after the page.
const loadConnection = () => import("./connection");

const LIVE_URL = "/api/live";

// However many rows change at once, the page is read again at most this often.
const REFRESH_EVERY_MS = 300;

const ANSWER_MS = 10_000;

const RECENT_MS = 3_000;

// While no stream is open, the page is read again this often instead, and is current only this long after each reading.
const POLL_MS = 5_000;

const POLLED_IS_CURRENT_MS = 15_000;

/**
 * Reads the page again: the first time at once, and what is asked for meanwhile together, once the reading under way has come.
 * One that does not come is not waited for longer than `ANSWER_MS`.
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
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        began.current = performance.now();
        busy.current = true;
        read(() => router.refresh());
      },
      Math.max(0, next - performance.now()),
    );
  }, [router]);
  useEffect(() => {
    busy.current = reading;
    if (!reading && timer.current !== undefined) plan();
  }, [reading, plan]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current === undefined) plan();
  }, [plan]);
}

/**
 * Keeps one event stream open for everything below it. `asOf` is the server's time of the page: when it changes, the page was
 * read again. While no stream is open, the page is read again every five seconds; until that worked, deciding on it is not safe.
 */
export function LiveProvider({ asOf, children }: { asOf: number; children: ReactNode }) {
  const refresh = useCoalescedRefresh();
  const listeners = useRef(new Set<(event: LiveEvent | null) => void>());
  const recent = useRef<{ event: LiveEvent | null; at: number }[]>([]);
  const [open, setOpen] = useState(true);
  // The reading that can no longer be relied on: it stays doubtful until another one has come.
  const [doubtful, setDoubtful] = useState<number | null>(null);
  const shown = useRef(asOf);
  useEffect(() => {
    shown.current = asOf;
  }, [asOf]);

  useEffect(() => {
    let connection: LiveConnection | undefined;
    let gone = false;
    const lost = () => {
      setOpen(false);
      setDoubtful(shown.current);
    };
    const on = {
      // Also the first time: what changed between the page's reading and now was told to nobody.
      opened: () => {
        setOpen(true);
        refresh();
      },
      lost,
      changed: (event: LiveEvent | null) => {
        const at = performance.now();
        recent.current = [...recent.current.filter((one) => at - one.at < RECENT_MS), { event, at }];
        for (const listener of listeners.current) listener(event);
      },
      signedOut: refresh,
    };
    loadConnection().then((loaded) => {
      if (!gone) connection = new loaded.LiveConnection(LIVE_URL, on);
    }, lost);
    return () => {
      gone = true;
      connection?.close();
    };
  }, [refresh]);

  useEffect(() => {
    if (open) return;
    const poll = async () => {
      const loaded = await loadConnection().catch(() => null); // without a network the next turn tries again
      if (await loaded?.canRead(LIVE_URL)) refresh();
    };
    void poll();
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [open, refresh]);

  useEffect(() => {
    if (open) return;
    const timer = setTimeout(() => setDoubtful(asOf), POLLED_IS_CURRENT_MS);
    return () => clearTimeout(timer);
  }, [open, asOf]);

  const subscribe = useCallback((listener: (event: LiveEvent | null) => void) => {
    listeners.current.add(listener);
    // The page that comes to listen was read a moment ago: what changed meanwhile was told while it was on its way.
    for (const { event, at } of recent.current) if (performance.now() - at < RECENT_MS) listener(event);
    return () => {
      listeners.current.delete(listener);
    };
  }, []);

  const connected = doubtful !== asOf;
  const feed = useMemo(
    () => ({ connected, streaming: open, asOf, subscribe, refresh }),
    [connected, open, asOf, subscribe, refresh],
  );
  return <LiveContext value={feed}>{children}</LiveContext>;
}
