import { afterCommit } from "@/lib/core/after-commit";
import type { Tx } from "@/lib/core/db";
import { canonicalJson } from "@/lib/core/json/canonical";
import { parseJson } from "@/lib/core/json/parse";
import { serializeJson } from "@/lib/core/json/raw";
import { log, processName } from "@/lib/core/log";
import { metrics } from "@/lib/core/metrics";
import { type Actor, NO_TENANT, type Scope } from "@/lib/core/scope";
import { Prisma } from "@/lib/generated/prisma/client";
import { announcingRows, type ChangedRow } from "@/lib/live/announce";
import { audienceOf } from "@/lib/notices/notices";
import { changesBetween, type Row } from "./changes";

/** What an activity is about. Without a tenant it goes to the installation's own chain. */
type ActivitySubject = { kind: string; id: string; tenantId?: string };

/** One deed of a trail. `action` is `noun.verb` in the past tense, for example `approval.approved`. */
export type ActivityEntry = {
  action: string;
  subject: ActivitySubject;
  details?: Record<string, unknown>;
  /** Who did it, where that is not the one whose act it is part of. */
  actor?: Actor;
};

/** What a change is about where it is not the row itself, and what belongs to the deed but to no column of the row. */
type Beside = { subject?: ActivitySubject; facts?: Row };

/**
 * Adds to the trail what a change made of a row, in the transaction of the change itself, last (see `recordActivities`). The
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
 * transaction of what it tells, last. For changes there is `recordChange`.
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
 * Adds several deeds of one act, in the order given, and announces what `lib/notices` says of them. It is the last statement
 * of its transaction: until the commit it holds the chains of the deeds' tenants, because unlocked chains fork, and whoever
 * decides anything there waits for it.
 */
export async function recordActivities(tx: Tx, scope: Scope, deeds: readonly ActivityEntry[]): Promise<void> {
  if (deeds.length === 0) return;
  const changed = deeds.flatMap(changedRows);
  const announced = changed.length > 0 ? Prisma.sql`, ${announcingRows(once(changed))}` : Prisma.empty;
  const rows = JSON.stringify(deeds.map((deed) => row(scope, deed)));
  await tx.$executeRaw`select append_activity(${rows}::json)${announced}`;
  afterCommit(tx, () => deeds.map((deed) => noteDeed(scope, deed)));
}

/** Counts the deed and logs it, without its details: they may quote people and arguments. The command line answers its caller itself. */
function noteDeed(scope: Scope, { action, subject, actor = scope.actor }: ActivityEntry): void {
  metrics.activities.inc({ action });
  if (processName() === undefined) return;
  const line = {
    action,
    subject: `${subject.kind}:${subject.id}`,
    tenant_id: subject.tenantId,
    actor: actor.kind === "system" ? `system:${actor.name}` : `${actor.kind}:${actor.id}`,
  };
  log().info(line, "activity");
}

/** The subject of a deed, once for each topic on which its act is announced. */
function changedRows({ action, subject: { id, tenantId = NO_TENANT } }: ActivityEntry): ChangedRow[] {
  return (audienceOf(action)?.bell ?? []).map((topic) => ({ topic, tenantId, id: id.toWellFormed() }));
}

function once(rows: readonly ChangedRow[]): ChangedRow[] {
  return [...new Map(rows.map((row) => [`${row.topic} ${row.tenantId} ${row.id}`, row])).values()];
}

/** A deed as `append_activity` takes it. */
function row(scope: Scope, { action, subject, details = {}, actor = scope.actor }: ActivityEntry) {
  return {
    tenant_id: subject.tenantId ?? NO_TENANT,
    actor_kind: actor.kind,
    actor_id: actor.kind === "system" ? null : actor.id,
    // Postgres stores no half of a character; canonical details escape theirs.
    actor_name: actor.name.toWellFormed(),
    action,
    subject_kind: subject.kind,
    subject_id: subject.id.toWellFormed(),
    details: canonicalJson(parseJson(serializeJson(details))),
  };
}
