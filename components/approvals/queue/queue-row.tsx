import { Deadline } from "@/components/ui/deadline";
import { RiskMark } from "@/components/ui/risk-mark";
import { Time } from "@/components/ui/time";
import type { QueueRow } from "@/lib/approvals/queue/schema";
import { QUEUE } from "../copy";
import { Said } from "../said";
import { StatusChip } from "../status-chip";

/** What one row of the list says: risk and time left, what will happen, which tool and who asks. */
export function QueueRowBody({ row, asOf }: { row: QueueRow; asOf: Date }) {
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <RiskMark risk={row.risk} />
        {row.decision === "pending" ? (
          <Deadline until={row.decideBy} since={row.createdAt} asOf={asOf} />
        ) : (
          <span className="text-xs text-fg-muted">
            <Time value={row.decidedAt ?? row.createdAt} focusable={false} />
          </span>
        )}
      </span>
      <span className="mt-1 mb-[3px] line-clamp-2 font-medium leading-[19px]">
        <Said text={row.headline} />
      </span>
      <span className="flex gap-1.5 overflow-hidden whitespace-nowrap text-xs text-fg-subtle">
        <code className="truncate">
          {row.provider ? (
            <>
              <Said text={row.provider} />
              {" · "}
            </>
          ) : null}
          <Said text={row.tool} />
        </code>
        {row.agent ? (
          <>
            <span aria-hidden>·</span>
            <span className="truncate">
              <Said text={row.agent} />
            </span>
          </>
        ) : null}
      </span>
      {row.decision === "pending" ? null : (
        <span className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-fg-muted">
          <StatusChip status={row.status} />
          {row.decidedBy ? <Said text={row.decidedBy} /> : null}
          {row.undelivered ? <span className="font-medium text-fg">{QUEUE.undelivered}</span> : null}
        </span>
      )}
    </>
  );
}
