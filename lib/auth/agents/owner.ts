import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";

/** The id of an agent's owner; null without owner or agent. Ignores case. */
export async function findOwnerId(tx: Tx, tenantId: string, agent: string | null): Promise<string | null> {
  if (agent === null) return null;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    select owner_id as id from agent_owners where tenant_id = ${tenantId}::uuid and agent = lower(${agent})`;
  return row?.id ?? null;
}

/** A query: do any of these people (an array of ids) own the agent of the call (alias `a`)? */
export function ownedBy(a: Prisma.Sql, ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select 1 from agent_owners w
    where w.tenant_id = ${a}.tenant_id and w.agent = lower(${a}.agent) and w.owner_id = any(${ids})`;
}

export function ownerOf({ tenantId, agent }: { tenantId: string; agent: string | null }): Prisma.Sql {
  return Prisma.sql`(
    select json_build_object('id', u.id, 'name', u.name, 'isOff', u.disabled_at is not null)
    from agent_owners w join users u on u.id = w.owner_id
    where w.tenant_id = ${tenantId}::uuid and w.agent = lower(${agent}::text))`;
}
