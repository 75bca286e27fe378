"use client";

import { useContext } from "react";
import { FrameContext } from "@/components/shell/live/status";
import { Count } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import { counted } from "@/components/words/counted";
import type { Waiting } from "@/lib/approvals/queue/types";
import { COUNT_CAP } from "@/lib/approvals/types";

type Counts = Waiting["views"];

/** What the views hold, as the page read it. */
type ReadCounts = { counts: Counts; asOf: Date };

/** The page's own counts, or those of a later reading. */
function useCounts({ counts, asOf }: ReadCounts): Counts {
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

/** The button before the views that are not in the line. `marks`: whether one of them may ask for attention. */
export function MoreViews({ menu, marks, read }: { menu: string; marks: boolean; read: ReadCounts }) {
  const waiting = useCounts(read).attention > 0 && marks;
  return (
    <button
      type="button"
      popoverTarget={menu}
      aria-label={waiting ? "More views; some calls need attention" : "More views"}
      className="relative inline-flex min-h-6 min-w-7 items-center justify-center rounded-full border border-border text-fg-muted hover:border-border-strong hover:text-fg max-sm:min-h-11 max-sm:min-w-11"
    >
      <Icon name="more" size={14} />
      {waiting ? <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-accent" /> : null}
    </button>
  );
}

/** How many calls wait for the viewer, and in all. */
export function HowManyWait({ read }: { read: ReadCounts }) {
  const { mine, all } = useCounts(read);
  if (all === 0) return "Nothing is waiting.";
  const others = mine === all ? "" : `, ${all.toLocaleString("en")} in all`;
  return `${counted(mine, "call", "calls")} ${mine === 1 ? "waits" : "wait"} for you${others}.`;
}
