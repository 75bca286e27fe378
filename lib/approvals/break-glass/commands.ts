import { changeEntry, recordActivities } from "@/lib/activity/record";
import { findOwnerId } from "@/lib/auth/agents/owner";
import { readAbsent } from "@/lib/auth/delegations/absences";
import { noticingCopies } from "@/lib/auth/passkeys/signing";
import { readOwnGroups } from "@/lib/auth/people/groups";
import { change, type Tx } from "@/lib/core/db";
import type { UserActor, UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import type { UnderPolicies } from "@/lib/policies/current-version";
import { holdSecondsOf, requirementsOf } from "@/lib/policies/requirements";
import { loadTenantSettings } from "@/lib/tenants/queries";
import { enqueueCallbacks } from "../callbacks";
import { closeIfStillPending, getForDecision, whoWonInstead } from "../closing";
import type { Recorded } from "../commands";
import { assertConfirmedAs } from "../consent";
import { COUNTED_AS, COUNTS, GIVEN_AS } from "../deciders/counting";
import { asAbsent, isNamedBy, momentOf } from "../deciders/eligibility";
import { takeSignatureOf } from "../deciders/proof";
import { demandsOf } from "../deciders/rules";
import type { Voter } from "../deciders/types";
import { addLoneVote } from "../deciders/votes";
import { receiptOf, seenOnRecord } from "../receipt-facts";
import { assertNotRefused } from "../refusals";
import { assertNotHeld } from "../release";
import { openReview } from "../reviews/open";
import type { Bypass } from "../reviews/types";
import { assertDecidable, assertDecider, mayDecide, mayNotDecide, statusOf } from "../rules";
import { assertInApp, assertMayBreakGlass, assertNeeded, bypassesOf } from "./rules";
import type { BreakGlass } from "./types";

/**
 * One person approves a call alone and bypasses the approval rules; others must review it later. Of
 * concurrent attempts or other decisions, exactly one succeeds.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED, STALE_VIEW, CONFLICT or
 * VALIDATION_ERROR; nothing is recorded then
 */
export async function breakGlass(scope: UserScope, input: BreakGlass): Promise<Recorded> {
  assertDecider(scope);
  assertInApp(scope.actor);
  return noticingCopies(() => decideAlone(scope, input), scope);
}

function decideAlone(scope: UserScope, input: BreakGlass): Promise<Recorded> {
  return change(scope, async (tx) => {
    const approval = await getForDecision(tx, scope, input.id);
    assertDecidable(approval, input, approval.now);
    assertNotHeld(approval);
    const bypassed = await judge(tx, scope, approval);
    const demanded = await assertConfirmedAs(tx, approval, { seen: input.seen, edits: false }, "critical");
    const { reason } = input;
    const seen = seenOnRecord(scope.actor, approval, input.seen, demanded);
    const over = { revision: approval.revision, sha256: approval.argumentsSha256 };
    const signature = await takeSignatureOf(tx, scope, approval, {
      ...over,
      ...{ verdict: "break_glass", demands: demandsOf(approval), response: input.passkey },
    });
    await addLoneVote(tx, scope, approval, { reason, proof: { seen, signature } });
    const closed = await closeIfStillPending(tx, scope, {
      ...{ id: approval.id, verdict: "break_glass", reason },
      ...over,
    });
    if (!closed) throw await whoWonInstead(tx, approval);
    const review = await openReview(tx, scope, approval, { reason, bypassed });
    await enqueueCallbacks(tx, [closed]);
    const looked = input.seen?.ms === undefined ? {} : { looked_ms: input.seen.ms };
    const said = { verdict: "break_glass", seen, approvals: 1, edited: false };
    const receipt = receiptOf(closed, { ...said, signed: signature?.signed });
    const facts = { bypassed, review, ...looked, reason, receipt };
    await recordActivities(tx, scope, [changeEntry("approval.broke_glass", approval, closed, { facts })]);
    const { id, decision, decidedAt, updatedAt, approvalsRequired: required } = closed;
    return { id, decision, status: statusOf(closed), at: decidedAt ?? updatedAt, approvals: 1, required };
  });
}

/**
 * Checks that this person may break the glass on this call. Reads and locks their role until the
 * decision is stored.
 * @returns the rules that their approval bypasses
 * @throws DomainError FORBIDDEN or CONFLICT
 */
async function judge(
  tx: Tx,
  scope: UserScope,
  approval: Approval & UnderPolicies & { now: Date },
): Promise<Bypass[]> {
  const [person] = await tx.$queryRaw<Pick<UserActor, "role" | "email" | "name">[]>`
    select role::text, email, name from users where id = ${scope.actor.id}::uuid and disabled_at is null for share`;
  if (!person || !mayDecide(person.role)) throw mayNotDecide(person?.role ?? "none");
  const actor = { ...scope.actor, ...person };
  const { breakGlass: setting, blockSelfApproval } = await loadTenantSettings(tx, approval.tenantId);
  assertMayBreakGlass(setting, actor.role);
  await assertNotRefused(tx, approval, " No break-glass passes a refusal.");
  const waitedMs = approval.now.getTime() - approval.createdAt.getTime();
  const ownerId = await findOwnerId(tx, approval.tenantId, approval.agent);
  const bypassed = bypassesOf({
    demands: demandsOf(approval),
    // A separate statement: the one that locks would read other tables as of before its wait.
    person: { ...actor, ...(await readOwnGroups(tx, actor.id)), waitedMs, isOwner: ownerId === actor.id },
    absent: asAbsent(
      await readAbsent(tx, actor.id, approval.tenantId, momentOf(approval)),
      approval,
      ownerId,
    ),
    isRequester: await isNamedBy(tx, actor, approval),
    blocksSelfApproval: blockSelfApproval,
    required: approval.approvalsRequired,
    holdSeconds: holdSecondsOf(requirementsOf(approval)),
    ...(await votesSoFar(tx, actor, approval)),
  });
  assertNeeded(bypassed);
  return bypassed;
}

async function votesSoFar(tx: Tx, { id: me }: UserActor, { tenantId, id }: Approval) {
  const [found] = await tx.$queryRaw<{ othersAgree: Voter[]; isEditor: boolean }[]>`
    select (select coalesce(json_agg(json_build_object('place', ${COUNTED_AS}, 'who', ${GIVEN_AS})), '[]') from votes v
              where v.tenant_id = a.tenant_id and v.approval_id = a.id
                and ${me}::uuid not in (v.user_id, ${COUNTED_AS}) and ${COUNTS}) as "othersAgree",
           exists (select 1 from approval_revisions r where r.tenant_id = a.tenant_id and r.approval_id = a.id
              and r.revision = a.revision and r.edited_by = ${me}::uuid) as "isEditor"
    from approvals a where a.tenant_id = ${tenantId}::uuid and a.id = ${id}::uuid`;
  if (!found) throw new Error(`the approval ${id} is gone although it is locked`);
  return found;
}
