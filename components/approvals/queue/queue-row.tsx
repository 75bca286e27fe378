import { Avatar } from "@/components/ui/avatar";
import { StatusMark } from "@/components/ui/badge";
import { Deadline } from "@/components/ui/deadline";
import { Icon } from "@/components/ui/icon";
import { RiskMark } from "@/components/ui/risk-mark";
import { Untrusted } from "@/components/ui/text/untrusted";
import { Time } from "@/components/ui/time";
import { identicalCalls } from "@/components/words/approvals/queue";
import { givenWords, HELD } from "@/components/words/approvals/status";
import type { QueueMember, QueueRow } from "@/lib/approvals/queue/types";
import { revealedText } from "@/lib/core/text/reveal";
import { SeatsLine } from "../seats-line";
import { shortId } from "../short-id";
import { StatusChip } from "../status-chip";
import { DecidedBy } from "./decided-by";

/** The content of one row: sentence, risk, tool, agent and time left. Compact rows are one line. */
export function QueueRowBody({
  row,
  asOf,
  showTenant,
}: {
  row: QueueRow;
  asOf: Date;
  /** Whether the list holds calls of several tenants. */
  showTenant: boolean;
}) {
  const { assignment, members, moreMembers } = row;
  return (
    <>
      <span className="row-headline">
        <Untrusted>{row.headline}</Untrusted>
      </span>
      <span className="row-meta">
        <RiskMark risk={row.risk} />
        {members.length > 0 ? (
          <b className="mono tnum rounded-chip border border-border px-1 font-bold text-2xs leading-[18px]">
            <span aria-hidden>{`×${members.length.toLocaleString("en")}${moreMembers ? "+" : ""}`}</span>
            <span className="sr-only">{identicalCalls(members.length, moreMembers)}</span>
          </b>
        ) : null}
        {assignment ? (
          <span className="inline-flex" title={`Assigned to ${assignment.name}`}>
            <Avatar name={assignment.name} size="sm" />
            <span className="sr-only">
              <Untrusted>{`Assigned to ${assignment.name}`}</Untrusted>
            </span>
          </span>
        ) : null}
        <Origin row={row} showTenant={showTenant} />
        <span className="row-when">
          {row.releaseAt !== null ? (
            <Deadline until={row.releaseAt} asOf={asOf} calm over="a moment" />
          ) : row.decision === "pending" ? (
            <Deadline until={row.decideBy} since={row.createdAt} asOf={asOf} />
          ) : (
            <Time value={row.decidedAt ?? row.createdAt} focusable={false} />
          )}
        </span>
      </span>
      {row.releaseAt !== null ? (
        <span className="row-more">
          <Icon name="hourglass" size={12} />
          {HELD}
        </span>
      ) : null}
      {row.decision === "pending" && (row.approvalsRequired > 1 || row.seats) ? (
        <span data-given className="row-more">
          <Icon name="users" size={12} />
          {row.seats ? (
            <SeatsLine seats={row.seats} focusable={false} />
          ) : (
            givenWords(row.approvalsGiven, row.approvalsRequired)
          )}
        </span>
      ) : null}
      {row.snoozedUntil ? (
        <span className="row-more">
          <Icon name="snooze" size={12} />
          Snoozed until <Time value={row.snoozedUntil} focusable={false} />
        </span>
      ) : null}
      {row.decision === "pending" ? null : (
        <span className="row-more flex-wrap gap-2!">
          <StatusChip status={row.status} decision={row.decision} byPolicy={row.byPolicy} />
          <DecidedBy row={row} />
          {row.undelivered ? <span className="font-medium text-fg">Callback not delivered</span> : null}
          {row.acknowledgedBy === null ? null : <StatusMark icon="check">Acknowledged</StatusMark>}
        </span>
      )}
    </>
  );
}

/** The tool, then the tenant if the list has several, else the agent; all of them in the tooltip. */
function Origin({ row, showTenant }: { row: QueueRow; showTenant: boolean }) {
  const { provider, tool, agent, tenant } = row;
  const second = showTenant ? tenant : agent;
  const all = [provider, tool, agent, showTenant ? tenant : null].filter((part) => part !== null);
  return (
    <span className="row-origin" title={revealedText(all.join(" · "))}>
      <code className="truncate">
        <Untrusted>{tool}</Untrusted>
      </code>
      {second ? (
        <>
          <span aria-hidden>·</span>
          <span className="min-w-8 truncate">
            <Untrusted>{second}</Untrusted>
          </span>
        </>
      ) : null}
    </span>
  );
}

/** What distinguishes one of several identical calls. */
export function MemberBody({ member, asOf }: { member: QueueMember; asOf: Date }) {
  return (
    <span className="flex items-center justify-between gap-2 text-xs">
      <span className="flex min-w-0 gap-1.5 text-fg-muted">
        <code>{shortId(member.id)}</code>
        <span className="truncate">
          sent <Time value={member.createdAt} focusable={false} />
        </span>
      </span>
      <Deadline until={member.decideBy} since={member.createdAt} asOf={asOf} />
    </span>
  );
}
