"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { previewPoliciesInput } from "@/lib/policies/schema";
import type { PolicyPreview } from "@/lib/policies/types";
import type { WrittenPolicy } from "@/lib/policies/written";
import * as policies from "./policies/queries";

/** Says what policies would have done with the calls of the last days, without saving them. */
export async function previewPolicies(input: {
  policies: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { preview: PolicyPreview }) | ActionRefusal> {
  return personAction(previewPoliciesInput, input, async (scope, draft) => ({
    preview: await policies.previewPolicies(scope, draft),
  }));
}
