import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import { NO_TENANT, type Scope, tenantSetting } from "@/lib/core/scope";
import { activityHash, GENESIS } from "./chain";

/** What an activity is about. Without a tenant it goes to the installation's own chain. */
export type ActivitySubject = { kind: string; id: string; tenantId?: string };

/**
 * Adds one row to the trail, in the transaction of the change itself. Call it late in the transaction: until commit it holds
 * the tenant's chain, because unlocked chains fork.
 * @param action `noun.verb` in the past tense, for example `approval.approved`
 */
export async function recordActivity(
  tx: Tx,
  scope: Scope,
  action: string,
  subject: ActivitySubject,
  details: Record<string, unknown> = {},
): Promise<void> {
  const tenantId = subject.tenantId ?? NO_TENANT;
  // The chain may lie outside a limited scope (the installation's own); row-level security must let just this row in.
  await tx.$executeRaw`select set_config('countersign.tenants', ${tenantId}, true)`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`activity:${tenantId}`}, 0))`;
  const [last] = await tx.$queryRaw<{ seq: bigint; hash: string }[]>`
    select seq, hash from activity where tenant_id = ${tenantId}::uuid order by seq desc limit 1`;
  const { actor } = scope;
  const entry = {
    tenantId,
    seq: (last?.seq ?? 0n) + 1n,
    at: await databaseNow(tx),
    actorKind: actor.kind,
    actorId: actor.kind === "system" ? null : actor.id,
    actorName: actor.name,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    details: canonicalJson(parseJson(serializeJson(details))),
    previous: last?.hash ?? GENESIS,
  };
  await tx.activity.create({ data: { ...entry, hash: activityHash(entry) } });
  await tx.$executeRaw`select set_config('countersign.tenants', ${tenantSetting(scope)}, true)`;
}
