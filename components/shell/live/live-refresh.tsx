"use client";

import { useLive } from "./use-live";

/** Refreshes on changes of these topics; with `id`, only of those rows. Renders nothing. */
export function LiveRefresh({ topics, id }: { topics: readonly string[]; id?: string | readonly string[] }) {
  const { refresh } = useLive(topics, (event) => {
    if (event === null || id === undefined || [id].flat().includes(event.id)) refresh();
  });
  return null;
}
