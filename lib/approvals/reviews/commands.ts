import { recordActivity } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { UserActor, UserScope } from "@/lib/core/scope";
import { isNamedBy } from "../deciders/eligibility";
import { assertDecider, mayDecide, mayNotDecide } from "../rules";
import { alreadyClosed, assertOthers } from "./rules";
import type { CloseReview, ReviewClosed, ReviewKind, ReviewVerdict } from "./types";

type Found = {
  tenantId: string;
  kind: ReviewKind;
  approvalId: string;
  openedBy: string | null;
  onBehalfOf: string | null;
  verdict: ReviewVerdict | null;
  by: string | null;
  at: Date | null;
};

/**
 * Closes a review. The person who broke the glass, the author of the rule and the requester cannot
 * close it. Of concurrent attempts one succeeds.
 * @throws DomainError FORBIDDEN, NOT_FOUND or ALREADY_DECIDED; nothing is recorded then
 */
export async function closeReview(scope: UserScope, input: CloseReview): Promise<ReviewClosed> {
  assertDecider(scope);
  const { verdict, note } = input;
  return change(scope, async (tx) => {
    const actor = await lockPerson(tx, scope);
    const review = await findReview(tx, scope, input.id);
    assertOthers(review.kind, {
      own: review.openedBy === actor.id,
      requester: await isNamedBy(tx, actor, review),
    });
    const [closed] = await tx.$queryRaw<{ at: Date }[]>`
      update reviews r set verdict = ${verdict}, note = ${note}, closed_by = ${actor.id}::uuid,
        closed_by_name = ${actor.name}, closed_at = clock_timestamp()
      where r.tenant_id = ${review.tenantId}::uuid and r.id = ${input.id}::uuid and r.closed_at is null
        and r.opened_by is distinct from ${actor.id}::uuid
      returning r.closed_at as at`;
    if (!closed) throw await whoClosedIt(tx, scope, input.id);
    const about = { kind: "approval", id: review.approvalId, tenantId: review.tenantId };
    await recordActivity(tx, scope, "approval.reviewed", about, {
      review: input.id,
      ...(review.kind === "sample" ? { kind: "sample" } : {}),
      verdict,
      note,
    });
    return { verdict, note, by: actor.name, at: closed.at };
  });
}

async function lockPerson(tx: Tx, { actor }: UserScope): Promise<UserActor> {
  const [person] = await tx.$queryRaw<Pick<UserActor, "role" | "email" | "name">[]>`
    select role::text, email, name from users where id = ${actor.id}::uuid and disabled_at is null for share`;
  if (!person || !mayDecide(person.role)) throw mayNotDecide(person?.role ?? "none");
  return { ...actor, ...person };
}

async function findReview(tx: Tx, { tenants }: UserScope, id: string): Promise<Found> {
  const [review] = isId(id)
    ? await tx.$queryRaw<Found[]>`
        select r.tenant_id as "tenantId", r.kind, r.approval_id as "approvalId", r.opened_by as "openedBy",
               a.on_behalf_of as "onBehalfOf", r.verdict, r.closed_by_name as by, r.closed_at as at
        from reviews r join approvals a on a.tenant_id = r.tenant_id and a.id = r.approval_id
        where r.tenant_id = any(${[...tenants]}::uuid[]) and r.id = ${id}::uuid`
    : [];
  if (!review) throw new DomainError("NOT_FOUND", "There is no such review. Nothing was recorded.");
  return review;
}

async function whoClosedIt(tx: Tx, scope: UserScope, id: string): Promise<DomainError> {
  const { verdict, by, at } = await findReview(tx, scope, id);
  if (verdict === null || by === null || at === null)
    throw new Error(`the review ${id} is open and was not closed`);
  return alreadyClosed({ verdict, by, at });
}
