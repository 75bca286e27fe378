import { type ActivityEntry, recordActivity } from "@/lib/activity/record";
import { otherNames } from "@/lib/auth/people/names";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { systemScope, type UserScope } from "@/lib/core/scope";
import { type Approval, Prisma } from "@/lib/generated/prisma/client";
import { POLICIES_IN_FORCE, type UnderPolicies } from "@/lib/policies/current-version";
import { loadTenantSettings } from "@/lib/tenants/queries";
import { AWAITING, close, getForDecision, NO_LONGER_HELD, startedWith, tellEnd } from "./closing";
import { findRefusal } from "./current-policies";
import { COUNTED_AS, COUNTS, GIVEN_AS } from "./deciders/counting";
import { editorOf, isKeptApart } from "./deciders/eligibility";
import { demandsOf, separating } from "./deciders/rules";
import { tallyOf } from "./deciders/tally";
import type { Voter } from "./deciders/types";
import { NOBODY } from "./receipt-facts";
import { APPROVAL } from "./row";
import { alreadyDecided, assertDecider, assertSeen } from "./rules";
import type { SeenApproval } from "./types";

// A call with enough approvals may be held before its release, so that approvers can withdraw. It
// stays pending meanwhile, for its gateway, its agent and the database. Only the release approves
// it.

const scope = systemScope("release");

const isRow = ({ tenantId, id }: { tenantId: string; id: string }) =>
  Prisma.sql`tenant_id = ${tenantId}::uuid and id = ${id}::uuid`;

const aboutCall = ({ tenantId, id }: Approval) => ({ kind: "approval", tenantId, id });

/**
 * Checks that an approval is still needed.
 * @throws DomainError CONFLICT while the call is held: enough people approve already
 */
export function assertNotHeld({ releaseAt }: Approval): void {
  if (!releaseAt) return;
  throw new DomainError(
    "CONFLICT",
    `Enough people have approved this call, and it is released at ${releaseAt.toISOString()}. Your approval was not recorded; you can undo theirs, or reject the call.`,
  );
}

/**
 * Holds a call with enough approvals for this time; it stays pending. The time to decide does not
 * run meanwhile.
 * @param how what the trail records, given the held call
 * @returns the call as it is then
 */
export async function holdBack(
  tx: Tx,
  by: UserScope,
  approval: Approval,
  seconds: number,
  how: (held: Approval) => NonNullable<ActivityEntry["details"]>,
): Promise<Approval & { releaseAt: Date }> {
  const hold = Prisma.sql`make_interval(secs => ${seconds}::int)`;
  const [held] = await tx.$queryRaw<(Approval & { releaseAt: Date })[]>`
    update approvals a set release_at = clock_timestamp() + ${hold}, decide_by = decide_by + ${hold}, updated_at = clock_timestamp()
    where ${isRow(approval)} and decision::text = 'pending' and release_at is null
    returning ${APPROVAL}`;
  if (!held) throw new Error(`the approval ${approval.id} is locked, but another transaction held it`);
  const { releaseAt } = held;
  await recordActivity(tx, by, "approval.agreed", aboutCall(approval), {
    verdict: "approve",
    ...how(held),
    until: releaseAt.toISOString(),
  });
  return held;
}

/**
 * Withdraws an approval while the call is held: one's own, else the last one. The other approvals
 * stay, and the call waits again.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, STALE_VIEW, or CONFLICT where nothing
 * is held
 */
export async function undoApproval(
  by: UserScope,
  seen: SeenApproval,
): Promise<{ status: "pending"; at: Date }> {
  assertDecider(by);
  return change(by, async (tx) => {
    const approval = await getForDecision(tx, by, seen.id);
    assertUndoable(approval);
    assertSeen(approval, seen);
    const { tenantId, id: approvalId, revision, approvalsRequired: required } = approval;
    const [gone] = await tx.$queryRaw<{ of: string; id: string }[]>`
      delete from votes where tenant_id = ${tenantId}::uuid and id = (
        select v.id from votes v
        where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${approvalId}::uuid and v.revision = ${revision}::int
          and v.verdict = 'approve'
        order by v.user_id = ${by.actor.id}::uuid desc, v.id desc limit 1)
      returning user_name as "of", user_id as id`;
    const at = await waitAgain(tx, approval);
    const taken = gone && { of: gone.of, taken_away: [gone.id], revision };
    await recordActivity(tx, by, "approval.undone", aboutCall(approval), { ...taken, required });
    return { status: "pending", at };
  });
}

function assertUndoable(approval: Approval): void {
  const { decision, decidedAt, releaseAt } = approval;
  if (decision === "approved")
    throw new DomainError(
      "ALREADY_DECIDED",
      `The call was released at ${decidedAt?.toISOString() ?? "an earlier time"}, so the approval cannot be undone. Nothing was recorded; revoke it if the call has not started.`,
      { extra: { decision, decided_by: approval.decidedBy, decided_at: decidedAt } },
    );
  if (decision !== "pending") throw alreadyDecided(approval);
  if (releaseAt) return;
  throw new DomainError(
    "CONFLICT",
    "This call is not held: no approval waits to be released, so there is none to undo. Nothing was recorded.",
  );
}

