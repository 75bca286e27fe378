"use client";

import { counted } from "@/components/words/counts";
import { type ReadCounts, useCounts } from "./live-count";

/** How many calls wait for the viewer, and in all. */
export function HowManyWait({ read }: { read: ReadCounts }) {
  const { mine, all } = useCounts(read);
  if (all === 0) return "Nothing is waiting.";
  const others = mine === all ? "" : `, ${all.toLocaleString("en")} in all`;
  return `${counted(mine, "call", "calls")} ${mine === 1 ? "waits" : "wait"} for you${others}.`;
}
