import type { Tx } from "@/lib/core/db";
import { DomainError } from "@/lib/core/errors";
import type { UserScope } from "@/lib/core/scope";
import type { Approval } from "@/lib/generated/prisma/client";
import type { BudgetShareOfCall } from "@/lib/policies/budgets/types";
import { type DemandingPolicy, requirementOf } from "@/lib/policies/requirements";
import { policyOfCall } from "@/lib/policies/rules";
import { assertReasoned } from "./consent";
import { findPolicyFor } from "./current-policies";
import { assertEligible, type Eligible } from "./deciders/eligibility";

// What people may make of a call's arguments.

/** `policy`: to be kept with the call; `eligible`: null without one; `takes`: of budgets, once the call may run like this. */
type PermittedEdit = {
  policy: DemandingPolicy | null;
  eligible: Eligible | null;
  takes: readonly BudgetShareOfCall[];
};

/**
 * May the call run with these arguments, which a person put in place of the agent's? It is judged by the policies as if it had been
 * asked for like this: otherwise an edit would lead past those for larger calls.
 * @returns the policy that fits now and asks for something, what all of them demand, and in whose place the person may decide
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
  if (!policy) return { policy, eligible: null, takes };
  // By all of them together: nobody decides by themself under one policy and as a deputy under another.
  const eligible = await assertEligible(tx, scope, approval, policy);
  assertReasoned({ policy, editPolicies: null }, "approve", edited.reason);
  return { policy, eligible, takes };
}
