import { recordActivity, recordChange } from "@/lib/activity/record";
import { readEditedArguments } from "@/lib/arguments/edits";
import { noticingCopies } from "@/lib/auth/passkeys/signing";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { GatewayScope, UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import type { UnderPolicies } from "@/lib/policies/current-version";
import { type DemandingPolicy, holdSecondsOf, requirementsOf } from "@/lib/policies/requirements";
import { TTL_SECONDS } from "@/lib/tenants/types";
import {
  addRevision,
  close,
  closeIfStillPending,
  getForDecision,
  STILL_PENDING,
  tellEnd,
  whoWonInstead,
} from "./closing";
import { assertMayApprove, assertReasoned } from "./consent";
import { assertDecidableVia } from "./decided-in-slack";
import { findOpenPlaces } from "./deciders/agreed";
import { assertEligible, assertMayApproveFor, assertNotOwnEdit, type Eligible } from "./deciders/eligibility";
import { takeSignatureOf } from "./deciders/proof";
import { separating } from "./deciders/rules";
import type { Demand } from "./deciders/types";
import { addVote, type Given } from "./deciders/votes";
import { assertEditPermitted } from "./own-edits";
import { deputyFacts, NOBODY, receiptOf, type Said, seenOnRecord } from "./receipt-facts";
import { assertNotRefused, takeBack } from "./refusals";
import { assertNotHeld, holdBack } from "./release";
import { assertRememberable, rememberWith, ruleEntry } from "./remembered/make";
import { nextReminder } from "./reminders";
import { APPROVAL } from "./row";
import { assertDecidable, assertDecider, assertRevocable, assertSeen, NOT_EXTENDED, statusOf } from "./rules";
import type { DecideApproval, DecisionWord, RevokeApproval, StatusWord } from "./types";

export type Recorded = {
  id: string;
  decision: DecisionWord;
  status: StatusWord;
  at: Date;
  approvals: number;
  required: number;
  /** Set when enough people approve and the call is held until then. */
  releaseAt?: Date;
  note?: string;
};

/**
 * Records a person's decision. Of concurrent decisions exactly one succeeds; the other callers get
 * its author.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED, STALE_VIEW, CONFLICT or
 * VALIDATION_ERROR; nothing is recorded then
 */
export async function decideApproval(scope: UserScope, decision: DecideApproval): Promise<Recorded> {
  assertDecider(scope);
  return noticingCopies(() => decideOnce(scope, decision), scope);
}

function decideOnce(scope: UserScope, decision: DecideApproval): Promise<Recorded> {
  const { verdict } = decision;
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, decision.id);
    await assertDecidableVia(tx, scope, approval, decision);
    const eligible = await assertEligible(tx, scope, approval);
    assertReasoned(approval, verdict, decision.reason);
    const isYes = verdict === "approve";
    const edited = isYes ? await readEditedArguments(tx, approval, decision.argumentsText) : null;
    const edits = edited !== null;
    const demanded = isYes
      ? await assertMayApprove(tx, scope, approval, { seen: decision.seen, edits })
      : undefined;
    const revision = edited ? approval.revision + 1 : approval.revision;
    const permitted =
      edited && (await assertEditPermitted(tx, scope, approval, { ...edited, reason: decision.reason }));
    const policy = permitted?.policy ?? null;
    if (isYes && !edited) await assertWanted(tx, scope, approval);
    const standing = permitted?.eligible ?? eligible;
    const { demands } = standing;
    const required = Math.max(approval.approvalsRequired, policy?.require.approvals ?? 1);
    const { inPlaceOf, missingWith } = isYes
      ? await placesFor(tx, scope, approval, { ...standing, required }, edits)
      : { inPlaceOf: standing.inPlaceOf, missingWith: () => null };
    await assertRememberable(tx, approval, decision, edited !== null);
    const policies = [...requirementsOf(approval), ...(policy ? [policy] : [])];
    const takes = permitted?.takes ?? [];
    if (edited) await addRevision(tx, scope, approval, { ...edited, revision, policy, required, takes });
    const seen = seenOnRecord(scope.actor, approval, decision.seen, demanded);
    const said = { verdict, seen, edited: edits };
    const wait = {
      ...{ required, edited: edited && { revision, arguments_sha256: edited.sha256 } },
      reason: decision.reason ?? null,
      ...lookedFacts(decision),
    };
    if (edited && separating(demands, "editor")) {
      const first = { ...said, deputyFor: inPlaceOf[0] };
      return waitForMore(tx, scope, approval, "approval.edited", { votes: 0, ...wait, said: first });
    }
    const sha256 = edited?.sha256 ?? approval.argumentsSha256;
    const signature = await signatureOf(tx, scope, approval, { decision, demands, revision, sha256 });
    const vote = { revision, verdict, reason: decision.reason ?? null, required, inPlaceOf, missingWith };
    const given = await addVote(tx, scope, approval, { ...vote, proof: { seen, signature } });
    const signed = signature?.signed;
    return settle(tx, scope, approval, {
      ...{ decision, policies, given, wait, revision, sha256 },
      said: { ...said, signed },
    });
  });
}

