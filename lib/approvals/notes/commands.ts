import { type ActivityEntry, recordActivities } from "@/lib/activity/record";
import { requireRole } from "@/lib/auth/guards";
import { mentionsOf } from "@/lib/auth/mentions/queries";
import { databaseNow } from "@/lib/core/clock";
import { bookkeep, change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { reserveRequest } from "@/lib/core/idempotency";
import { newId } from "@/lib/core/ids";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import { getForDecision, whoWonInstead } from "../closing";
import { assertDecider } from "../rules";
import type { AddNote, Reply } from "./schema";
import { NOTERS, NOTES_MAX, QUESTIONS_MAX } from "./types";

// Within this time, the same text is a double press or a retry.
const SAME_NOTE_SECONDS = 60;

type New = { kind: "comment" | "question" | "reply"; text: string; userId?: string; questionId?: string };

/**
 * Adds a comment for other people and notifies those it mentions. The same text within a minute is
 * the same comment.
 * @throws DomainError FORBIDDEN, NOT_FOUND; CONFLICT beyond NOTES_MAX; VALIDATION_ERROR for too
 * many mentions
 */
export async function addNote(scope: UserScope, { approvalId, text }: AddNote): Promise<{ id: string }> {
  requireRole(scope, ...NOTERS);
  return change(scope, async (tx) => {
    const call = await getForDecision(tx, scope, approvalId);
    const note: New = { kind: "comment", text, userId: scope.actor.id };
    const same = await sameAgain(tx, call, note);
    if (same) return { id: same };
    const mentions = await mentionsOf(tx, scope, call.tenantId, text, "/text");
    const id = await insert(tx, call, note);
    await tell(tx, call, id, mentions);
    await recordActivities(tx, scope, [deedOf("approval.commented", call, { id, text })]);
    return { id };
  });
}

/**
 * Asks the agent of a waiting call. The call goes on waiting, with the same deadline.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED; CONFLICT beyond QUESTIONS_MAX
 */
export async function askAgent(scope: UserScope, { approvalId, text }: AddNote): Promise<{ id: string }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const call = await getForDecision(tx, scope, approvalId);
    await assertWaits(tx, call);
    const note: New = { kind: "question", text, userId: scope.actor.id };
    const same = await sameAgain(tx, call, note);
    if (same) return { id: same };
    if (call.questions >= QUESTIONS_MAX)
      throw new DomainError(
        "CONFLICT",
        `This call has ${QUESTIONS_MAX} questions already. Nothing was asked.`,
      );
    const id = await insert(tx, call, note);
    await tx.$executeRaw`
      update approvals a set questions = a.questions + 1, open_question = ${text}
      where a.tenant_id = ${call.tenantId}::uuid and a.id = ${call.id}::uuid`;
    await recordActivities(tx, scope, [deedOf("approval.asked", call, { id, text })]);
    return { id };
  });
}

/** The caller's key of a reply, to recognise its retries. */
type ReplyKey = { key: string; bodySha256: string };

type Replied = {
  id: string;
  approvalId: string;
  questionId: string;
  text: string;
  at: Date;
  replayed: boolean;
};

/**
 * Stores the agent's reply and notifies the person who asked. One reply to a question.
 * @throws DomainError NOT_FOUND for another gateway's call or another call's question; CONFLICT
 * without an open question; ALREADY_DECIDED, EXPIRED; IDEMPOTENCY_CONFLICT
 */
export async function replyTo(
  scope: GatewayScope,
  approvalId: string,
  { questionId, text }: Reply,
  retry: ReplyKey | null,
): Promise<Replied> {
  return change(scope, async (tx) => {
    const call = await getForDecision(tx, scope, approvalId);
    const { tenantId } = call;
    const request = retry && { tenantId, gatewayId: scope.actor.id, kind: `reply:${approvalId}`, ...retry };
    const id = newId();
    const earlier = request && (await reserveRequest(tx, request, id));
    if (earlier) return storedReply(tx, call, earlier.rowId ?? id, true);
    await assertWaits(tx, call);
    const question = await questionFor(tx, call, questionId);
    await insert(tx, call, { kind: "reply", text, questionId: question.id }, id);
    await tx.$executeRaw`
      update approvals a set open_question = (
        select q.text from approval_notes q
        where q.tenant_id = a.tenant_id and q.approval_id = a.id and q.kind = 'question'
          and not exists (select 1 from approval_notes r where r.tenant_id = q.tenant_id and r.question_id = q.id)
        order by q.id desc limit 1)
      where a.tenant_id = ${tenantId}::uuid and a.id = ${call.id}::uuid`;
    if (question.userId) await tell(tx, call, id, [question.userId]);
    const reply = await storedReply(tx, call, id, false);
    await recordActivities(tx, scope, [deedOf("approval.replied", call, { id, text })]);
    return reply;
  });
}

/**
 * Deletes the caller's comment: its text is removed, its place stays. Questions stay, because the
 * agent may have read them.
 * @throws DomainError FORBIDDEN for another person's; NOT_FOUND, also when it was deleted already
 */
