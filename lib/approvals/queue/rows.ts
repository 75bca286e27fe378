import type { Tx } from "@/lib/core/db";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { COUNTED_AS, COUNTS, hasVoteOf } from "../deciders/counting";
import { AGREED } from "../deciders/people";
import { demandsOf } from "../deciders/rules";
import { agreedVoter, seatViews } from "../deciders/seat-words";
import { hasSeveralSeats } from "../deciders/seats";
import { hasSeveralSeats as hasManySeats, tallyOf } from "../deciders/tally";
import type { StoredVoter } from "../deciders/types";
import { statusOf } from "../rules";
import type { ExecutionWord } from "../types";
import { isSoonCall, type QueueConditions } from "./conditions";
import { MEMBERS_MAX, type QueueMember, type QueueRow } from "./types";

const A = Prisma.raw("a");

/** The row of a call (alias `a`) in a pending view. Calls of two tenants never share one. */
export const ROW_KEY = Prisma.sql`encode(sha256(convert_to(a.tenant_id::text || a.fold, 'UTF8')), 'base64')`;

/**
 * A pending call (alias `b`) is identical to another. The tenants are compared without index
 * support, so that the planner can only use the index of `fold`.
 */
export const identical = (to: "a" | "w"): Prisma.Sql =>
  Prisma.raw(`b.fold = ${to}.fold and b.tenant_id is not distinct from ${to}.tenant_id`);

export const FIRST_FIRST = Prisma.sql`order by b.decide_by, b.id`;

type RawMember = Omit<QueueMember, "createdAt" | "decideBy"> & { createdAt: string; decideBy: string };
type RawRow = Omit<QueueRow, "status" | "assignment" | "members" | "moreMembers" | "key" | "seats"> & {
  seating: Seating | null;
  rowKey: string;
  execution: ExecutionWord;
  assigneeId: string | null;
  assigneeName: string | null;
  assignedUntil: Date | null;
  members: RawMember[] | null;
};

/** The contents of the rows, without arguments and previews, which may be large. */
export async function readRows(
  tx: Tx,
  scope: UserScope,
  { where }: QueueConditions,
  ids: readonly string[],
  pending: boolean,
): Promise<QueueRow[]> {
  if (ids.length === 0) return [];
  const members = pending
    ? Prisma.sql`(select json_agg(json_build_object('id', m.id, 'revision', m.revision, 'argumentsSha256', m.arguments_sha256,
                    'createdAt', m.created_at, 'decideBy', m.decide_by))
                  from (select b.id, b.revision, b.arguments_sha256, b.created_at, b.decide_by from approvals b
                        where ${identical("a")} and ${where("b")} ${FIRST_FIRST} limit ${MEMBERS_MAX + 1}::int) m)`
    : Prisma.sql`null`;
  const owner = pending
    ? Prisma.sql`null`
    : Prisma.sql`(select u.name from agent_owners w join users u on u.id = w.owner_id
        where w.tenant_id = a.tenant_id and w.agent = lower(a.agent))`;
  const voted = pending
    ? Prisma.sql`false`
    : Prisma.sql`exists (select 1 from votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id)`;
  const failed = Prisma.sql`case when a.delivery = 'dead' then (
    select d.id from deliveries d where d.tenant_id = a.tenant_id and d.approval_id = a.id and d.channel = 'callback' and d.state = 'dead'
    order by d.id desc limit 1) end`;
  const rows = await tx.$queryRaw<RawRow[]>`
    select a.id, ${ROW_KEY} as "rowKey", a.revision, a.arguments_sha256 as "argumentsSha256", a.risk::text, a.summary as headline, a.provider,
           a.tool, a.agent, t.key as tenant, g.name as gateway, a.decision::text, a.execution::text,
           a.delivery = 'dead' as undelivered, a.created_at as "createdAt", a.decide_by as "decideBy",
           a.decision = 'pending' and ${isSoonCall(A)} as soon, a.release_at as "releaseAt", a.decided_at as "decidedAt", a.decided_by as "decidedBy", a.updated_at as "changedAt",
           a.held_because in ('policy', 'policy_denied') as "byPolicy", a.broke_glass as "brokeGlass",
           a.acknowledged_by as "acknowledgedBy", ${owner} as owner, ${voted} as "byPerson", ${failed} as "failedDeliveryId",
           a.known_outcome is not null as "outcomeKnown",
           a.approvals_required as "approvalsRequired",
           case when a.decision = 'pending' and ${hasSeveralSeats(A)} then json_build_object('demands', a.seats, 'agreed', ${AGREED}) end as seating,
           case when a.approvals_required > 1 and a.decision = 'pending' then ${GIVEN} else 0 end as "approvalsGiven",
           c.user_id as "assigneeId", c.user_name as "assigneeName", c.until as "assignedUntil", s.until as "snoozedUntil",
           ${members} as members
    from approvals a join tenants t on t.id = a.tenant_id join gateways g on g.id = a.gateway_id
    left join approval_assignments c on c.tenant_id = a.tenant_id and c.approval_id = a.id and c.until > clock_timestamp()
    left join approval_snoozes s on s.tenant_id = a.tenant_id and s.approval_id = a.id
         and s.user_id = ${scope.actor.id}::uuid and s.until > clock_timestamp()
    where a.tenant_id = any(${[...scope.tenants]}::uuid[]) and a.id = any(${[...ids]}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, toRow(row, pending)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function toRow(raw: RawRow, pending: boolean): QueueRow {
  const { rowKey, execution, assigneeId, assigneeName, assignedUntil, members, seating, ...row } = raw;
  const all = members && members.length > 1 ? members : [];
  return {
    ...row,
    key: pending ? rowKey : row.id,
    status: statusOf({ decision: row.decision, execution }),
    assignment:
      assigneeId && assigneeName && assignedUntil
        ? { userId: assigneeId, name: assigneeName, until: assignedUntil }
        : null,
    seats: seating && seatsOfRow(seating),
    members: all.slice(0, MEMBERS_MAX).map((member) => ({
      ...member,
      createdAt: new Date(member.createdAt),
      decideBy: new Date(member.decideBy),
    })),
    moreMembers: all.length > MEMBERS_MAX,
  };
}

const GIVEN = Prisma.sql`(select count(distinct ${COUNTED_AS})::int from votes v
  where v.tenant_id = a.tenant_id and v.approval_id = a.id and ${COUNTS})`;

/** The progress of a call `a` that still waits after the reader or enough people approved it. */
export function agreedTo({ actor }: UserScope): Prisma.Sql {
  const yours = hasVoteOf(Prisma.sql`${actor.id}::uuid`, Prisma.raw("a"));
  return Prisma.sql`(select json_build_object('yours', ${yours}, 'given', ${GIVEN}, 'required', a.approvals_required,
      'held', a.release_at is not null)
    where a.decision = 'pending' and (a.release_at is not null or ${yours}))`;
}

type Seating = { demands: unknown; agreed: StoredVoter[] };

/** Who filled which seat; null where the number of people decides, as after an edit under one policy. */
function seatsOfRow({ demands: seats, agreed }: Seating): QueueRow["seats"] {
  const demands = demandsOf({ seats });
  if (!hasManySeats(demands)) return null;
  return seatViews(tallyOf(demands, 0, agreed.map(agreedVoter)).seats);
}
