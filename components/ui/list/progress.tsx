"use client";

import { useSyncExternalStore } from "react";
import { inWords, SECOND_MS } from "@/lib/core/durations";
import { listenToRuns, type Progress, progressIn } from "./run";

const nothing = () => null;

function wordsOf({ done, total, clearedAfterMs }: Progress): string {
  const many = done.toLocaleString("en");
  if (clearedAfterMs === null)
    return total === null ? `${many} done` : `${many} of ${total.toLocaleString("en")}`;
  if (done === 1) return "All clear.";
  return `All clear. ${many} in ${inWords(Math.max(1, Math.round(clearedAfterMs / SECOND_MS)))}`;
}

/** How much of the list the person got done since they began: "12 of 60", at last "All clear." */
export function ListProgress({ listKey }: { listKey: string }) {
  const progress = useSyncExternalStore(listenToRuns, () => progressIn(listKey), nothing);
  return (
    <span
      role="status"
      title="Done of what was here when you began"
      className="tnum min-w-0 font-medium text-fg-muted text-xs empty:hidden"
    >
      {progress ? wordsOf(progress) : null}
    </span>
  );
}
