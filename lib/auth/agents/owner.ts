import "server-only";
import type { Tx } from "@/lib/core/db";
import { Prisma } from "@/lib/generated/prisma/client";

/** Who owns an agent, by their id; null where nobody does, and of calls that name no agent. Upper and lower case are the same. */
export async function findOwnerId(tx: Tx, tenantId: string, agent: string | null): Promise<string | null> {
  if (agent === null) return null;
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    select owner_id as id from agent_owners where tenant_id = ${tenantId}::uuid and agent = lower(${agent})`;
  return row?.id ?? null;
}

/** A query for whether the agent of the call (alias `a`) is owned by one of these people, an array of ids. */
export function ownedBy(a: Prisma.Sql, ids: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    select 1 from agent_owners w
    where w.tenant_id = ${a}.tenant_id and w.agent = lower(${a}.agent) and w.owner_id = any(${ids})`;
}

/** A value within a statement: who owns the agent of a call, as JSON; null where nobody does. */
export function ownerOf({ tenantId, agent }: { tenantId: string; agent: string | null }): Prisma.Sql {
  return Prisma.sql`(
    select json_build_object('id', u.id, 'name', u.name, 'isOff', u.disabled_at is not null)
    from agent_owners w join users u on u.id = w.owner_id
    where w.tenant_id = ${tenantId}::uuid and w.agent = lower(${agent}::text))`;
}
