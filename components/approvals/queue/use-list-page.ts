"use client";

import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { LiveContext } from "@/components/shell/live/status";
import type { QueueChanges } from "@/lib/approvals/queue/types";
import type { Change, ListPage, LiveRows } from "./list-page";

let loaded: typeof import("./changed-page") | undefined;

type State = {
  /** The reading that it goes on from. */
  read: ListPage;
  page: ListPage;
  /** What came lately: a reading that was on its way meanwhile may know nothing of it. */
  recent: readonly Change[];
  /** Some of that cannot be told without another reading. */
  isShort: boolean;
};

/** The page with what changed since it was read. Without `live` it changes only when it is read again. */
export function useListPage(read: ListPage, live: LiveRows | null): ListPage {
  const { follow, refresh } = useContext(LiveContext);
  const [kept, setKept] = useState<State>({ read, page: read, recent: [], isShort: false });
  let state = kept;
  if (kept.read.rows !== read.rows) {
    const page = live && loaded ? loaded.newerThan(read, kept, live) : read;
    state = { read, page: page ?? read, recent: page ? kept.recent : [], isShort: page === null };
    setKept(state);
  }
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
    if (state.isShort) refresh();
  }, [state, refresh]);
  const take = useEffectEvent(async (changes: QueueChanges, ids: readonly string[]) => {
    loaded ??= await import("./changed-page").catch(() => undefined);
    const { page, ...now } = latest.current;
    const change = { changes, ids };
    const next = live && loaded?.changedPage(page, change, live);
    if (!next) return refresh();
    setKept({ ...now, page: next, isShort: false, recent: loaded?.lately(now.recent, change) ?? [] });
  });
  const { listKey } = read;
  const follows = live !== null;
  useEffect(
    () => (follows ? follow({ query: listKey, take: (changes, ids) => void take(changes, ids) }) : undefined),
    [follows, follow, listKey],
  );
  return state.page;
}
