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
import { insertNotices, type NoticeEvent } from "@/lib/notices/events";
import { audienceOf } from "@/lib/notices/notices";
import { changesBetween, type Row } from "./changes";
import { signedDetails } from "./signature";
import { signingKey } from "./signing-key";

/** Subject of an activity. Without a tenant it goes to the installation's chain. */
type ActivitySubject = { kind: string; id: string; tenantId?: string };

/** One entry. `action` is `noun.verb` in the past tense, for example `approval.approved`. */
export type ActivityEntry = {
  action: string;
  subject: ActivitySubject;
  details?: Record<string, unknown>;
  /** The actor, if it differs from the scope's. */
  actor?: Actor;
};

/** A subject other than the row, and facts that are in no column. */
type Beside = { subject?: ActivitySubject; facts?: Row };

/**
 * Records a change of a row as the last statement of its transaction (see `recordActivities`).
 * Computes every changed field, without secrets.
 * @param before null for a new row
 * @param after null for a deleted row; columns that only one side has are skipped
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

function subjectOf(action: string, { id, tenantId }: Row): ActivitySubject {
  const kind = action.slice(0, action.indexOf("."));
  if (typeof id !== "string") throw new Error(`${action}: a row without an id needs a subject`);
  if (kind === "tenant") return { kind, id, tenantId: id };
  return typeof tenantId === "string" ? { kind, id, tenantId } : { kind, id };
}

/**
 * Records an event without a row change (signed in, checked, sent) as the last statement of its
 * transaction. For changes use `recordChange`.
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
 * Records entries of one action in order, and announces them as `lib/notices` defines. It has to be
 * the last statement: it locks the tenants' chains until the commit, because unlocked chains fork,
 * and blocks other decisions there.
 */
export async function recordActivities(tx: Tx, scope: Scope, deeds: readonly ActivityEntry[]): Promise<void> {
  if (deeds.length === 0) return;
  const changed = deeds.flatMap(changedRows);
  const announced = changed.length > 0 ? Prisma.sql`, ${announcingRows(once(changed))}` : Prisma.empty;
  const rows = JSON.stringify(deeds.map((deed) => row(scope, deed)));
  const noticed = deeds.flatMap(noticeOf);
  const noticing =
    noticed.length > 0 ? Prisma.sql`with noticed as (${insertNotices(noticed)})` : Prisma.empty;
  await tx.$executeRaw`${noticing} select append_activity(${rows}::json)${announced}`;
  afterCommit(tx, () => deeds.map((deed) => noteDeed(scope, deed)));
}

/**
 * Counts and logs the entry without details, which may quote people and arguments. The command line
 * prints its own answer.
 */
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

function changedRows({ action, subject: { id, tenantId = NO_TENANT } }: ActivityEntry): ChangedRow[] {
  return (audienceOf(action)?.bell ?? []).map((topic) => ({ topic, tenantId, id: id.toWellFormed() }));
}

function noticeOf({ action, subject: { kind, id, tenantId }, details = {} }: ActivityEntry): NoticeEvent[] {
  const people = audienceOf(action)?.people;
  if (!people || tenantId === undefined) return [];
  return [{ tenantId, kind: people, subjectKind: kind, subjectId: id, details }];
}

function once(rows: readonly ChangedRow[]): ChangedRow[] {
  return [...new Map(rows.map((row) => [`${row.topic} ${row.tenantId} ${row.id}`, row])).values()];
}

/**
 * An entry as `append_activity` takes it. One that holds a receipt is signed here, by the process that
 * decided: who has the database alone gets nothing signed.
 */
function row(scope: Scope, { action, subject, details = {}, actor = scope.actor }: ActivityEntry) {
  const entry = {
    tenant_id: subject.tenantId ?? NO_TENANT,
    actor_kind: actor.kind,
    actor_id: actor.kind === "system" ? null : actor.id,
    // Postgres stores no lone surrogates; canonical details escape them.
    actor_name: actor.name.toWellFormed(),
    action,
    subject_kind: subject.kind,
    subject_id: subject.id.toWellFormed(),
  };
  if (details.receipt !== undefined)
    return { ...entry, details: signedDetails(entry, details, signingKey(), new Date()) };
  return { ...entry, details: canonicalJson(parseJson(serializeJson(details))) };
}
