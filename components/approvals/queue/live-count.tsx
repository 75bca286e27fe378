"use client";

import { useContext } from "react";
import { FrameContext } from "@/components/shell/live/status";
import { Count } from "@/components/ui/count";
import type { Waiting } from "@/lib/approvals/queue/types";
import { COUNT_CAP } from "@/lib/approvals/types";

type Counts = Waiting["views"];

/** The counts of the views, as of the page's read. */
export type ReadCounts = { counts: Counts; asOf: Date };

/** The page's counts, or those of a later read. */
export function useCounts({ counts, asOf }: ReadCounts): Counts {
  const waiting = useContext(FrameContext)?.waiting;
  return waiting && waiting.asOf > asOf ? waiting.views : counts;
}

/** The number of calls in a view, after its name. `quiet`: hides zero. */
export function ViewCount({ view, read, quiet }: { view: keyof Counts; read: ReadCounts; quiet: boolean }) {
  const n = useCounts(read)[view];
  return quiet && n === 0 ? null : <Count value={n} />;
}

/** The count for a heading: "7", or "1,000+" at the limit. */
export function HeadingCount({ view, read }: { view: keyof Counts; read: ReadCounts }) {
  const n = useCounts(read)[view];
  return `${Math.min(n, COUNT_CAP).toLocaleString("en")}${n >= COUNT_CAP ? "+" : ""}`;
}

/** Marks a menu button whose hidden views need attention. */
export function AttentionMark({ read }: { read: ReadCounts }) {
  if (useCounts(read).attention === 0) return null;
  return (
    <>
      <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent" />
      <span className="sr-only">; some calls need attention</span>
    </>
  );
}
