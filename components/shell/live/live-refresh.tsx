"use client";

import { useLive } from "./use-live";

/** Reads the page again whenever a row of these topics changed; with `id`, only that row, or one of those. Shows nothing. */
export function LiveRefresh({ topics, id }: { topics: readonly string[]; id?: string | readonly string[] }) {
  const { refresh } = useLive(topics, (event) => {
    if (event === null || id === undefined || [id].flat().includes(event.id)) refresh();
  });
  return null;
}
