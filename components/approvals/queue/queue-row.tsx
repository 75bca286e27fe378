import { Avatar } from "@/components/ui/avatar";
import { StatusMark } from "@/components/ui/badge";
import { Deadline } from "@/components/ui/deadline";
import { Icon } from "@/components/ui/icon";
import { RiskMark } from "@/components/ui/risk-mark";
import { Time } from "@/components/ui/time";
import { ATTENTION } from "@/components/words/approvals/acknowledge";
import { CLAIM, SNOOZE } from "@/components/words/approvals/personal";
import { QUEUE } from "@/components/words/approvals/queue";
import { FOLD } from "@/components/words/approvals/select";
import type { QueueMember, QueueRow } from "@/lib/approvals/queue/types";
import { Said } from "../said";
import { shortId } from "../short-id";
import { StatusChip } from "../status-chip";

/** What one row of the list says: risk and time left, what will happen, which tool and who asks. */
export function QueueRowBody({
  row,
  asOf,
  showTenant,
}: {
  row: QueueRow;
  asOf: Date;
  /** Whether calls of several tenants stand in the list. */
  showTenant: boolean;
}) {
  const { assignment, members, moreMembers } = row;
  return (
    <>
      <span className="flex items-center justify-between gap-2">
        <span className="inline-flex items-center gap-1.5">
          <RiskMark risk={row.risk} />
          {members.length > 0 ? (
            <b className="mono tnum rounded-chip border border-border px-1 font-bold text-2xs leading-[18px]">
              <span aria-hidden>{FOLD.times(members.length, moreMembers)}</span>
              <span className="sr-only">{FOLD.said(members.length, moreMembers)}</span>
            </b>
          ) : null}
          {assignment ? (
            <span className="inline-flex" title={CLAIM.has(assignment.name)}>
              <Avatar name={assignment.name} size="sm" />
              <span className="sr-only">
                <Said text={CLAIM.has(assignment.name)} />
              </span>
            </span>
          ) : null}
        </span>
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
        {showTenant && (
          <>
            <span className="max-w-[40%] shrink-0 truncate">{row.tenant}</span>
            <span aria-hidden>·</span>
          </>
        )}
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
      {row.snoozedUntil ? (
        <span className="mt-1 flex items-center gap-1 text-fg-muted text-xs">
          <Icon name="snooze" size={12} />
          {SNOOZE.until} <Time value={row.snoozedUntil} focusable={false} />
        </span>
      ) : null}
      {row.decision === "pending" ? null : (
        <span className="mt-1.5 flex flex-wrap items-center gap-2 text-xs text-fg-muted">
          <StatusChip status={row.status} />
          {row.decidedBy ? <Said text={row.decidedBy} /> : null}
          {row.undelivered ? <span className="font-medium text-fg">{QUEUE.undelivered}</span> : null}
          {row.acknowledgedBy === null ? null : <StatusMark icon="check">{ATTENTION.mark}</StatusMark>}
        </span>
      )}
    </>
  );
}

/** What tells one of several identical calls from the others. */
export function MemberBody({ member, asOf }: { member: QueueMember; asOf: Date }) {
  return (
    <span className="flex items-center justify-between gap-2 text-xs">
      <span className="flex min-w-0 gap-1.5 text-fg-muted">
        <code>{shortId(member.id)}</code>
        <span className="truncate">
          {FOLD.sent} <Time value={member.createdAt} focusable={false} />
        </span>
      </span>
      <Deadline until={member.decideBy} since={member.createdAt} asOf={asOf} />
    </span>
  );
}
