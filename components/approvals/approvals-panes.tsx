import { LiveRefresh } from "@/components/shell/live/live-refresh";
import { Split } from "@/components/ui/panes/split";
import { isPendingView } from "@/lib/approvals/queue/rules";
import type { Brief as BriefOf } from "@/lib/approvals/queue/types";
import { Brief } from "./queue/brief";
import type { PaneProps } from "./queue/queue-pane";
import { QueuePane } from "./queue/shown-parts";

const TOPICS = ["approval", "delivery"];

/**
 * The queue without an open call: list and brief side by side from 1024 px, decided calls as a
 * table, a plain list on phones.
 */
export function ApprovalQueue({
  listStep,
  narrow,
  brief,
  ...props
}: PaneProps & {
  listStep: number;
  /** The server's guess of the screen width. */
  narrow: boolean;
  /** Null where it is not shown: on phones, and next to calls that no longer wait. */
  brief: BriefOf | null;
}) {
  const past = !isPendingView(props.filter.view);
  return (
    <>
      {past ? <LiveRefresh topics={TOPICS} /> : null}
      {past ? (
        <div className="flex min-h-full lg:h-full">
          <QueuePane {...props} narrow={narrow} />
        </div>
      ) : (
        <div className="flex min-h-full lg:h-full">
          <Split
            step={listStep}
            className="flex min-h-0 min-w-0 grow border-border lg:shrink-0 lg:grow-0 lg:border-r"
          >
            <QueuePane {...props} />
          </Split>
          <div className="min-w-0 grow overflow-y-auto max-lg:hidden">
            {brief ? (
              <Brief
                brief={brief}
                filter={props.filter}
                page={props.page}
                mayDecide={props.viewer.mayDecide}
              />
            ) : null}
          </div>
        </div>
      )}
    </>
  );
}
