import type { ReactNode } from "react";
import { InboxPane, type PaneProps } from "./inbox/inbox-pane";

/**
 * The inbox without an open issue: the list, and next to it the totals. On a phone the figures are
 * below the list.
 */
export function FeedbackInbox({ figures, ...pane }: PaneProps & { figures: ReactNode }) {
  return (
    <div className="flex min-h-full flex-col lg:h-full lg:flex-row">
      <div className="flex min-h-0 min-w-0 border-border lg:w-[404px] lg:shrink-0 lg:border-r">
        <InboxPane {...pane} />
      </div>
      <div className="relative min-w-0 border-border max-lg:border-t lg:h-full lg:grow lg:overflow-y-auto">
        {figures}
      </div>
    </div>
  );
}

/** One issue next to its list. Under 1024 px only the issue, with a link back. */
export function IssueBesideInbox({
  selectedId,
  children,
  ...pane
}: PaneProps & { selectedId: string; children: ReactNode }) {
  return (
    <div className="flex lg:h-full">
      <div className="flex min-h-0 w-[404px] shrink-0 border-border border-r max-lg:hidden">
        <InboxPane {...pane} selectedId={selectedId} />
      </div>
      <div className="relative flex min-h-[calc(100dvh-3.5rem)] min-w-0 grow flex-col lg:h-full lg:min-h-0 lg:overflow-y-auto">
        {children}
      </div>
    </div>
  );
}
