import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { ofAgent, ofTool } from "../precedents";
import { HEAD_CHARS, NEARBY_MAX, SESSION_READ_MAX } from "./types";

/**
 * SQL for the calls of the same session, tool and agent around one call, including itself, as JSON.
 * Null without a session. Reads a bounded number of calls.
 */
export function nearbyAttempts(call: Approval): Prisma.Sql {
  const { id, tenantId, sessionId, agent } = call;
  if (sessionId === null) return Prisma.sql`null`;
  const side = (where: Prisma.Sql, order: Prisma.Sql, most: number) => Prisma.sql`(
    select l.* from (
      select s.* from approvals s where s.tenant_id = ${tenantId}::uuid and s.session_id = ${sessionId} and ${where}
      order by s.id ${order} limit ${SESSION_READ_MAX}::int) l
    where ${ofTool(call)} and ${ofAgent(agent)} order by l.id ${order} limit ${most}::int)`;
  const before = side(Prisma.sql`s.id <= ${id}::uuid`, Prisma.sql`desc`, NEARBY_MAX + 1);
  const after = side(Prisma.sql`s.id > ${id}::uuid`, Prisma.sql`asc`, NEARBY_MAX);
  return Prisma.sql`(
    select json_agg(json_build_object('id', n.id, 'decision', n.decision, 'execution', n.execution, 'heldBecause', n.held_because,
      'createdAt', n.created_at, 'decidedAt', n.decided_at, 'decidedBy', n.decided_by, 'reason', n.reason,
      'head', left(n.arguments_text, ${HEAD_CHARS}::int)) order by n.id)
    from (${before} union all ${after}) n)`;
}
