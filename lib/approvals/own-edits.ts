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

/** `policy`: to store with the call; `eligible`: null without a policy; `takes`: budget shares. */
type PermittedEdit = {
  policy: DemandingPolicy | null;
  eligible: Eligible | null;
  takes: readonly BudgetShareOfCall[];
};

/**
 * Checks that the call may run with arguments that a person edited. Policies judge them as a new
 * request: otherwise an edit would bypass those for larger calls.
 * @returns the policy that matches now and requires something, the demands of all, and the people
 * that the person may decide for
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
  // All policies together: a person cannot decide directly under one and as a deputy under another.
  const eligible = await assertEligible(tx, scope, approval, policy);
  assertReasoned({ policy, editPolicies: null }, "approve", edited.reason);
  return { policy, eligible, takes };
}
