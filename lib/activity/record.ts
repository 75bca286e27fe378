import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import { NO_TENANT, type Scope, tenantSetting } from "@/lib/core/scope";
import { activityHash, GENESIS } from "./chain";

/** What an activity is about. Without a tenant it goes to the installation's own chain. */
export type ActivitySubject = { kind: string; id: string; tenantId?: string };

/** One deed of a trail. `action` is `noun.verb` in the past tense, for example `approval.approved`. */
export type ActivityEntry = {
  action: string;
  subject: ActivitySubject;
  details?: Record<string, unknown>;
};

/**
 * Adds one row to the trail, in the transaction of the change itself. Call it late in the transaction: until commit it holds
 * the tenant's chain, because unlocked chains fork.
 * @param action `noun.verb` in the past tense, for example `approval.approved`
 */
export function recordActivity(
  tx: Tx,
  scope: Scope,
  action: string,
  subject: ActivitySubject,
  details: Record<string, unknown> = {},
): Promise<void> {
  return recordActivities(tx, scope, subject.tenantId, [{ action, subject, details }]);
}

/** The same for several deeds of one act, all of one tenant's chain, in the order given. */
export async function recordActivities(
  tx: Tx,
  scope: Scope,
  tenant: string | undefined,
  deeds: readonly ActivityEntry[],
): Promise<void> {
  if (deeds.length === 0) return;
  const tenantId = tenant ?? NO_TENANT;
  // The chain may lie outside a limited scope (the installation's own); row-level security must let just these rows in.
  await tx.$executeRaw`select set_config('countersign.tenants', ${tenantId}, true)`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`activity:${tenantId}`}, 0))`;
  const [last] = await tx.$queryRaw<{ seq: bigint; hash: string }[]>`
    select seq, hash from activity where tenant_id = ${tenantId}::uuid order by seq desc limit 1`;
  const { actor } = scope;
  const at = await databaseNow(tx);
  let { seq, hash: previous } = last ?? { seq: 0n, hash: GENESIS };
  const rows = deeds.map(({ action, subject, details = {} }) => {
    seq += 1n;
    const entry = {
      tenantId,
      seq,
      at,
      actorKind: actor.kind,
      actorId: actor.kind === "system" ? null : actor.id,
      actorName: actor.name,
      action,
      subjectKind: subject.kind,
      subjectId: subject.id,
      details: canonicalJson(parseJson(serializeJson(details))),
      previous,
    };
    previous = activityHash(entry);
    return { ...entry, hash: previous };
  });
  await tx.activity.createMany({ data: rows });
  await tx.$executeRaw`select set_config('countersign.tenants', ${tenantSetting(scope)}, true)`;
}
