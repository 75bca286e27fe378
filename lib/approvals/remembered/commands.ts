import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { assertDecider } from "../rules";
import { RESTORE_SECONDS } from "./types";

type Found = { tenantId: string; approvalId: string; revokedBy: string | null; revoker: string | null };

/**
 * Revokes a rule: from the next call on it lets nothing through. Everyone who may decide calls of
 * its tenant may revoke it.
 * @throws DomainError FORBIDDEN, NOT_FOUND or CONFLICT when it was revoked before
 */
export async function revokeRule(scope: UserScope, id: string): Promise<{ id: string; at: Date }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const { tenantId, approvalId, revokedBy } = await findRule(tx, scope, id);
    const { actor } = scope;
    const [revoked] = await tx.$queryRaw<{ at: Date }[]>`
      update remembered_rules r set revoked_at = clock_timestamp(), revoked_by = ${actor.id}::uuid, revoked_by_name = ${actor.name}
      where r.tenant_id = ${tenantId}::uuid and r.id = ${id}::uuid and r.revoked_at is null
      returning r.revoked_at as at`;
    if (!revoked)
      throw new DomainError(
        "CONFLICT",
        `${revokedBy ?? "Another person"} revoked this rule before. Nothing of yours was recorded.`,
      );
    await recordActivity(tx, scope, "approval.rule_revoked", about(tenantId, approvalId), { rule: id });
    return { id, at: revoked.at };
  });
}

/**
 * Undoes a revocation shortly afterwards, for its author only.
 * @throws DomainError FORBIDDEN, NOT_FOUND, or CONFLICT when it is too late, or the rule has ended
 * anyway
 */
export async function restoreRule(scope: UserScope, id: string): Promise<{ id: string; at: Date }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const { tenantId, approvalId, revoker } = await findRule(tx, scope, id);
    if (revoker !== null && revoker !== scope.actor.id)
      throw new DomainError(
        "FORBIDDEN",
        "Another person revoked this rule, and only they can restore it. Nothing was recorded.",
      );
    const [restored] = await tx.$queryRaw<{ at: Date }[]>`
      update remembered_rules r set revoked_at = null, revoked_by = null, revoked_by_name = null
      where r.tenant_id = ${tenantId}::uuid and r.id = ${id}::uuid and ${restorableBy(scope)}
        and r.uses < r.uses_max and r.expires_at > clock_timestamp()
      returning clock_timestamp() as at`;
    if (!restored)
      throw new DomainError(
        "CONFLICT",
        "A revocation can be taken back within two minutes, while the rule would still count. Nothing was recorded.",
      );
    await recordActivity(tx, scope, "approval.rule_restored", about(tenantId, approvalId), { rule: id });
    return { id, at: restored.at };
  });
}

const about = (tenantId: string, id: string) => ({ kind: "approval", tenantId, id });

/** Whether this person revoked the rule `r` a moment ago. */
export function restorableBy({ actor }: UserScope): Prisma.Sql {
  return Prisma.sql`coalesce(r.revoked_by = ${actor.id}::uuid
    and r.revoked_at > clock_timestamp() - make_interval(secs => ${RESTORE_SECONDS}::int), false)`;
}

async function findRule(tx: Tx, { tenants }: UserScope, id: string): Promise<Found> {
  const [rule] = isId(id)
    ? await tx.$queryRaw<Found[]>`
        select r.tenant_id as "tenantId", r.approval_id as "approvalId", r.revoked_by_name as "revokedBy",
               r.revoked_by as revoker
        from remembered_rules r where r.tenant_id = any(${[...tenants]}::uuid[]) and r.id = ${id}::uuid`
    : [];
  if (!rule) throw new DomainError("NOT_FOUND", "There is no such remembered rule. Nothing was recorded.");
  return rule;
}
