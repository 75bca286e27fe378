import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import { NO_TENANT, type Scope, tenantSetting } from "@/lib/core/scope";
import { activityHash, GENESIS } from "./chain";
import { changesBetween, type Row } from "./changes";

/** What an activity is about. Without a tenant it goes to the installation's own chain. */
type ActivitySubject = { kind: string; id: string; tenantId?: string };

/** One deed of a trail. `action` is `noun.verb` in the past tense, for example `approval.approved`. */
export type ActivityEntry = {
  action: string;
  subject: ActivitySubject;
  details?: Record<string, unknown>;
};

/** What a change is about where it is not the row itself, and what belongs to the deed but to no column of the row. */
type Beside = { subject?: ActivitySubject; facts?: Row };

/**
 * Adds to the trail what a change made of a row, in the transaction of the change itself, late (see `recordActivities`). The
 * details are computed: every field that differs, from what to what, without secrets.
 * @param before null when the row was made
 * @param after null when it was deleted; columns that only one of the two has are left out
 */
export function recordChange(
  tx: Tx,
  scope: Scope,
  action: string,
  before: Row | null,
  after: Row | null,
  beside: Beside = {},
): Promise<void> {
  return recordActivities(tx, scope, [changeEntry(action, before, after, beside)]);
}

/** The same as an entry, for several changes of one act. */
export function changeEntry(
  action: string,
  before: Row | null,
  after: Row | null,
  { subject, facts }: Beside = {},
): ActivityEntry {
  const about = subject ?? subjectOf(action, after ?? before ?? {});
  return { action, subject: about, details: { ...changesBetween(before, after), ...facts } };
}

/** The row itself: an `approval.…` is about the approval. */
function subjectOf(action: string, { id, tenantId }: Row): ActivitySubject {
  const kind = action.slice(0, action.indexOf("."));
  if (typeof id !== "string") throw new Error(`${action}: a row without an id needs a subject`);
  if (kind === "tenant") return { kind, id, tenantId: id };
  return typeof tenantId === "string" ? { kind, id, tenantId } : { kind, id };
}

/**
 * Adds an event to the trail that is no change of a row (signed in, checked, sent), or one whose row is not at hand, in the
 * transaction of what it tells. For changes there is `recordChange`.
 * @param action `noun.verb` in the past tense, for example `user.signed_in`
 */
export function recordActivity(
  tx: Tx,
  scope: Scope,
  action: string,
  subject: ActivitySubject,
  details: Record<string, unknown> = {},
): Promise<void> {
  return recordActivities(tx, scope, [{ action, subject, details }]);
}

/**
 * Adds several deeds of one act, in the order given. Call it late in the transaction: until commit it holds the chains of their
 * tenants, because unlocked chains fork. It takes them in one order: acts that share tenants wait for each other instead of
 * locking each other out.
 */
export async function recordActivities(tx: Tx, scope: Scope, deeds: readonly ActivityEntry[]): Promise<void> {
  const chainOf = ({ subject }: ActivityEntry) => subject.tenantId ?? NO_TENANT;
  for (const tenantId of [...new Set(deeds.map(chainOf))].sort())
    await extendChain(
      tx,
      scope,
      tenantId,
      deeds.filter((deed) => chainOf(deed) === tenantId),
    );
}

async function extendChain(
  tx: Tx,
  scope: Scope,
  tenantId: string,
  deeds: readonly ActivityEntry[],
): Promise<void> {
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
