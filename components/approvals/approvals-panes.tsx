import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Split } from "@/components/ui/panes/split";
import { DecidedPane, type PaneProps, QueuePane } from "./queue/queue-pane";
import { NothingSelected } from "./queue/queue-states";

// The frame of all pages reads them again when an approval changes.
const TOPICS = ["delivery"];

/** The queue on its own: list and hint side by side from 1024 px on, decided calls as a table, a plain list on phones. */
export function ApprovalQueue({ listStep, ...props }: PaneProps & { listStep: number }) {
  const past = props.filter.view === "decided" || props.filter.view === "attention";
  return (
    <>
      <LiveRefresh topics={TOPICS} />
      {past ? (
        <div className="flex min-h-full lg:h-full">
          <div className="flex min-h-0 min-w-0 grow max-lg:hidden">
            <DecidedPane {...props} />
          </div>
          <div className="flex min-w-0 grow lg:hidden">
            <QueuePane {...props} />
          </div>
        </div>
      ) : (
        <div className="flex min-h-full lg:h-full">
          <Split
            step={listStep}
            className="flex min-h-0 min-w-0 grow border-border lg:shrink-0 lg:grow-0 lg:border-r"
          >
            <QueuePane {...props} />
          </Split>
          <div className="grow self-center max-lg:hidden">
            <NothingSelected page={props.page} />
          </div>
        </div>
      )}
    </>
  );
}

/** One call beside the list it was opened from; under 1024 px only the call, with a way back. */
export function ApprovalBesideQueue({
  selectedId,
  listStep,
  children,
  ...pane
}: PaneProps & { selectedId: string; listStep: number; children: React.ReactNode }) {
  return (
    <>
      <LiveRefresh topics={TOPICS} />
      <div className="flex lg:h-full">
        <Split step={listStep} className="flex min-h-0 shrink-0 border-border border-r max-lg:hidden">
          <QueuePane {...pane} selectedId={selectedId} />
        </Split>
        <div className="flex min-h-[calc(100dvh-3.5rem)] min-w-0 grow flex-col lg:h-full lg:min-h-0 lg:overflow-y-auto">
          {children}
        </div>
      </div>
    </>
  );
}
