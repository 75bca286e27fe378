import type { Tx } from "@/lib/core/db";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { APPROVAL } from "./row";

/**
 * The calls `l` that people approved: what a setting, the caller, a policy or a remembered rule let through was looked at by nobody.
 * Two indexes have the same words, but for the emergencies and the rules: those are no measure for what comes later.
 */
export const SEEN_AND_APPROVED = Prisma.sql`l.decision = 'approved' and l.held_because not in ('auto_approved', 'confirmed', 'policy', 'remembered')
  and not l.broke_glass`;

/** The calls `l` that people decided, one way or the other. Four indexes have the same words, but for the rules. */
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

// Not `is not distinct from`, which no index serves.
function isOf(column: "provider" | "agent", name: string | null): Prisma.Sql {
  const written = Prisma.raw(`l.${column}`);
  return name === null ? Prisma.sql`${written} is null` : Prisma.sql`${written} = ${name}`;
}

/** The id of the last call that people approved: of the same agent if there is one, else of any. Each is the first of its index. */
export function lastApprovedId(call: Compared): Prisma.Sql {
  const last = (of: Prisma.Sql) => Prisma.sql`(
    select l.id from approvals l where ${ofTool(call)} ${of} and ${SEEN_AND_APPROVED} and l.id < ${call.id}::uuid
    order by l.id desc limit 1)`;
  return Prisma.sql`coalesce(${last(Prisma.sql`and ${ofAgent(call.agent)}`)}, ${last(Prisma.empty)})`;
}

/** The last approved call of the same tool and tenant: of the same agent if there is one, else of any agent. */
export async function findLastApproved(tx: Tx, call: Compared): Promise<Approval | null> {
  // Found first: compared with a subquery, the row would be looked for in the whole table.
  const [found] = await tx.$queryRaw<Approval[]>`
    with last as materialized (select ${lastApprovedId(call)} as id)
    select ${APPROVAL} from last, approvals a where a.tenant_id = ${call.tenantId}::uuid and a.id = last.id`;
  return found ?? null;
}

type Compared = OfTool & Pick<Approval, "id" | "agent">;
