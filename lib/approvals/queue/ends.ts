import "server-only";
import { DAY_MS } from "@/lib/core/durations";
import { firstIdOfDay } from "@/lib/core/ids";
import { periodOf } from "@/lib/core/list/days";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { approvedAtOnce, isHighOrUp, peopleSaid, peopleWereAsked } from "../pace";
import { mayReadFiguresOf } from "../rules";
import { UNREAD_SECONDS } from "../types";
import type { QueueFilter } from "./list";
import { SEARCH_MAX } from "./types";

type Filter = Omit<QueueFilter, "cursor">;

// Maximum days between a vote and the decision on its call.
const VOTED_BEFORE_DAYS = 90;

export function endConditions(
  scope: UserScope,
  filter: Filter,
  tenants: Prisma.Sql,
  a: Prisma.Sql,
): Prisma.Sql[] {
  const { decision, asked, pace, edited, by } = filter;
  const parts = timeConditions(filter, a);
  if (decision) parts.push(Prisma.sql`${a}.decision = ${decision}::decision`);
  if (asked) parts.push(peopleWereAsked(a));
  if (asked === "high") parts.push(isHighOrUp(a));
  if (pace === "at_once") parts.push(isHighOrUp(a), peopleWereAsked(a), approvedAtOnce(a));
  // A person's own edits and reaction time come from their votes.
  if (pace === "unread" && !by)
    parts.push(
      peopleWereAsked(a),
      peopleSaid(a),
      Prisma.sql`${a}.decided_at < ${a}.created_at + make_interval(secs => ${UNREAD_SECONDS}::int)`,
    );
  if (edited && !(by && edited === "yes"))
    parts.push(edited === "yes" ? Prisma.sql`${a}.revision > 1` : Prisma.sql`${a}.revision = 1`);
  if (by) parts.push(votedOn(scope, { ...filter, by }, tenants, a));
  return parts;
}

function timeConditions({ view, since: from, until: to }: Filter, a: Prisma.Sql): Prisma.Sql[] {
  const { since, until } = periodOf({ since: from, until: to });
  const columns = { decided: Prisma.sql`${a}.decided_at`, attention: Prisma.sql`${a}.updated_at` };
  const at = view === "decided" || view === "attention" ? columns[view] : Prisma.sql`${a}.created_at`;
  return [
    ...(since ? [Prisma.sql`${at} >= ${since}::timestamptz`] : []),
    ...(until ? [Prisma.sql`${at} < ${until}::timestamptz`] : []),
  ];
}

const SAID: Partial<Record<string, Prisma.Sql>> = {
  approved: Prisma.sql`v.verdict in ('approve', 'break_glass')`,
  revoked: Prisma.sql`v.verdict in ('approve', 'break_glass')`,
  rejected: Prisma.sql`v.verdict = 'reject'`,
  changes_requested: Prisma.sql`v.verdict = 'request_changes'`,
};

/** A person voted on the call. Only administrators can filter by another person. */
function votedOn(
  scope: UserScope,
  { by, decision, pace, edited, since: from }: Filter & { by: string },
  tenants: Prisma.Sql,
  a: Prisma.Sql,
): Prisma.Sql {
  if (!mayReadFiguresOf(scope, by)) return Prisma.sql`false`;
  const { since } = periodOf({ since: from });
  const first = since && new Date(Math.max(0, since.getTime() - VOTED_BEFORE_DAYS * DAY_MS));
  const parts = [Prisma.sql`v.tenant_id = any(${tenants}) and v.user_id::text = ${by}::uuid::text`];
  if (first) parts.push(Prisma.sql`v.id >= ${firstIdOfDay(first.toISOString().slice(0, 10))}::uuid`);
  if (decision) parts.push(SAID[decision] ?? Prisma.sql`true`);
  if (pace === "unread")
    parts.push(Prisma.sql`v.created_at < p.created_at + make_interval(secs => ${UNREAD_SECONDS}::int)`);
  if (edited === "yes")
    parts.push(Prisma.sql`p.revision > 1 and exists (
      select 1 from approval_revisions r where r.tenant_id = v.tenant_id and r.approval_id = v.approval_id and r.edited_by = v.user_id)`);
  const call =
    pace === "unread" || edited === "yes"
      ? Prisma.sql`join approvals p on p.tenant_id = v.tenant_id and p.id = v.approval_id`
      : Prisma.empty;
  return Prisma.sql`${a}.id = any(array(
    select v.approval_id from votes v ${call} where ${Prisma.join(parts, " and ")} order by v.id desc limit ${SEARCH_MAX}::int))`;
}
