import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import type { BudgetShareOfCall } from "@/lib/policies/budgets/types";
import {
  type DemandingPolicy,
  demandsOf,
  ownEditWords,
  requirementOf,
  separatesEditor,
} from "@/lib/policies/eligibility";
import { policyOfCall } from "@/lib/policies/rules";
import { type AbsentPerson, assertEligible, assertReasoned } from "./consent";
import { findPolicyFor } from "./policies-now";

// What people may make of a call's arguments, and who may approve that.

/** `policy`: to be kept with the call; `inPlaceOf`: null without one; `takes`: of budgets, once the call may run like this. */
type PermittedEdit = {
  policy: DemandingPolicy | null;
  inPlaceOf: readonly AbsentPerson[] | null;
  takes: readonly BudgetShareOfCall[];
};

/**
 * May the call run with these arguments, which a person put in place of the agent's? It is judged by the policies as if it had been
 * asked for like this: otherwise an edit would lead past those for larger calls.
 * @returns the policy that fits now and asks for something, and in whose place the person may decide under all of them
 * @throws DomainError FORBIDDEN or VALIDATION_ERROR
 */
export async function assertEditPermitted(
  tx: Tx,
  scope: UserScope,
  approval: Approval & { now: Date },
  edited: { text: string; reason: string | undefined },
): Promise<PermittedEdit> {
  const { policy: fitting, takes } = await findPolicyFor(tx, approval, edited.text);
  if (fitting?.policy.action === "deny")
    throw new DomainError(
      "FORBIDDEN",
      `The policy “${fitting.policy.name}” refuses the call with these arguments: ${fitting.policy.reason} Nothing was recorded.`,
    );
  const policy = fitting && requirementOf(policyOfCall(fitting));
  if (!policy) return { policy, inPlaceOf: null, takes };
  // By all of them together: nobody decides by themself under one policy and as a deputy under another.
  const all = [...demandsOf(approval), policy];
  const inPlaceOf = await assertEligible(tx, scope, { ...approval, policy: null, editPolicies: all });
  assertReasoned({ policy, editPolicies: null }, "approve", edited.reason);
  return { policy, inPlaceOf, takes };
}

/**
 * Is it somebody else who put the present arguments there, where a policy of the call asks for that?
 * @throws DomainError FORBIDDEN
 */
export async function assertNotOwnEdit(tx: Tx, { actor }: UserScope, approval: Approval): Promise<void> {
  const { tenantId, id: approvalId, revision } = approval;
  const apart = demandsOf(approval).find(separatesEditor);
  if (!apart || revision === 1) return;
  const edit = await tx.approvalRevision.findFirst({
    where: { tenantId, approvalId, revision, editedBy: actor.id },
    select: { revision: true },
  });
  if (!edit) return;
  throw new DomainError("FORBIDDEN", `${ownEditWords(apart)} Nothing was recorded.`);
}
