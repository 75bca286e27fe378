"use client";

import { useLive } from "./use-live";

/** Reads the page again whenever a row of these topics changed; with `id`, only that row. Shows nothing. */
export function LiveRefresh({ topics, id }: { topics: readonly string[]; id?: string }) {
  const { refresh } = useLive(topics, (event) => {
    if (event === null || id === undefined || event.id === id) refresh();
  });
  return null;
}
