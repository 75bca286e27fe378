import { agreedWords, DECIDED_WORDS } from "@/components/words/approvals/status";
import { type QueueFilter, queueList } from "@/lib/approvals/queue/list";
import type { QueueRow, RecentDecision } from "@/lib/approvals/queue/types";
import { revealedText } from "@/lib/core/text/reveal";
import type { SelectedCall } from "../triage/bulk/selection";
import type { RecentNote } from "./list-page";
import type { ListedRow } from "./queue-item";
import { MemberBody, QueueRowBody } from "./queue-row";

/** What all rows of a list share. */
type ListedIn = {
  filter: QueueFilter;
  asOf: Date;
  /** Whether the list holds calls of several tenants. */
  showTenant: boolean;
  viewerId: string;
};

/** The note on a row that is about to leave. */
export function noteOf({ key, decision, by, agreed }: RecentDecision): RecentNote {
  if (agreed !== null) return { id: key, note: agreedWords(agreed), waits: true };
  const note = by ? `${DECIDED_WORDS[decision]} by ${by}` : DECIDED_WORDS[decision];
  return { id: key, note, waits: false };
}

/** A row of the list, built by the server with the page, and by the browser on later changes. */
export function listed(row: QueueRow, { filter, asOf, showTenant, viewerId }: ListedIn): ListedRow {
  const { assignment } = row;
  return {
    key: row.key,
    id: row.id,
    at: Math.max(...[row, ...row.members].map((call) => call.createdAt.getTime())),
    href: queueList.rowLink(filter, row.id),
    headline: revealedText(row.headline),
    body: <QueueRowBody row={row} asOf={asOf} showTenant={showTenant} />,
    calls: selectable(row, filter.view === "attention"),
    more: row.moreMembers,
    members: row.members.map((member) => ({
      id: member.id,
      href: queueList.rowLink(filter, member.id),
      body: <MemberBody member={member} asOf={asOf} />,
    })),
    holder: assignment && { ...assignment, mine: assignment.userId === viewerId },
    snoozed: row.snoozedUntil !== null,
    soon: row.soon,
    passed: row.releaseAt !== null || (assignment !== null && assignment.userId !== viewerId),
    pending: row.decision === "pending",
    open: row.decision === "pending" || filter.view === "attention",
  };
}

function selectable(row: QueueRow, wrong: boolean): SelectedCall[] {
  const { id, revision, argumentsSha256, decideBy } = row;
  const calls = row.members.length > 0 ? row.members : [{ id, revision, argumentsSha256, decideBy }];
  return calls.map((call) => ({
    id: call.id,
    revision: call.revision,
    argumentsSha256: call.argumentsSha256,
    decideBy: call.decideBy,
    headline: row.headline,
    tool: JSON.stringify([row.gateway, row.provider, row.tool]),
    risk: row.risk,
    ...(wrong ? { changedAt: row.changedAt } : {}),
  }));
}
