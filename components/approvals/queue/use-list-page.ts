"use client";

import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { LiveContext } from "@/components/shell/live/status";
import type { QueueChanges } from "@/lib/approvals/queue/types";
import type { ListPage, LiveRows, PageState } from "./list-page";

let loaded: typeof import("./changed-page") | undefined;

/** The page with what changed since it was read. Without `live` it changes only when it is read again. */
export function useListPage(read: ListPage, live: LiveRows | null): ListPage {
  const { follow, refresh } = useContext(LiveContext);
  const [kept, setKept] = useState<PageState>({ read, page: read, recent: [] });
  let state = kept;
  if (kept.read.rows !== read.rows) {
    state = (live && loaded?.readAgain(kept, read, live)) || { read, page: read, recent: [] };
    setKept(state);
  }
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
    if (state.isShort) refresh();
  }, [state, refresh]);
  const take = useEffectEvent(async (changes: QueueChanges, ids: readonly string[]) => {
    loaded ??= await import("./changed-page").catch(() => undefined);
    const next = live && loaded?.changed(latest.current, { changes, ids }, live);
    if (next) setKept(next);
    else refresh();
  });
  const { listKey } = read;
  const follows = live !== null;
  useEffect(
    () => (follows ? follow({ query: listKey, take: (changes, ids) => void take(changes, ids) }) : undefined),
    [follows, follow, listKey],
  );
  return state.page;
}
