import type { Tx } from "@/lib/core/db";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { nearbyAttempts } from "../attempts/queries";
import type { NearbyAttempt } from "../attempts/types";
import { JUDGED, lastApprovedId, ofAgent, ofTool, SEEN_AND_APPROVED } from "../precedents";
import { APPROVAL } from "../row";
import type { Facts } from "../schema";
import { JUDGED_MAX, type StoredRecord } from "./types";

/** The last approved call, decisions on similar calls, and the attempts around this one. */
export type History = {
  last: Approval | null;
  /** Null for a closed call: it needs no precedents. */
  record: StoredRecord | null;
  nearby: NearbyAttempt[];
};

/** The history of a call in one statement of bounded reads, each kind by its own index. */
export async function readHistory(tx: Tx, call: Approval): Promise<History> {
  type Row = Approval & { record: StoredRecord | null; nearby: NearbyAttempt[] | null };
  const record = call.decision === "pending" ? recordOf(call) : Prisma.sql`null`;
  const [row] = await tx.$queryRaw<Row[]>`
    with last as materialized (
      select ${lastApprovedId(call)} as id, ${record} as record, ${nearbyAttempts(call)} as nearby)
    select ${APPROVAL}, last.record, last.nearby
    from last left join approvals a on a.tenant_id = ${call.tenantId}::uuid and a.id = last.id`;
  if (!row) return { last: null, record: null, nearby: [] };
  const { record: stored, nearby, ...approval } = row;
  // Without an earlier approval all its columns are null, contrary to the type.
  const last = (approval.id as string | null) === null ? null : approval;
  return { last, record: stored, nearby: nearby ?? [] };
}

function recordOf(call: Approval): Prisma.Sql {
  const { agent, tenantId } = call;
  const target = (call.facts as Facts | null)?.to_whom;
  const sameAgent = Prisma.sql`l.tenant_id = ${tenantId}::uuid and ${ofAgent(agent)}`;
  return Prisma.sql`json_build_object(
    'tool', ${judged(ofTool(call))},
    'agent', ${agent === null ? Prisma.sql`null` : judged(sameAgent)},
    'caller', ${anyOf(Prisma.sql`${ofTool(call)} and ${ofAgent(agent)}`)},
    'target', ${target === undefined ? Prisma.sql`null` : judged(Prisma.sql`${ofTool(call)} and ${isFor(target)}`)},
    'howMany', ${countsOf(call)}, 'later', ${laterOf(call, target)})`;
}

/** Not `exists`: if nearly all calls are equal, the planner would scan the whole table. */
function anyOf(those: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(select true from approvals l where ${those} and ${JUDGED} order by l.id desc limit 1) is not null`;
}

function isFor(target: string): Prisma.Sql {
  return Prisma.sql`l.target_hash is not null and l.target_hash = md5(${target}::text)::uuid`;
}

function judged(those: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    select json_build_object('approved', count(*) filter (where d.decision = 'approved'),
                             'refused', count(*) filter (where d.decision <> 'approved'))
    from (select l.decision from approvals l where ${those} and ${JUDGED} order by l.id desc limit ${JUDGED_MAX}::int) d)`;
}

/** Excludes edited calls: their facts describe the original request. */
function countsOf(call: Approval): Prisma.Sql {
  return Prisma.sql`(
    select json_build_object('of', count(d.n), 'median', percentile_disc(0.5) within group (order by d.n), 'highest', max(d.n))
    from (
      select case when jsonb_typeof(n.facts -> 'how_many') = 'number' then (n.facts ->> 'how_many')::float8 end as n
      from (select l.facts, l.arguments_sha256 = l.requested_sha256 as whole from approvals l
            where ${ofTool(call)} and ${SEEN_AND_APPROVED} order by l.id desc limit ${JUDGED_MAX}::int) n where n.whole) d)`;
}

/** The newest later call for the same target that names the target's state. */
function laterOf(call: Approval, target: string | undefined): Prisma.Sql {
  if (call.precondition === null || target === undefined) return Prisma.sql`null`;
  return Prisma.sql`(
    select json_build_object('id', l.id, 'precondition', l.precondition, 'at', l.created_at) from approvals l
    where l.tenant_id = ${call.tenantId}::uuid and l.gateway_id = ${call.gatewayId}::uuid and l.precondition is not null
      and ${isFor(target)} and l.id > ${call.id}::uuid
    order by l.id desc limit 1)`;
}