/** The people that this person may approve for, with a seat that is open. */
async function placesFor(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  eligible: Eligible & { required: number },
  edits: boolean,
) {
  const open = await findOpenPlaces(tx, scope, approval, eligible, edits);
  return { ...open, inPlaceOf: await assertMayApproveFor(tx, approval, open.inPlaceOf, edits) };
}

/** Checks that this person may approve the call as it is, not only decide it. */
async function assertWanted(tx: Tx, scope: UserScope, approval: Approval & UnderPolicies): Promise<void> {
  assertNotHeld(approval);
  await assertNotRefused(tx, approval);
  await assertNotOwnEdit(tx, scope, approval);
}

type Yes = {
  decision: DecideApproval;
  demands: readonly Demand[];
  revision: number;
  sha256: string;
};

async function signatureOf(tx: Tx, scope: UserScope, approval: Approval, yes: Yes) {
  const { decision, ...how } = yes;
  if (decision.verdict !== "approve") return null;
  return takeSignatureOf(tx, scope, approval, { ...how, verdict: "approve", response: decision.passkey });
}

type Voted = {
  decision: DecideApproval;
  policies: readonly DemandingPolicy[];
  given: Given;
  said: Omit<Said, "approvals" | "deputyFor">;
  wait: Omit<Waiting, "votes" | "said">;
  revision: number;
  sha256: string;
};

/** Applies a stored vote to the call: end it, hold it or wait for more. */
function settle(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  { decision, policies, given, revision, sha256, ...rest }: Voted,
): Promise<Recorded> {
  const { approvals, missing, deputyFor } = given;
  const said = { ...rest.said, deputyFor };
  const taken = given.replaced ? { taken_away: [scope.actor.id], revision } : {};
  const wait = { ...rest.wait, ...taken };
  const isYes = decision.verdict === "approve";
  if (isYes && missing > 0)
    return waitForMore(tx, scope, approval, "approval.voted", { votes: approvals, ...wait, said });
  const hold = isYes ? holdSecondsOf(policies) : 0;
  if (hold > 0) return holdForUndo(tx, scope, approval, hold, { votes: approvals, ...wait, said });
  return end(tx, scope, approval, { decision, taken, revision, sha256, said: { ...said, approvals } });
}

type Ending = { decision: DecideApproval; taken: Taken; revision: number; sha256: string; said: Said };

/** For the trail: whose vote, and on which revision, this one replaces. */
type Taken = { taken_away?: string[]; revision?: number };

async function end(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  { decision, said, taken, ...over }: Ending,
): Promise<Recorded> {
  const rule = await rememberWith(tx, scope, approval, decision);
  const closed = await closeIfStillPending(tx, scope, {
    ...{ id: approval.id, verdict: decision.verdict, reason: decision.reason ?? null },
    ...over,
  });
  if (!closed) throw await whoWonInstead(tx, approval);
  const also = rule ? [ruleEntry(approval, rule)] : [];
  const facts = { ...lookedFacts(decision), ...deputyFacts(said), ...taken };
  await tellEnd(tx, scope, approval, closed, { ...facts, said, also });
  return recorded(closed, said.approvals);
}

/** For the trail: how long the page was open. An approval within a second was not read. */
function lookedFacts(decision: DecideApproval): { looked_ms?: number } {
  const ms = decision.verdict === "approve" ? decision.seen?.ms : undefined;
  return ms === undefined ? {} : { looked_ms: ms };
}

function recorded(closed: Approval, approvals: number): Recorded {
  const { id, decision, decidedAt, updatedAt, approvalsRequired: required } = closed;
  return { id, decision, status: statusOf(closed), at: decidedAt ?? updatedAt, approvals, required };
}

type Waiting = {
  votes: number;
  required: number;
  said: Omit<Said, "approvals">;
  edited: { revision: number; arguments_sha256: string } | null;
  reason: string | null;
  looked_ms?: number;
};

