"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { warnedPoliciesInput } from "@/lib/policies/schema";
import type { PolicyWarning } from "@/lib/policies/types";
import type { WrittenPolicy } from "@/lib/policies/written";
import { findWarnings as warningsOf } from "./warnings";

/** Says of each policy what most likely is not as it was meant; nothing of one that is not well formed yet. */
export async function findWarnings(input: {
  policies: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { warnings: PolicyWarning[][] }) | ActionRefusal> {
  return personAction(warnedPoliciesInput, input, async (scope, policies) => {
    const whole = policies.flatMap((policy) => policy ?? []);
    const found = (await warningsOf(scope, whole)).values();
    return { warnings: policies.map((policy) => (policy ? (found.next().value ?? []) : [])) };
  });
}
