import { recordChange } from "@/lib/activity/record";
import { change, type Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import type { Approval, ApprovalAssignment } from "@/lib/generated/prisma/client";
import { assertDecider } from "../rules";
import { findPending } from "./pending";
import type { AssignInput } from "./schema";
import { ASSIGN_MINUTES } from "./types";

/**
 * Assigns a call to the person for ASSIGN_MINUTES, or extends that. Of concurrent attempts exactly
 * one succeeds. It is only a hint: other people may still decide.
 * @throws DomainError FORBIDDEN, NOT_FOUND, ALREADY_DECIDED, EXPIRED, or CONFLICT naming the
 * assignee
 */
export async function assignApproval(scope: UserScope, input: AssignInput): Promise<{ until: Date }> {
  assertDecider(scope);
  return change(scope, async (tx) => {
    const approval = await findPending(tx, scope, input.id);
    const { id, name } = scope.actor;
    const from = input.takeOver?.from ?? null;
    const before = await tx.approvalAssignment.findFirst({
      where: { tenantId: approval.tenantId, approvalId: approval.id },
    });
    const [won] = await tx.$queryRaw<Assigned[]>`
      insert into approval_assignments as held (approval_id, tenant_id, user_id, user_name, assigned_at, until)
      values (${approval.id}::uuid, ${approval.tenantId}::uuid, ${id}::uuid, ${name}, clock_timestamp(),
              clock_timestamp() + make_interval(mins => ${ASSIGN_MINUTES}::int))
      on conflict (tenant_id, approval_id) do update
        set user_id = excluded.user_id, user_name = excluded.user_name, until = excluded.until,
            assigned_at = case when held.user_id = excluded.user_id and held.until > clock_timestamp()
                              then held.assigned_at else excluded.assigned_at end
        where held.user_id = excluded.user_id or held.until <= clock_timestamp() or held.user_id = ${from}::uuid
      returning user_id as "userId", user_name as "userName", assigned_at as "assignedAt", until`;
    if (!won) throw await whoHasIt(tx, approval);
    const facts = input.takeOver ? { word: input.takeOver.word } : {};
    const action = input.takeOver ? "approval.reassigned" : "approval.assigned";
    await recordChange(tx, scope, action, before, won, { subject: subject(approval), facts });
    return { until: won.until };
  });
}

type Assigned = Pick<ApprovalAssignment, "userId" | "userName" | "assignedAt" | "until">;

/** @throws DomainError NOT_FOUND, or CONFLICT when it is not (any more) assigned to the caller */
export async function unassignApproval(scope: UserScope, id: string): Promise<object> {
  return change(scope, async (tx) => {
    const approval = await findPending(tx, scope, id);
    const where = { tenantId: approval.tenantId, approvalId: approval.id, userId: scope.actor.id };
    const before = await tx.approvalAssignment.findFirst({ where });
    const gone = await tx.approvalAssignment.deleteMany({ where });
    if (gone.count === 0) {
      throw new DomainError("CONFLICT", "This call is no longer assigned to you. Nothing was changed.");
    }
    await recordChange(tx, scope, "approval.unassigned", before, null, { subject: subject(approval) });
    return {};
  });
}

function subject(approval: Pick<Approval, "id" | "tenantId">) {
  return { kind: "approval", id: approval.id, tenantId: approval.tenantId };
}

async function whoHasIt(tx: Tx, { id, tenantId }: Pick<Approval, "id" | "tenantId">): Promise<DomainError> {
  const held = await tx.approvalAssignment.findFirst({ where: { tenantId, approvalId: id } });
  const who = held
    ? `This call is assigned to ${held.userName} until ${held.until.toISOString()}`
    : "Another user was faster";
  return new DomainError("CONFLICT", `${who}. Nothing was changed.`);
}
