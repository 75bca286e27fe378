import { recordChange } from "@/lib/activity/record";
import { databaseNow } from "@/lib/core/clock";
import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { Scope, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { enqueueCallback } from "./callbacks";
import { alreadyDecided } from "./rules";

// The steps of a decision, each within the transaction of the command that takes it.

/** Locks the row, so that votes of several people are counted one after the other. */
export async function getForDecision(tx: Tx, scope: Scope, id: string): Promise<Approval> {
  const notFound = new DomainError("NOT_FOUND", "There is no such approval.");
  if (!isId(id)) throw notFound;
  const tenants = [...scope.tenants];
  await tx.$queryRaw`select id from approvals where tenant_id = any(${tenants}::uuid[]) and id = ${id}::uuid for update`;
  const own = scope.actor.kind === "gateway" ? { gatewayId: scope.actor.id } : {};
  const approval = await tx.approval.findFirst({ where: { tenantId: { in: tenants }, id, ...own } });
  if (!approval) throw notFound;
  return approval;
}

/** Arguments that a person edited, as exact text. */
type Edited = { text: string; sha256: string; revision: number };

/** Keeps the edited arguments as a revision of their own. */
export async function addRevision(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  edited: Edited,
): Promise<void> {
  await tx.approvalRevision.create({
    data: {
      approvalId: approval.id,
      revision: edited.revision,
      tenantId: approval.tenantId,
      argumentsText: edited.text,
      argumentsSha256: edited.sha256,
      editedBy: scope.actor.id,
    },
  });
  await tx.approval.updateMany({
    where: { tenantId: approval.tenantId, id: approval.id, decision: "pending", revision: approval.revision },
    data: { argumentsText: edited.text, argumentsSha256: edited.sha256, revision: edited.revision },
  });
}

/**
 * One person's say.
 * @throws DomainError CONFLICT when they have voted already
 */
export async function addVote(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  vote: { revision: number; verdict: string; reason: string | null },
): Promise<void> {
  const { id, name } = scope.actor;
  const added = await tx.vote.createMany({
    data: [
      {
        id: newId(),
        tenantId: approval.tenantId,
        approvalId: approval.id,
        userId: id,
        userName: name,
        ...vote,
      },
    ],
    skipDuplicates: true,
  });
  if (added.count === 0)
    throw new DomainError(
      "CONFLICT",
      "You have already voted on this call. A person counts once; nothing was recorded.",
    );
}

/** How many people have approved this revision. */
export async function countApprovals(tx: Tx, approval: Approval, revision: number): Promise<number> {
  return tx.vote.count({
    where: { tenantId: approval.tenantId, approvalId: approval.id, revision, verdict: "approve" },
  });
}

type Closing = {
  id: string;
  verdict: keyof typeof OUTCOMES;
  reason: string | null;
  revision: number;
  sha256: string;
};

const OUTCOMES = {
  approve: Prisma.sql`decision = 'approved', execution = 'awaiting'`,
  reject: Prisma.sql`decision = 'rejected', execution = 'blocked'`,
  request_changes: Prisma.sql`decision = 'changes_requested', execution = 'blocked'`,
};

/** The where clause, not any read before it, settles a race: the loser updates nothing. */
export async function closeIfStillPending(
  tx: Tx,
  scope: UserScope,
  closing: Closing,
): Promise<Approval | null> {
  const executionId = closing.verdict === "approve" ? newId() : null;
  const [closed] = await tx.$queryRaw<{ tenantId: string }[]>`
    update approvals
    set ${OUTCOMES[closing.verdict]}, execution_id = ${executionId}::uuid, reason = ${closing.reason},
        decided_by = ${scope.actor.name}, decided_at = clock_timestamp(), updated_at = clock_timestamp(),
        use_by = case when ${executionId}::uuid is null then null
                      else clock_timestamp() + make_interval(secs => use_by_seconds) end
    where tenant_id = any(${[...scope.tenants]}::uuid[]) and id = ${closing.id}::uuid
      and decision = 'pending' and decide_by > clock_timestamp()
      and revision = ${closing.revision} and arguments_sha256 = ${closing.sha256}
    returning tenant_id as "tenantId"`;
  if (!closed) return null;
  if (executionId) {
    await tx.execution.create({
      data: { id: executionId, tenantId: closed.tenantId, approvalId: closing.id, state: "awaiting" },
    });
  }
  return tx.approval.findFirstOrThrow({ where: { tenantId: closed.tenantId, id: closing.id } });
}

/** Why nothing was closed: somebody else decided, time did, or the arguments changed. */
export async function whoWonInstead(tx: Tx, seen: Approval): Promise<DomainError> {
  const now = await tx.approval.findFirstOrThrow({ where: { tenantId: seen.tenantId, id: seen.id } });
  if (now.decision !== "pending") return alreadyDecided(now);
  if (now.decideBy <= (await databaseNow(tx))) {
    return new DomainError(
      "EXPIRED",
      `The time to decide ended at ${now.decideBy.toISOString()}. Nothing was recorded.`,
    );
  }
  return new DomainError(
    "STALE_VIEW",
    "The call changed while you were deciding. Nothing was recorded; read it again.",
  );
}

/** What every end of a wait owes: a row in the trail, a callback, and news to whoever looks. */
export async function tellEnd(
  tx: Tx,
  scope: Scope,
  before: Approval,
  closed: Approval,
  how: object = {},
): Promise<void> {
  // Said even where an earlier decision gave the same reason.
  const facts = { ...how, ...(closed.reason === null ? {} : { reason: closed.reason }) };
  await recordChange(tx, scope, `approval.${closed.decision}`, before, closed, { facts });
  await enqueueCallback(tx, closed);
  await announce(tx, "approval", closed.tenantId, closed.id);
}
