import { recordActivity, recordChange } from "@/lib/activity/record";
import { readEditedArguments } from "@/lib/arguments/edits";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import {
  ANNOUNCED,
  addRevision,
  addVote,
  close,
  closeIfStillPending,
  getForDecision,
  STILL_PENDING,
  tellEnd,
  whoWonInstead,
} from "./closing";
import { assertEditPermitted, assertEligible, assertMayApprove, assertReasoned } from "./consent";
import { assertDecidable, assertDecider, assertRevocable, assertSeen, statusOf } from "./rules";
import type { DecideApproval, DecisionWord, RevokeApproval, StatusWord } from "./types";
import { TTL_SECONDS } from "./types";

export type Recorded = {
  id: string;
  decision: DecisionWord;
  status: StatusWord;
  at: Date;
  approvals: number;
  required: number;
};

/**
 * A person decides. Of several deciding at once, exactly one succeeds; the others learn who it was.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED, STALE_VIEW, CONFLICT or VALIDATION_ERROR; nothing is recorded then
 */
export async function decideApproval(scope: UserScope, decision: DecideApproval): Promise<Recorded> {
  assertDecider(scope);
  const { verdict } = decision;
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, decision.id);
    assertDecidable(approval, decision, approval.now);
    await assertEligible(tx, scope, approval);
    assertReasoned(approval, verdict, decision.reason);
    const edited =
      decision.verdict === "approve" ? await readEditedArguments(tx, approval, decision.argumentsText) : null;
    if (decision.verdict === "approve")
      await assertMayApprove(tx, scope, approval, { seen: decision.seen, edits: edited !== null });
    const revision = edited ? approval.revision + 1 : approval.revision;
    if (edited)
      await assertEditPermitted(tx, scope, approval, { text: edited.text, reason: decision.reason });
    if (edited) await addRevision(tx, scope, approval, { ...edited, revision });
    const votes = await addVote(tx, scope, approval, { revision, verdict, reason: decision.reason ?? null });
    const required = approval.approvalsRequired;
    const looked = lookedFacts(decision);
    if (verdict === "approve" && votes < required)
      return waitForMore(tx, scope, approval, { votes, required, ...looked });
    const closed = await closeIfStillPending(tx, scope, {
      id: approval.id,
      verdict,
      reason: decision.reason ?? null,
      revision,
      sha256: edited?.sha256 ?? approval.argumentsSha256,
    });
    if (!closed) throw await whoWonInstead(tx, approval);
    await tellEnd(tx, scope, approval, closed, looked);
    return recorded(closed, votes);
  });
}

/** How long the page stood before the press, for the trail: a yes within a second was read by nobody. */
function lookedFacts(decision: DecideApproval): { looked_ms?: number } {
  const ms = decision.verdict === "approve" ? decision.seen?.ms : undefined;
  return ms === undefined ? {} : { looked_ms: ms };
}

function recorded(closed: Approval, approvals: number): Recorded {
  const { id, decision, decidedAt, updatedAt, approvalsRequired: required } = closed;
  return { id, decision, status: statusOf(closed), at: decidedAt ?? updatedAt, approvals, required };
}

/** A vote that is not the last one needed. */
async function waitForMore(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  count: { votes: number; required: number; looked_ms?: number },
): Promise<Recorded> {
  const { tenantId, id } = approval;
  const [changed] = await tx.$queryRaw<{ updatedAt: Date }[]>`
    update approvals a set updated_at = clock_timestamp() where tenant_id = ${tenantId}::uuid and id = ${id}::uuid
    returning updated_at as "updatedAt", ${ANNOUNCED} as told`;
  const about = { kind: "approval", tenantId, id };
  await recordActivity(tx, scope, "approval.voted", about, { verdict: "approve", ...count });
  return recorded({ ...approval, ...changed }, count.votes);
}

/**
 * Revokes an approval while nothing has started.
 * @throws DomainError as decideApproval; CONFLICT once the gateway or the agent has begun
 */
export async function revokeApproval(
  scope: UserScope,
  decision: RevokeApproval,
): Promise<Recorded & { note?: string }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, decision.id);
    assertRevocable(approval);
    assertSeen(approval, decision);
    const [closed] = await close(
      tx,
      Prisma.sql`decision = 'revoked', execution = 'blocked', reason = ${decision.reason}, decided_by = ${scope.actor.name}`,
      Prisma.sql`${isRow(approval)} and decision = 'approved' and execution = 'awaiting' and redeemed_at is null`,
      BLOCKED,
    );
    if (!closed)
      throw new DomainError("CONFLICT", "The call started meanwhile: the approval was not revoked.");
    const note = (await gatewayMayKnow(tx, approval)) ? MAY_RUN : undefined;
    await tellEnd(tx, scope, approval, closed);
    return { ...recorded(closed, 0), note };
  });
}

const isRow = ({ tenantId, id }: Approval) => Prisma.sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`;

const BLOCKED = Prisma.sql`, blocked as (
  update executions e set state = 'blocked' from closed c
  where e.tenant_id = c.tenant_id and e.approval_id = c.id and e.state = 'awaiting')`;

const MAY_RUN =
  "The gateway was told of the approval, or is being told at this moment, and may run the call all the same. If it does, its report is kept and the call needs attention.";

/**
 * Whether anything about the approval was sent, acknowledged or not. What nobody has sent is held until the revocation commits;
 * what somebody else holds at this moment may be on its way.
 */
async function gatewayMayKnow(tx: Tx, { tenantId, id: approvalId }: Approval): Promise<boolean> {
  const [sent] = await tx.$queryRaw<{ known: boolean }[]>`
    with unsent as (
      select id from deliveries where tenant_id = ${tenantId}::uuid and approval_id = ${approvalId}::uuid
        and state not in ('sending', 'delivered') and attempts = 0 for update skip locked)
    select (select count(*) from unsent) < count(*) as known
    from deliveries where tenant_id = ${tenantId}::uuid and approval_id = ${approvalId}::uuid`;
  return sent?.known ?? true;
}

/**
 * Gives people more time. `seconds` are added to the present deadline; it ends 30 days after the request at most.
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
    await assertEligible(tx, scope, approval);
    const [row] = await tx.$queryRaw<{ decideBy: Date; updatedAt: Date }[]>`
      update approvals a
      set decide_by = least(decide_by + make_interval(secs => ${seconds}::int),
                            created_at + make_interval(secs => ${TTL_SECONDS.max}::int)),
          updated_at = clock_timestamp()
      where ${isRow(approval)} and ${STILL_PENDING}
      returning decide_by as "decideBy", updated_at as "updatedAt", ${ANNOUNCED} as told`;
    if (!row) throw await whoWonInstead(tx, approval);
    const { decideBy, updatedAt } = row;
    await recordChange(tx, scope, "approval.extended", approval, { ...approval, decideBy, updatedAt });
    return { status: "pending", at: updatedAt, decideBy };
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
    const set = Prisma.sql`decision = 'cancelled', execution = 'blocked', reason = ${reason}, decided_by = ${scope.actor.name}`;
    const [closed] = await close(tx, set, Prisma.sql`${isRow(approval)} and ${STILL_PENDING}`);
    if (!closed) throw await whoWonInstead(tx, approval);
    await tellEnd(tx, scope, approval, closed);
    return { status: "cancelled", at: closed.decidedAt ?? closed.updatedAt };
  });
}
