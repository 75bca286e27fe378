import { recordActivity } from "@/lib/activity/record";
import { readEditedArguments } from "@/lib/arguments/edits";
import { databaseNow } from "@/lib/core/clock";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId, newId } from "@/lib/core/ids";
import type { GatewayScope, Scope, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { announce } from "@/lib/live/announce";
import { enqueueCallback } from "./callbacks";
import { alreadyDecided, assertDecidable, assertDecider, assertRevocable, assertSeen } from "./rules";
import { type DecideApproval, type DecisionWord, type StatusWord, TTL_SECONDS } from "./types";

export type Recorded = {
  id: string;
  decision: DecisionWord;
  status: StatusWord;
  at: Date;
  approvals: number;
  required: number;
};

type Seen = { id: string; revision: number; argumentsSha256: string };
type Closing = {
  id: string;
  verdict: keyof typeof OUTCOMES;
  reason: string | null;
  revision: number;
  sha256: string;
};

/**
 * A person decides. Of several deciding at once, exactly one succeeds; the others learn who it was.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED, STALE_VIEW, CONFLICT or VALIDATION_ERROR; nothing is recorded then
 */
export async function decideApproval(scope: UserScope, decision: DecideApproval): Promise<Recorded> {
  assertDecider(scope);
  if (decision.verdict === "revoke") return revokeApproval(scope, { ...decision, reason: decision.reason });
  const { verdict } = decision;
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, decision.id);
    const now = await databaseNow(tx);
    assertDecidable(approval, decision, now);
    const edited =
      decision.verdict === "approve" ? await readEditedArguments(tx, approval, decision.argumentsText) : null;
    const revision = edited ? approval.revision + 1 : approval.revision;
    if (edited) await addRevision(tx, scope, approval, { ...edited, revision });
    await addVote(tx, scope, approval, { revision, verdict, reason: decision.reason ?? null });
    const votes = await countApprovals(tx, approval, revision);
    const required = approval.approvalsRequired;
    if (verdict === "approve" && votes < required)
      return waitForMore(tx, scope, approval, { votes, required });
    const closed = await closeIfStillPending(tx, scope, {
      id: approval.id,
      verdict,
      reason: decision.reason ?? null,
      revision,
      sha256: edited?.sha256 ?? approval.argumentsSha256,
    });
    if (!closed) throw await whoWonInstead(tx, approval);
    const { argumentsSha256, reason } = closed;
    const details = { revision, arguments_sha256: argumentsSha256, edited: edited !== null, reason };
    await recordActivity(tx, scope, `approval.${closed.decision}`, subject(closed), details);
    await enqueueCallback(tx, closed);
    await announce(tx, "approval", closed.tenantId, closed.id);
    return recorded(closed, votes);
  });
}

function recorded(closed: Approval, approvals: number): Recorded {
  const { id, decision, execution, decidedAt, updatedAt, approvalsRequired: required } = closed;
  const status = decision === "approved" ? execution : decision;
  return { id, decision, status, at: decidedAt ?? updatedAt, approvals, required };
}

/** A vote that is not the last one needed. */
async function waitForMore(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  count: { votes: number; required: number },
): Promise<Recorded> {
  const where = { tenantId: approval.tenantId, id: approval.id };
  const [current] = await tx.approval.updateManyAndReturn({
    where,
    data: { updatedAt: await databaseNow(tx) },
  });
  await recordActivity(tx, scope, "approval.voted", subject(approval), { verdict: "approve", ...count });
  await announce(tx, "approval", approval.tenantId, approval.id);
  return recorded(current ?? approval, count.votes);
}

/**
 * Withdraws an approval while nothing has started.
 * @throws DomainError as decideApproval; CONFLICT once the gateway or the agent has begun
 */
async function revokeApproval(scope: UserScope, decision: Seen & { reason: string }): Promise<Recorded> {
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, decision.id);
    assertRevocable(approval);
    assertSeen(approval, decision);
    const [closed] = await tx.approval.updateManyAndReturn({
      where: {
        tenantId: approval.tenantId,
        id: approval.id,
        decision: "approved",
        execution: "awaiting",
        redeemedAt: null,
      },
      data: {
        decision: "revoked",
        execution: "blocked",
        reason: decision.reason,
        decidedBy: scope.actor.name,
        decidedAt: await databaseNow(tx),
        updatedAt: new Date(),
      },
    });
    if (!closed)
      throw new DomainError("CONFLICT", "The call started meanwhile: the approval was not withdrawn.");
    await tx.execution.updateMany({
      where: { tenantId: closed.tenantId, approvalId: closed.id, state: "awaiting" },
      data: { state: "blocked" },
    });
    await recordActivity(tx, scope, "approval.revoked", subject(closed), { reason: decision.reason });
    await enqueueCallback(tx, closed);
    await announce(tx, "approval", closed.tenantId, closed.id);
    return {
      id: closed.id,
      decision: "revoked",
      status: "revoked",
      at: closed.decidedAt ?? new Date(),
      approvals: 0,
      required: closed.approvalsRequired,
    };
  });
}

