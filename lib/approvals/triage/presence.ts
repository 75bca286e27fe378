import { bookkeep, type Tx } from "@/lib/core/db";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { announce } from "@/lib/live/announce";
import { PRESENCE_SECONDS } from "./types";

// Browsers report open pages four times a minute. That decides nothing, so it is no activity: only
// the row is stored.

/**
 * Records that this person has the call open, or has left it.
 * @returns the names of the others who have it open, in the order they came
 */
export async function recordPresence(
  scope: UserScope,
  { id, leaving = false }: { id: string; leaving?: boolean },
): Promise<{ others: string[] }> {
  return bookkeep(scope, async (tx) => {
    const where = { tenantId: { in: [...scope.tenants] }, id };
    const approval = isId(id)
      ? await tx.approval.findFirst({ where, select: { id: true, tenantId: true } })
      : null;
    if (!approval) return { others: [] };
    const moved = leaving ? await leave(tx, scope, id) : await arrive(tx, scope, approval);
    // Announces only arrivals and departures: they are rare, and each makes the other open pages
    // read once.
    if (moved) await announce(tx, "presence", approval.tenantId, id);
    return { others: leaving ? [] : await othersAt(tx, scope, id) };
  });
}

async function arrive(
  tx: Tx,
  scope: UserScope,
  approval: { id: string; tenantId: string },
): Promise<boolean> {
  const { id, name } = scope.actor;
  const [before] = await tx.$queryRaw<{ here: boolean }[]>`
    select until > clock_timestamp() as here from approval_presence
    where tenant_id = ${approval.tenantId}::uuid and approval_id = ${approval.id}::uuid and user_id = ${id}::uuid`;
  await tx.$executeRaw`
    insert into approval_presence (approval_id, user_id, tenant_id, user_name, first_at, until)
    values (${approval.id}::uuid, ${id}::uuid, ${approval.tenantId}::uuid, ${name}, clock_timestamp(),
            clock_timestamp() + make_interval(secs => ${PRESENCE_SECONDS}::int))
    on conflict (tenant_id, approval_id, user_id) do update set until = excluded.until, user_name = excluded.user_name`;
  return before?.here !== true;
}

async function leave(tx: Tx, scope: UserScope, id: string): Promise<boolean> {
  const left = await tx.$executeRaw`
    update approval_presence set until = clock_timestamp()
    where tenant_id = any(${[...scope.tenants]}::uuid[]) and approval_id = ${id}::uuid and user_id = ${scope.actor.id}::uuid
      and until > clock_timestamp()`;
  return left > 0;
}

async function othersAt(tx: Tx, scope: UserScope, id: string): Promise<string[]> {
  const rows = await tx.$queryRaw<{ name: string }[]>`
    select user_name as name from approval_presence
    where tenant_id = any(${[...scope.tenants]}::uuid[]) and approval_id = ${id}::uuid and user_id <> ${scope.actor.id}::uuid
      and until > clock_timestamp() order by first_at limit 20`;
  return rows.map((row) => row.name);
}
