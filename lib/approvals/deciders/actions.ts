"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { warnedPoliciesInput } from "@/lib/policies/schema";
import type { PolicyWarning } from "@/lib/policies/types";
import type { WrittenPolicy } from "@/lib/policies/written";
import { whereaboutsInput } from "./schema";
import type { Whereabouts } from "./types";
import { findWarnings as warningsOf } from "./warnings";
import { findWhereabouts as whereaboutsOf } from "./whereabouts";

/** Likely mistakes in each policy; none for a policy that is not well-formed yet. */
export async function findWarnings(input: {
  policies: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { warnings: PolicyWarning[][] }) | ActionRefusal> {
  return personAction(warnedPoliciesInput, input, async (scope, policies) => {
    const whole = policies.flatMap((policy) => policy ?? []);
    const found = (await warningsOf(scope, whole)).values();
    return { warnings: policies.map((policy) => (policy ? (found.next().value ?? []) : [])) };
  });
}

/** Who of those who may decide is on call, away or here; of one call, or of the caller's tenants or one of them. */
export async function findWhereabouts(input: {
  call?: string;
  tenant?: string;
}): Promise<({ ok: true } & Whereabouts) | ActionRefusal> {
  return personAction(whereaboutsInput, input, whereaboutsOf);
}