/**
 * Gives people more time. `seconds` count from now, or from the present deadline if that is later; 30 days after the request at most.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED or EXPIRED
 */
export async function extendApproval(
  scope: UserScope,
  id: string,
  seconds: number,
): Promise<{ status: "pending"; at: Date; decideBy: Date }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, id);
    const [row] = await tx.$queryRaw<{ decideBy: Date; at: Date }[]>`
      update approvals
      set decide_by = least(decide_by + make_interval(secs => ${seconds}::int),
                            created_at + make_interval(secs => ${TTL_SECONDS.max}::int)),
          updated_at = clock_timestamp()
      where tenant_id = ${approval.tenantId}::uuid and id = ${approval.id}::uuid
        and decision = 'pending' and decide_by > clock_timestamp()
      returning decide_by as "decideBy", updated_at as at`;
    if (!row) throw await whoWonInstead(tx, approval);
    await recordActivity(tx, scope, "approval.extended", subject(approval), {
      from: approval.decideBy,
      to: row.decideBy,
    });
    await announce(tx, "approval", approval.tenantId, approval.id);
    return { status: "pending", ...row };
  });
}

/**
 * Takes a request back before anybody decided: its gateway, or a person who may decide.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED or EXPIRED
 */
export async function cancelApproval(
  scope: GatewayScope | UserScope,
  id: string,
  reason: string | null,
): Promise<{ status: "cancelled"; at: Date }> {
  if (scope.actor.kind === "user") assertDecider(scope as UserScope);
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, id);
    const cancelled = await tx.$executeRaw`
      update approvals set decision = 'cancelled', execution = 'blocked', reason = ${reason}, decided_by = ${scope.actor.name},
                           decided_at = clock_timestamp(), updated_at = clock_timestamp()
      where tenant_id = ${approval.tenantId}::uuid and id = ${approval.id}::uuid
        and decision = 'pending' and decide_by > clock_timestamp()`;
    if (cancelled === 0) throw await whoWonInstead(tx, approval);
    const closed = await tx.approval.findFirstOrThrow({
      where: { tenantId: approval.tenantId, id: approval.id },
    });
    await recordActivity(tx, scope, "approval.cancelled", subject(closed), { reason });
    await enqueueCallback(tx, closed);
    await announce(tx, "approval", closed.tenantId, closed.id);
    return { status: "cancelled", at: closed.decidedAt ?? closed.updatedAt };
  });
}

function subject(approval: Approval) {
  return { kind: "approval", id: approval.id, tenantId: approval.tenantId };
}

/** Locks the row, so that votes of several people are counted one after the other. */
async function getForDecision(tx: Tx, scope: Scope, id: string): Promise<Approval> {
  const notFound = new DomainError("NOT_FOUND", "There is no such approval.");
  if (!isId(id)) throw notFound;
  const tenants = [...scope.tenants];
  await tx.$queryRaw`select id from approvals where tenant_id = any(${tenants}::uuid[]) and id = ${id}::uuid for update`;
  const own = scope.actor.kind === "gateway" ? { gatewayId: scope.actor.id } : {};
  const approval = await tx.approval.findFirst({ where: { tenantId: { in: tenants }, id, ...own } });
  if (!approval) throw notFound;
  return approval;
}

type Edited = { text: string; sha256: string; revision: number };

async function addRevision(tx: Tx, scope: UserScope, approval: Approval, edited: Edited): Promise<void> {
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

async function addVote(
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

async function countApprovals(tx: Tx, approval: Approval, revision: number): Promise<number> {
  return tx.vote.count({
    where: { tenantId: approval.tenantId, approvalId: approval.id, revision, verdict: "approve" },
  });
}

const OUTCOMES = {
  approve: Prisma.sql`decision = 'approved', execution = 'awaiting'`,
  reject: Prisma.sql`decision = 'rejected', execution = 'blocked'`,
  request_changes: Prisma.sql`decision = 'changes_requested', execution = 'blocked'`,
};

/** The where clause, not any read before it, settles a race: the loser updates nothing. */
async function closeIfStillPending(tx: Tx, scope: UserScope, closing: Closing): Promise<Approval | null> {
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

async function whoWonInstead(tx: Tx, seen: Approval): Promise<DomainError> {
  const now = await tx.approval.findFirstOrThrow({ where: { tenantId: seen.tenantId, id: seen.id } });
  if (now.decision !== "pending") return alreadyDecided(now);
  if (now.decideBy <= (await databaseNow(tx))) {
    return new DomainError(
      "EXPIRED",
      `The time to decide ended at ${now.decideBy.toISOString()}. Nothing was recorded.`,
    );
  }
  return new DomainError("STALE_VIEW", "It changed while you decided. Nothing was recorded; read it again.");
}
