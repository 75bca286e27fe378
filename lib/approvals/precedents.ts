import type { Tx } from "@/lib/core/db";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { APPROVAL } from "./row";

/**
 * Calls `l` that people approved, not those that a setting, the caller, a policy or a remembered
 * rule allowed. Two indexes have the same condition, except for break-glass and rules: those are no
 * precedents.
 */
export const SEEN_AND_APPROVED = Prisma.sql`l.decision = 'approved' and l.held_because not in ('auto_approved', 'confirmed', 'policy', 'remembered')
  and not l.broke_glass`;

/** Calls `l` that people decided. Four indexes have the same condition, except for rules. */
export const JUDGED = Prisma.sql`l.decision in ('approved', 'rejected', 'changes_requested', 'revoked')
  and l.held_because not in ('auto_approved', 'confirmed', 'policy', 'policy_denied', 'remembered')`;

type OfTool = Pick<Approval, "tenantId" | "gatewayId" | "provider" | "tool">;

/** The calls `l` of one tool. */
export function ofTool({ tenantId, gatewayId, provider, tool }: OfTool): Prisma.Sql {
  return Prisma.sql`l.tenant_id = ${tenantId}::uuid and l.gateway_id = ${gatewayId}::uuid and l.tool = ${tool}
    and ${isOf("provider", provider)}`;
}

/** The calls `l` of one agent, or of those who named none. */
export function ofAgent(agent: string | null): Prisma.Sql {
  return isOf("agent", agent);
}

// Not `is not distinct from`, because no index supports it.
function isOf(column: "provider" | "agent", name: string | null): Prisma.Sql {
  const written = Prisma.raw(`l.${column}`);
  return name === null ? Prisma.sql`${written} is null` : Prisma.sql`${written} = ${name}`;
}

/**
 * The last call that people approved, of the same agent if possible. Each is first in its index.
 */
export function lastApprovedId(call: Compared): Prisma.Sql {
  const last = (of: Prisma.Sql) => Prisma.sql`(
    select l.id from approvals l where ${ofTool(call)} ${of} and ${SEEN_AND_APPROVED} and l.id < ${call.id}::uuid
    order by l.id desc limit 1)`;
  return Prisma.sql`coalesce(${last(Prisma.sql`and ${ofAgent(call.agent)}`)}, ${last(Prisma.empty)})`;
}

/** The last approved call of the same tool and tenant, of the same agent if possible. */
export async function findLastApproved(tx: Tx, call: Compared): Promise<Approval | null> {
  // Materialized first: compared with a subquery, Postgres would scan the whole table for the row.
  const [found] = await tx.$queryRaw<Approval[]>`
    with last as materialized (select ${lastApprovedId(call)} as id)
    select ${APPROVAL} from last, approvals a where a.tenant_id = ${call.tenantId}::uuid and a.id = last.id`;
  return found ?? null;
}

type Compared = OfTool & Pick<Approval, "id" | "agent">;
