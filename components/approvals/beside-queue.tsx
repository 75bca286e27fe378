import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Split } from "@/components/ui/panes/split";
import { isPendingView } from "@/lib/approvals/queue/rules";
import type { PaneProps } from "./queue/queue-pane";
import { QueuePane } from "./queue/shown-parts";

const TOPICS = ["approval", "delivery"];
const POLICY = ["policy"];

/** One call next to its list. Under 1024 px only the call, with a link back. */
export function ApprovalBesideQueue({
  selectedId,
  shows,
  listStep,
  narrow,
  children,
  ...pane
}: PaneProps & {
  selectedId: string;
  /** Ids of the calls and callbacks on the page; null means any. */
  shows: readonly string[] | null;
  listStep: number;
  narrow: boolean;
  children: React.ReactNode;
}) {
  return (
    <>
      <LiveRefresh topics={TOPICS} id={isPendingView(pane.filter.view) && shows ? shows : undefined} />
      {/* A newly saved policy may start or stop refusing the call. */}
      <LiveRefresh topics={POLICY} />
      <div className="flex lg:h-full">
        {narrow ? null : (
          <Split step={listStep} className="flex min-h-0 shrink-0 border-border border-r max-lg:hidden">
            <QueuePane {...pane} selectedId={selectedId} />
          </Split>
        )}
        <div className="relative flex min-h-[calc(100dvh-3.5rem)] min-w-0 grow flex-col lg:h-full lg:min-h-0 lg:overflow-y-auto">
          {children}
        </div>
      </div>
    </>
  );
}
