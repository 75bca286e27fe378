"use client";

import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { LiveContext } from "@/components/shell/live/status";
import type { QueueChanges } from "@/lib/approvals/queue/types";
import type { ListPage, LiveRows } from "./list-page";

/** The page with what changed since it was read. Without `live` it changes only when it is read again. */
export function useListPage(read: ListPage, live: LiveRows | null): ListPage {
  const { follow, refresh } = useContext(LiveContext);
  const [changed, setChanged] = useState<ListPage | null>(null);
  const page = changed && changed.listKey === read.listKey && changed.asOf > read.asOf ? changed : read;
  const latest = useRef(page);
  useEffect(() => {
    latest.current = page;
  }, [page]);
  const take = useEffectEvent(async (changes: QueueChanges, ids: readonly string[]) => {
    const loaded = await import("./changed-page").catch(() => null);
    const next = live && loaded?.changedPage(latest.current, changes, ids, live);
    if (next) setChanged(next);
    else refresh();
  });
  const { listKey } = read;
  const follows = live !== null;
  useEffect(
    () => (follows ? follow({ query: listKey, take: (changes, ids) => void take(changes, ids) }) : undefined),
    [follows, follow, listKey],
  );
  return page;
}
