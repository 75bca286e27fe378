import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { mentionsOf } from "@/lib/auth/mentions/queries";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import type { UserScope } from "@/lib/core/scope";
import type { AddComment, EditComment } from "./schema";
import { COMMENTERS } from "./types";

// Within this time, the same text is a double click or a retry, not a second comment.
const SAME_SECONDS = 60;

/**
 * Adds a comment to an issue and notifies mentioned people. The same text within a minute is the
 * same comment.
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT for an issue that is merged; VALIDATION_ERROR
 * for too many mentions
 */
export async function addComment(scope: UserScope, { issueId, text }: AddComment): Promise<{ id: string }> {
  requireRole(scope, ...COMMENTERS);
  return change(scope, async (tx) => {
    const { id, deeds } = await addCommentIn(tx, scope, { issueId, text });
    await recordActivities(tx, scope, deeds);
    return { id };
  });
}

/** Within a transaction that ends by recording the activities. `pointer` is for errors. */
export async function addCommentIn(
  tx: Tx,
  scope: UserScope,
  { issueId, text }: AddComment,
  pointer = "/text",
): Promise<{ id: string; deeds: ActivityEntry[] }> {
  const issue = await tx.feedbackIssue.findFirst({
    where: { tenantId: { in: [...scope.tenants] }, id: issueId },
    select: { tenantId: true },
  });
  if (!issue) throw new DomainError("NOT_FOUND", "There is no such issue. Nothing was written.");
  const { tenantId } = issue;
  const same = await sameAgain(tx, scope, { tenantId, issueId, text });
  if (same) return { id: same, deeds: [] };
  const mentions = await mentionsOf(tx, scope, tenantId, text, pointer);
  const id = newId();
  // The where clause settles a race with a merge: merged issues take no comments.
  const written = await tx.$executeRaw`
    insert into feedback_comments (id, tenant_id, issue_id, user_id, text)
    select ${id}::uuid, i.tenant_id, i.id, ${scope.actor.id}::uuid, ${text} from feedback_issues i
    where i.tenant_id = ${tenantId}::uuid and i.id = ${issueId}::uuid and i.state <> 'merged'`;
  if (written === 0)
    throw new DomainError(
      "CONFLICT",
      "This issue was merged into another. Nothing was written; comment on that one.",
    );
  await tx.feedbackMention.createMany({
    data: mentions.map((userId) => ({ tenantId, userId, commentId: id })),
  });
  return { id, deeds: [deedOf("issue.commented", { id, tenantId, issueId }, text, mentions.length)] };
}

type Place = { tenantId: string; issueId: string };

async function sameAgain(
  tx: Tx,
  scope: UserScope,
  { tenantId, issueId, text }: Place & { text: string },
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    select c.id from feedback_comments c
    where c.tenant_id = ${tenantId}::uuid and c.issue_id = ${issueId}::uuid and c.user_id = ${scope.actor.id}::uuid
      and c.text = ${text} and c.created_at > clock_timestamp() - make_interval(secs => ${SAME_SECONDS}::int)
    order by c.id desc limit 1`;
  return row?.id ?? null;
}

/** The trail records a comment and its length, never its text. */
function deedOf(
  action: string,
  { id, tenantId, issueId }: Place & { id: string },
  text: string | null,
  mentions: number,
): ActivityEntry {
  const said = text === null ? {} : { characters: text.length, mentions };
  return { action, subject: { kind: "issue", id: issueId, tenantId }, details: { comment: id, ...said } };
}

/**
 * Edits the caller's comment; notifies newly mentioned people.
 * @throws DomainError FORBIDDEN for another person's; NOT_FOUND; STALE_VIEW when it was edited
 * after `seen`
 */
export async function editComment(
  scope: UserScope,
  { id, seen, text }: EditComment,
): Promise<{ id: string }> {
  requireRole(scope, ...COMMENTERS);
  return change(scope, async (tx) => {
    const { tenantId, issueId } = await ownComment(tx, scope, id);
    const mentions = await mentionsOf(tx, scope, tenantId, text, "/text");
    const changed = await tx.$executeRaw`
      update feedback_comments c
      set text = ${text}, edited_at = greatest(clock_timestamp(), coalesce(c.edited_at, c.created_at) + interval '1 ms')
      where c.tenant_id = ${tenantId}::uuid and c.id = ${id}::uuid and c.user_id = ${scope.actor.id}::uuid
        and c.deleted_at is null and coalesce(c.edited_at, c.created_at) = ${seen}::timestamptz`;
    if (changed === 0)
      throw new DomainError(
        "STALE_VIEW",
        "You changed this comment elsewhere after you opened it here. Nothing was changed; reload the page.",
      );
    await tx.feedbackMention.deleteMany({ where: { tenantId, commentId: id, userId: { notIn: mentions } } });
    const data = mentions.map((userId) => ({ tenantId, userId, commentId: id }));
    await tx.feedbackMention.createMany({ data, skipDuplicates: true });
    await recordActivities(tx, scope, [
      deedOf("issue.comment_edited", { id, tenantId, issueId }, text, mentions.length),
    ]);
    return { id };
  });
}

/**
 * Deletes the caller's comment: its text is removed, its place stays.
 * @throws DomainError FORBIDDEN for another person's; NOT_FOUND, also when it was deleted already
 */
export async function deleteComment(scope: UserScope, { id }: { id: string }): Promise<{ id: string }> {
  requireRole(scope, ...COMMENTERS);
  return change(scope, async (tx) => {
    const { tenantId, issueId } = await ownComment(tx, scope, id);
    const { count } = await tx.feedbackComment.updateMany({
      where: { tenantId, id, userId: scope.actor.id, deletedAt: null },
      data: { text: null, deletedAt: await databaseNow(tx) },
    });
    if (count === 0) throw gone();
    await tx.feedbackMention.deleteMany({ where: { tenantId, commentId: id } });
    await recordActivities(tx, scope, [deedOf("issue.comment_deleted", { id, tenantId, issueId }, null, 0)]);
    return { id };
  });
}

const gone = () => new DomainError("NOT_FOUND", "There is no such comment any more. Nothing was changed.");

async function ownComment(tx: Tx, scope: UserScope, id: string): Promise<Place> {
  const comment = await tx.feedbackComment.findFirst({
    where: { tenantId: { in: [...scope.tenants] }, id, deletedAt: null },
  });
  if (!comment) throw gone();
  if (comment.userId !== scope.actor.id)
    throw new DomainError("FORBIDDEN", "Only its author changes a comment. Nothing was changed.");
  return comment;
}

/** Records that the caller has seen their mentions on an issue and on those merged into it. */
export async function seeMentions(
  scope: UserScope,
  { issueId }: { issueId: string },
): Promise<{ seen: number }> {
  const seen = await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      update feedback_mentions m set seen_at = clock_timestamp()
      from feedback_comments c join feedback_issues i on i.tenant_id = c.tenant_id and i.id = c.issue_id
      where m.tenant_id = any(${[...scope.tenants]}::uuid[]) and m.user_id = ${scope.actor.id}::uuid and m.seen_at is null
        and c.tenant_id = m.tenant_id and c.id = m.comment_id and ${issueId}::uuid in (i.id, i.merged_into)`,
  );
  return { seen };
}
