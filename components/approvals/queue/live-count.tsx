"use client";

import { useContext } from "react";
import { FrameContext } from "@/components/shell/live/status";
import { Count } from "@/components/ui/count";
import type { Waiting } from "@/lib/approvals/queue/types";
import { COUNT_CAP } from "@/lib/approvals/types";

type Counts = Waiting["views"];

/** What the views hold, as the page read it. */
export type ReadCounts = { counts: Counts; asOf: Date };

/** The page's own counts, or those of a later reading. */
export function useCounts({ counts, asOf }: ReadCounts): Counts {
  const waiting = useContext(FrameContext)?.waiting;
  return waiting && waiting.asOf > asOf ? waiting.views : counts;
}

/** How many calls a view holds, beside its word. `quiet`: none is not worth a figure. */
export function ViewCount({ view, read, quiet }: { view: keyof Counts; read: ReadCounts; quiet: boolean }) {
  const n = useCounts(read)[view];
  return quiet && n === 0 ? null : <Count value={n} />;
}

/** The same for a heading: "7", or "1,000+" where counting stopped. */
export function HeadingCount({ view, read }: { view: keyof Counts; read: ReadCounts }) {
  const n = useCounts(read)[view];
  return `${Math.min(n, COUNT_CAP).toLocaleString("en")}${n >= COUNT_CAP ? "+" : ""}`;
}

/** Inside a button before other views: that calls behind it need attention. */
export function AttentionMark({ read }: { read: ReadCounts }) {
  if (useCounts(read).attention === 0) return null;
  return (
    <>
      <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent" />
      <span className="sr-only">; some calls need attention</span>
    </>
  );
}
