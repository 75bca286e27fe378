"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { canRead, LiveConnection } from "./connection";
import { LiveContext, type LiveEvent } from "./status";

const LIVE_URL = "/api/live";
// However many rows change at once, the page is read again at most this often.
const REFRESH_EVERY_MS = 300;
// While no stream is open, the page is read again this often instead, and is current only this long after each reading.
const POLL_MS = 5_000;
const POLLED_IS_CURRENT_MS = 15_000;

/** Refreshes at most once per `REFRESH_EVERY_MS`: the first at once, the rest together. */
function useCoalescedRefresh(): () => void {
  const router = useRouter();
  const last = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(() => {
    if (timer.current !== undefined) return;
    const wait = Math.max(0, last.current + REFRESH_EVERY_MS - performance.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      last.current = performance.now();
      router.refresh();
    }, wait);
  }, [router]);
}

/**
 * Keeps one event stream open for everything below it. `asOf` is the server's time of the page: when it changes, the page was
 * read again. While no stream is open, the page is read again every five seconds; until that worked, deciding on it is not safe.
 */
export function LiveProvider({ asOf, children }: { asOf: number; children: ReactNode }) {
  const refresh = useCoalescedRefresh();
  const listeners = useRef(new Set<(event: LiveEvent | null) => void>());
  const [open, setOpen] = useState(true);
  // The reading that can no longer be relied on: it stays doubtful until another one has come.
  const [doubtful, setDoubtful] = useState<number | null>(null);
  const shown = useRef(asOf);
  useEffect(() => {
    shown.current = asOf;
  }, [asOf]);

  useEffect(() => {
    const connection = new LiveConnection(LIVE_URL, {
      // Also the first time: what changed between the page's reading and now was told to nobody.
      opened: () => {
        setOpen(true);
        refresh();
      },
      lost: () => {
        setOpen(false);
        setDoubtful(shown.current);
      },
      changed: (event) => {
        for (const listener of listeners.current) listener(event);
      },
      signedOut: refresh,
    });
    return () => connection.close();
  }, [refresh]);

  useEffect(() => {
    if (open) return;
    const poll = async () => {
      if (await canRead(LIVE_URL)) refresh();
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