/** After a vote that is not the last one required, or an edit that another person must approve. */
async function waitForMore(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  action: "approval.voted" | "approval.edited",
  waiting: Waiting,
): Promise<Recorded> {
  const { tenantId, id } = approval;
  const [changed] = await tx.$queryRaw<Approval[]>`
    update approvals a set updated_at = clock_timestamp() where tenant_id = ${tenantId}::uuid and id = ${id}::uuid
    returning ${APPROVAL}`;
  const now = { ...approval, ...changed, approvalsRequired: waiting.required };
  const about = { kind: "approval", tenantId, id };
  const verdict = action === "approval.voted" ? waiting.said.verdict : null;
  await recordActivity(tx, scope, action, about, { verdict: "approve", ...told(now, waiting, verdict) });
  return recorded(now, waiting.votes);
}

/** After the last required vote of a call that is held before its release. */
async function holdForUndo(
  tx: Tx,
  scope: UserScope,
  approval: Approval,
  seconds: number,
  waiting: Waiting,
): Promise<Recorded> {
  const { verdict } = waiting.said;
  const held = await holdBack(tx, scope, approval, seconds, (now) => told(now, waiting, verdict));
  const note = "It is held before release, and can be undone until then.";
  return { ...recorded(held, waiting.votes), releaseAt: held.releaseAt, note };
}

/** Trail details of a vote or an edit after which the call still waits. */
function told(now: Approval, { edited, reason, said, ...count }: Waiting, verdict: string | null) {
  return {
    ...count,
    ...(edited ? { edited: true, ...edited } : {}),
    ...(reason === null ? {} : { reason }),
    ...deputyFacts(said),
    receipt: receiptOf(now, { ...said, approvals: count.votes, verdict }),
  };
}

/**
 * Revokes an approval before its execution starts.
 * @throws DomainError as decideApproval; CONFLICT once the gateway or the agent has started
 */
export async function revokeApproval(scope: UserScope, decision: RevokeApproval): Promise<Recorded> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, decision.id);
    assertRevocable(approval);
    assertSeen(approval, decision);
    const seen = seenOnRecord(scope.actor, approval, decision.seen);
    const note = (await gatewayMayKnow(tx, approval)) ? MAY_RUN : undefined;
    const closed = await takeBack(tx, approval, { by: scope.actor.name, reason: decision.reason });
    if (!closed)
      throw new DomainError("CONFLICT", "The call started meanwhile: the approval was not revoked.");
    await tellEnd(tx, scope, approval, closed, { said: { ...NOBODY, seen } });
    return { ...recorded(closed, 0), note };
  });
}

const isRow = ({ tenantId, id }: Approval) => Prisma.sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`;

const MAY_RUN =
  "The gateway already has the approval, or is receiving it now, and may still run the call. If it does, Countersign keeps its report, and the call needs attention.";

/**
 * Whether anything about the approval was sent, acknowledged or not. Unsent deliveries are locked
 * until the revocation commits. A delivery that another process has locked may be on its way.
 */
async function gatewayMayKnow(tx: Tx, { tenantId, id: approvalId }: Approval): Promise<boolean> {
  const [sent] = await tx.$queryRaw<{ known: boolean }[]>`
    with unsent as (
      select id from deliveries where tenant_id = ${tenantId}::uuid and approval_id = ${approvalId}::uuid
        and channel = 'callback' and state not in ('sending', 'delivered') and attempts = 0 for update skip locked)
    select (select count(*) from unsent) < count(*) as known
    from deliveries
    where tenant_id = ${tenantId}::uuid and approval_id = ${approvalId}::uuid and channel = 'callback'`;
  return sent?.known ?? true;
}

/**
 * Extends the deadline by `seconds`, to at most 30 days after the request.
 * @param seen only in this version of the arguments
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED or STALE_VIEW
 */
export async function extendApproval(
  scope: UserScope,
  id: string,
  seconds: number,
  seen?: { revision: number; argumentsSha256: string },
): Promise<{ status: "pending"; at: Date; decideBy: Date }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, id);
    if (seen) assertDecidable(approval, seen, approval.now, NOT_EXTENDED);
    await assertEligible(tx, scope, approval);
    const end = Prisma.sql`least(decide_by + make_interval(secs => ${seconds}::int), created_at + make_interval(secs => ${TTL_SECONDS.max}::int))`;
    const [row] = await tx.$queryRaw<{ decideBy: Date; updatedAt: Date }[]>`
      update approvals a
      set decide_by = ${end}, remind_at = ${nextReminder(end)},
          updated_at = clock_timestamp()
      where ${isRow(approval)} and ${STILL_PENDING}
      returning decide_by as "decideBy", updated_at as "updatedAt"`;
    if (!row) throw await whoWonInstead(tx, approval, NOT_EXTENDED);
    const { decideBy, updatedAt } = row;
    await recordChange(tx, scope, "approval.extended", approval, { ...approval, decideBy, updatedAt });
    return { status: "pending", at: updatedAt, decideBy };
  });
}

/**
 * Cancels a request before a decision. The caller is its gateway or a person who may decide.
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
