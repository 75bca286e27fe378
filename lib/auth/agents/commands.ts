import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError, invalid } from "@/lib/core/errors";
import type { Scope } from "@/lib/core/scope";
import { getTenantByKey } from "@/lib/tenants/queries";
import { assertMayAdministerAll } from "@/lib/tenants/rules";
import { lockedAddresses } from "../groups/changing";
import { assertStillAdmin, lockPeople } from "../people/commands";
import type { NameOwner, OwnerNamed } from "./types";

/**
 * Sets or removes the owner of an agent, effective for the next decision, also on pending calls.
 * Locks both owners, so that their running decisions are stored first.
 * @throws DomainError FORBIDDEN, NOT_FOUND for the tenant, VALIDATION_ERROR for an unknown address,
 * STALE_VIEW when another owner was named after `seen`; nothing is changed then
 */
export async function nameOwner(
  scope: Scope,
  { tenant, agent, owner, seen }: NameOwner,
): Promise<OwnerNamed> {
  assertMayAdministerAll(scope, "say who owns an agent");
  const { id: tenantId } = await getTenantByKey(scope, tenant);
  return change(scope, async (tx) => {
    await lockPeople(tx);
    await assertStillAdmin(tx, scope);
    const before = await ownerOf(tx, tenantId, agent);
    const after = owner === null ? null : await personAt(tx, owner);
    const told = { owner: after?.email ?? null, before: before?.email ?? null };
    if (before?.id === after?.id) return told;
    if (seen !== undefined && seen !== told.before) throw ownedByNow(told.before);
    const namer = scope.actor.kind === "user" ? scope.actor.id : null;
    await lockedAddresses(
      tx,
      [before, after].flatMap((one) => (one ? [one.id] : [])),
    );
    await tx.$executeRaw`
      delete from agent_owners where tenant_id = ${tenantId}::uuid and agent = lower(${agent})`;
    if (after)
      await tx.$executeRaw`
        insert into agent_owners (tenant_id, agent, owner_id, named_by, named_at)
        values (${tenantId}::uuid, lower(${agent}), ${after.id}::uuid, ${namer}::uuid, clock_timestamp())`;
    const about = { kind: "tenant", id: tenantId, tenantId };
    await recordActivity(tx, scope, "tenant.agent_owner_named", about, { agent, ...told });
    return told;
  });
}

function ownedByNow(owner: string | null): DomainError {
  const now = owner === null ? "it has no owner now" : `it is ${owner} now`;
  return new DomainError(
    "STALE_VIEW",
    `Another administrator changed the owner of this agent meanwhile: ${now}. Nothing was changed.`,
  );
}

type Person = { id: string; email: string };

async function ownerOf(tx: Tx, tenantId: string, agent: string): Promise<Person | null> {
  const [row] = await tx.$queryRaw<Person[]>`
    select u.id, u.email from agent_owners w join users u on u.id = w.owner_id
    where w.tenant_id = ${tenantId}::uuid and w.agent = lower(${agent})`;
  return row ?? null;
}

async function personAt(tx: Tx, email: string): Promise<Person> {
  const found = await tx.user.findUnique({ where: { email }, select: { id: true, email: true } });
  if (found) return found;
  throw invalid("/owner", "unknown", `No account has the address ${email}. Nothing was changed.`);
}
