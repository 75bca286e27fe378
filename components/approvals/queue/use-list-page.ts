"use client";

import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { LiveContext } from "@/components/shell/live/status";
import type { QueueChanges } from "@/lib/approvals/queue/types";
import { changed, readAgain } from "./changed-page";
import type { ListPage, LiveRows, PageState } from "./list-page";

const asRead = (read: ListPage): PageState => ({ read, page: read, recent: [] });

/**
 * The page with the changes since its read. With `follows` false, it changes only when read again.
 */
export function useListPage(read: ListPage, alike: LiveRows, follows: boolean): ListPage {
  const { follow, refresh } = useContext(LiveContext);
  const [kept, setKept] = useState<PageState>(() => asRead(read));
  let state = kept;
  if (kept.read !== read) {
    state = follows ? readAgain(kept, read, alike) : asRead(read);
    setKept(state);
  }
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
    if (state.isShort) refresh();
  }, [state, refresh]);
  const take = useEffectEvent((changes: QueueChanges, ids: readonly string[]) => {
    const next = changed(latest.current, { changes, ids }, alike);
    if (next) setKept(next);
    else refresh();
  });
  const { listKey } = read;
  useEffect(
    () => (follows ? follow({ query: listKey, take: (changes, ids) => take(changes, ids) }) : undefined),
    [follows, follow, listKey],
  );
  return state.page;
}
