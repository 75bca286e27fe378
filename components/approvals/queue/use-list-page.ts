"use client";

import { useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { LiveContext } from "@/components/shell/live/status";
import type { QueueChanges } from "@/lib/approvals/queue/types";
import type { ListPage, LiveRows, PageState } from "./list-page";

let loaded: typeof import("./changed-page") | undefined;

const load = async () => {
  loaded ??= await import("./changed-page").catch(() => undefined);
  return loaded;
};

/** The page as it was read: with its first rows only until what writes the others is there. */
function asRead(read: ListPage, alike: LiveRows): PageState {
  const page = loaded?.wholePage(read, alike) ?? { ...read, more: read.more || read.later.length > 0 };
  return { read, page, recent: [] };
}

/** The page with what changed since it was read. One that does not follow changes only when it is read again. */
export function useListPage(read: ListPage, alike: LiveRows, follows: boolean): ListPage {
  const { follow, refresh } = useContext(LiveContext);
  const [kept, setKept] = useState<PageState>(() => asRead(read, alike));
  let state = kept;
  if (kept.read.rows !== read.rows) {
    state = (follows && loaded?.readAgain(kept, read, alike)) || asRead(read, alike);
    setKept(state);
  }
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
    if (state.isShort) refresh();
  }, [state, refresh]);
  const complete = useEffectEvent(() => {
    if (latest.current.page.later.length > 0) setKept(asRead(latest.current.read, alike));
  });
  const isPart = state.page.later.length > 0;
  useEffect(() => {
    if (isPart) void load().then((part) => part && complete());
  }, [isPart]);
  const take = useEffectEvent(async (changes: QueueChanges, ids: readonly string[]) => {
    const next = (await load())?.changed(latest.current, { changes, ids }, alike);
    if (next) setKept(next);
    else refresh();
  });
  const { listKey } = read;
  useEffect(
    () => (follows ? follow({ query: listKey, take: (changes, ids) => void take(changes, ids) }) : undefined),
    [follows, follow, listKey],
  );
  return state.page;
}
