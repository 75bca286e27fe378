"use server";

import * as z from "zod";
import { type ActionRefusal, personAction } from "@/lib/auth/action";
import type { NameOffers } from "@/lib/policies/offers";
import { previewPoliciesInput } from "@/lib/policies/schema";
import type { PolicyPreview } from "@/lib/policies/types";
import type { WrittenPolicy } from "@/lib/policies/written";
import * as names from "./policies/names";
import * as policies from "./policies/queries";

/** Previews the effect of unsaved policies on the calls of the last days. */
export async function previewPolicies(input: {
  policies: readonly WrittenPolicy[];
}): Promise<({ ok: true } & { preview: PolicyPreview }) | ActionRefusal> {
  return personAction(previewPoliciesInput, input, async (scope, draft) => ({
    preview: await policies.previewPolicies(scope, draft),
  }));
}

/** The names that a policy can match, with their calls of the last days. */
export async function findNameOffers(): Promise<({ ok: true } & NameOffers) | ActionRefusal> {
  return personAction(z.strictObject({}), {}, names.findNameOffers);
}
