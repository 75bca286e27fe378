"use server";

import { type ActionRefusal, personAction } from "@/lib/auth/action";
import { previewPoliciesInput } from "@/lib/policies/schema";
import type { PolicyPreview } from "@/lib/policies/types";
import type { WrittenPolicy } from "@/lib/policies/written";
import * as policies from "./policies/queries";

/** Previews the effect of unsaved policies on the calls of the last days. */
export async function previewPolicies(input: {
  policies: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { preview: PolicyPreview }) | ActionRefusal> {
  return personAction(previewPoliciesInput, input, async (scope, draft) => ({
    preview: await policies.previewPolicies(scope, draft),
  }));
}