async function waitAgain(tx: Tx, approval: Approval): Promise<Date> {
  const [row] = await tx.$queryRaw<{ updatedAt: Date }[]>`
    update approvals a set ${NO_LONGER_HELD}, updated_at = clock_timestamp() where ${isRow(approval)}
    returning updated_at as "updatedAt"`;
  return row?.updatedAt ?? approval.updatedAt;
}

/**
 * Releases a held call that is due, judged at this moment: enough approvals must still count, and
 * no policy may refuse it. Otherwise it waits again. A locked call waits for the next run.
 * @returns how many calls moved
 */
export async function releaseHeld(call: { tenantId: string; id: string }): Promise<number> {
  return change(scope, async (tx) => {
    const [approval] = await tx.$queryRaw<(Approval & UnderPolicies)[]>`
      select ${APPROVAL}, ${POLICIES_IN_FORCE} as "policiesKey" from approvals a where ${isRow(call)} and a.decision::text = 'pending' and a.release_at <= clock_timestamp()
      for update skip locked`;
    if (!approval) return 0;
    const { votes, taken } = await agreedBy(tx, approval);
    const isEnough = tallyOf(demandsOf(approval), approval.approvalsRequired, votes).missing === 0;
    const refusal = isEnough ? await findRefusal(tx, approval) : null;
    await (isEnough && !refusal
      ? release(tx, approval, votes, taken)
      : stop(tx, approval, votes, { ...taken, ...(refusal ? { refused_by: refusal.name } : {}) }));
    return 1;
  });
}

type Agreed = Voter & {
  id: string;
  userId: string;
  userName: string;
  reason: string | null;
  names: string[];
};

/** The people that the votes count for: a deputy and their absent person are one. */
const placesOf = (votes: readonly Agreed[]) => new Set(votes.map(({ place }) => place));

/** For the trail: dropped votes with their revision, and the policy that refuses the call. */
type Taken = { taken_away?: string[]; revision?: number; refused_by?: string };

/**
 * The votes that count now, the last one last. Drops votes of people who turn out to be the
 * requester or the editor: counted by role and policy alone they would come back.
 */
async function agreedBy(tx: Tx, approval: Approval): Promise<{ votes: Agreed[]; taken: Taken }> {
  const { tenantId, id, revision, onBehalfOf } = approval;
  const votes = await tx.$queryRaw<Agreed[]>`
    select v.id, v.user_id as "userId", v.user_name as "userName", v.reason,
           ${COUNTED_AS} as place, ${GIVEN_AS} as who, array[u.email, u.name] || ${otherNames(Prisma.raw("u.id"))}
             || case when p.id is null then '{}' else array[p.email, p.name] || ${otherNames(Prisma.raw("p.id"))} end as names
    from votes v join approvals a on a.tenant_id = v.tenant_id and a.id = v.approval_id join users u on u.id = v.user_id
    left join users p on p.id = v.deputy_for
    where v.tenant_id = ${tenantId}::uuid and v.approval_id = ${id}::uuid and ${COUNTS} order by v.id`;
  const demands = demandsOf(approval);
  const isApart =
    onBehalfOf !== null &&
    (separating(demands, "requester") !== undefined ||
      (await loadTenantSettings(tx, tenantId)).blockSelfApproval);
  const editor = separating(demands, "editor") ? await editorOf(tx, approval) : null;
  const apart = { requester: isApart ? onBehalfOf : null, editor };
  const isBarred = ({ names, userId, place }: Agreed) => isKeptApart(apart, { names, ids: [userId, place] });
  const barred = votes.filter(isBarred);
  const counted = { votes: votes.filter((vote) => !isBarred(vote)) };
  if (barred.length === 0) return { ...counted, taken: {} };
  const ids = barred.map((vote) => vote.id);
  await tx.$executeRaw`delete from votes where tenant_id = ${tenantId}::uuid and id = any(${ids}::uuid[])`;
  return { ...counted, taken: { taken_away: barred.map(({ userId }) => userId), revision } };
}

async function release(tx: Tx, approval: Approval, votes: Agreed[], taken: Taken): Promise<void> {
  const { tenantId, id } = approval;
  const last = votes.at(-1);
  if (!last) throw new Error(`no vote approves the approval ${id}`);
  const set = Prisma.sql`${AWAITING}, execution_id = ${newId()}::uuid, reason = ${last.reason}, decided_by = ${last.userName},
    use_by = clock_timestamp() + make_interval(secs => use_by_seconds)`;
  const [closed] = await close(tx, set, isRow(approval), startedWith([tenantId], id));
  if (!closed) throw new Error(`the approval ${id} is locked, but another transaction closed it`);
  const said = { ...NOBODY, approvals: placesOf(votes).size };
  await tellEnd(tx, scope, approval, closed, { released: true, ...taken, said });
}

async function stop(tx: Tx, approval: Approval, votes: Agreed[], taken: Taken): Promise<void> {
  await waitAgain(tx, approval);
  const required = approval.approvalsRequired;
  await recordActivity(tx, scope, "approval.release_stopped", aboutCall(approval), {
    ...{ votes: placesOf(votes).size, required },
    ...taken,
  });
}
