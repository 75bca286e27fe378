import { ListEmpty } from "@/components/ui/list/list-empty";
import type { FindingFilter } from "@/lib/signals/findings/list";

const EMPTY: Record<FindingFilter["view"], { title: string; text: string }> = {
  open: {
    title: "Nothing found",
    text: "Types, values, required parameters and descriptions are all there, or no gateway has listed its tools yet.",
  },
  proven: {
    title: "No call proves a finding",
    text: "A finding appears here when calls of the last 14 days prove it: the tool refused them, or they were made for something else.",
  },
  muted: {
    title: "Nothing is muted",
    text: "A muted finding waits here, with its reason, until the tool’s next version.",
  },
  gone: {
    title: "No new version took a finding away",
    text: "Findings that a tool’s newest version fixed appear here for 90 days, with how attempts went before and after.",
  },
};

/** Why there are no findings. */
export function NoFindings({ view, filtered }: { view: FindingFilter["view"]; filtered: boolean }) {
  return (
    <ListEmpty
      filtered={filtered}
      match={{
        title: "No finding matches these filters",
        text: "Remove a filter, or choose another view.",
      }}
      none={{ icon: "check", ...EMPTY[view] }}
      clear={{ href: "/tools/findings", label: "Clear filters" }}
    />
  );
}
