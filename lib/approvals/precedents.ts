import type { Tx } from "@/lib/core/db";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { APPROVAL } from "./row";

/** The last approved call of the same tool and tenant: of the same agent if there is one, else of any agent. */
export async function findLastApproved(
  tx: Tx,
  { id, tenantId, gatewayId, provider, tool, agent }: Compared,
): Promise<Approval | null> {
  // What a setting or the caller let through was looked at by nobody.
  const last = (of: Prisma.Sql) => Prisma.sql`(
    select l.id from approvals l
    where l.tenant_id = ${tenantId}::uuid and l.gateway_id = ${gatewayId}::uuid and l.tool = ${tool} and l.id < ${id}::uuid
      and l.provider is not distinct from ${provider} and l.decision = 'approved'
      and l.held_because not in ('auto_approved', 'confirmed', 'policy') ${of}
    order by l.id desc limit 1)`;
  const own = last(Prisma.sql`and l.agent is not distinct from ${agent}`);
  // Found first: compared with a subquery, the row would be looked for in the whole table.
  const [found] = await tx.$queryRaw<Approval[]>`
    with last as materialized (select coalesce(${own}, ${last(Prisma.empty)}) as id)
    select ${APPROVAL} from last, approvals a where a.tenant_id = ${tenantId}::uuid and a.id = last.id`;
  return found ?? null;
}

type Compared = Pick<Approval, "id" | "tenantId" | "gatewayId" | "provider" | "tool" | "agent">;