export async function deleteNote(scope: UserScope, { id }: { id: string }): Promise<{ id: string }> {
  requireRole(scope, ...NOTERS);
  return change(scope, async (tx) => {
    const note = await tx.approvalNote.findFirst({
      where: { tenantId: { in: [...scope.tenants] }, id, kind: "comment", deletedAt: null },
    });
    if (!note) throw gone();
    const { tenantId, approvalId } = note;
    if (note.userId !== scope.actor.id)
      throw new DomainError("FORBIDDEN", "Only its author deletes a comment. Nothing was changed.");
    const { count } = await tx.approvalNote.updateMany({
      where: { tenantId, id, deletedAt: null },
      data: { text: null, deletedAt: await databaseNow(tx) },
    });
    if (count === 0) throw gone();
    await tx.approvalNoteReader.deleteMany({ where: { tenantId, noteId: id } });
    const subject = { kind: "approval", id: approvalId, tenantId };
    await recordActivities(tx, scope, [
      { action: "approval.comment_deleted", subject, details: { comment: id } },
    ]);
    return { id };
  });
}

/** Records that the caller has seen the notes of a call that concern them. */
export async function seeNotes(
  scope: UserScope,
  { approvalId }: { approvalId: string },
): Promise<{ seen: number }> {
  const seen = await bookkeep(
    scope,
    (tx) => tx.$executeRaw`
      update approval_note_readers r set seen_at = clock_timestamp() from approval_notes n
      where r.tenant_id = any(${[...scope.tenants]}::uuid[]) and r.user_id = ${scope.actor.id}::uuid and r.seen_at is null
        and n.tenant_id = r.tenant_id and n.id = r.note_id and n.approval_id = ${approvalId}::uuid`,
  );
  return { seen };
}

const gone = () => new DomainError("NOT_FOUND", "There is no such comment any more. Nothing was changed.");

type Held = Awaited<ReturnType<typeof getForDecision>>;

async function assertWaits(tx: Tx, call: Held): Promise<void> {
  const isOver = call.decision !== "pending" || (!call.releaseAt && call.decideBy <= call.now);
  if (isOver) throw await whoWonInstead(tx, call);
}

type Place = Pick<Approval, "id" | "tenantId">;

async function sameAgain(
  tx: Tx,
  { tenantId, id }: Place,
  { kind, text, userId }: New,
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    select n.id from approval_notes n
    where n.tenant_id = ${tenantId}::uuid and n.approval_id = ${id}::uuid and n.user_id = ${userId}::uuid
      and n.kind = ${kind} and n.text = ${text}
      and n.created_at > clock_timestamp() - make_interval(secs => ${SAME_NOTE_SECONDS}::int)
    order by n.id desc limit 1`;
  return row?.id ?? null;
}

/** The approval's row is locked, so the count holds. */
async function insert(
  tx: Tx,
  call: Place,
  { kind, text, userId, questionId }: New,
  id = newId(),
): Promise<string> {
  const { tenantId, id: approvalId } = call;
  const written = await tx.$executeRaw`
    insert into approval_notes (id, tenant_id, approval_id, kind, user_id, question_id, text)
    select ${id}::uuid, ${tenantId}::uuid, ${approvalId}::uuid, ${kind}, ${userId ?? null}::uuid, ${questionId ?? null}::uuid, ${text}
    where (select count(*) from approval_notes n
           where n.tenant_id = ${tenantId}::uuid and n.approval_id = ${approvalId}::uuid) < ${NOTES_MAX}::int`;
  if (written === 0)
    throw new DomainError(
      "CONFLICT",
      `This call has ${NOTES_MAX} comments and questions already. Nothing was stored.`,
    );
  return id;
}

/** The bell shows these people the note until they open the call. */
async function tell(tx: Tx, { tenantId }: Place, noteId: string, people: readonly string[]): Promise<void> {
  await tx.approvalNoteReader.createMany({ data: people.map((userId) => ({ tenantId, userId, noteId })) });
}

async function questionFor(
  tx: Tx,
  { tenantId, id }: Place,
  questionId: string | undefined,
): Promise<{ id: string; userId: string | null }> {
  const questions = await tx.$queryRaw<{ id: string; userId: string | null; isOpen: boolean }[]>`
    select q.id, q.user_id as "userId", not exists (
      select 1 from approval_notes r where r.tenant_id = q.tenant_id and r.question_id = q.id) as "isOpen"
    from approval_notes q
    where q.tenant_id = ${tenantId}::uuid and q.approval_id = ${id}::uuid and q.kind = 'question' order by q.id desc`;
  const asked = questions.find((one) => (questionId === undefined ? one.isOpen : one.id === questionId));
  if (!asked && questionId !== undefined)
    throw new DomainError("NOT_FOUND", "This call has no such question. Nothing was stored.");
  if (!asked?.isOpen)
    throw new DomainError("CONFLICT", "No question of this call waits for a reply. Nothing was stored.");
  return asked;
}

async function storedReply(tx: Tx, call: Place, id: string, replayed: boolean): Promise<Replied> {
  const { tenantId, id: approvalId } = call;
  const note = await tx.approvalNote.findFirstOrThrow({ where: { tenantId, id } });
  return {
    id,
    approvalId,
    questionId: note.questionId ?? "",
    text: note.text ?? "",
    at: note.createdAt,
    replayed,
  };
}

/** The trail records a note and its length, never its text. */
function deedOf(action: string, { id, tenantId }: Place, note: { id: string; text: string }): ActivityEntry {
  const details = { note_id: note.id, characters: note.text.length };
  return { action, subject: { kind: "approval", id, tenantId }, details };
}
