"use client";

import { sameSet } from "@/components/ui/rule-list/draft";
import {
  type InForce,
  type ListKind,
  type RuleList,
  useRuleList,
} from "@/components/ui/rule-list/use-rule-list";
import { savedWords } from "@/components/words/policies";
import { previewPolicies } from "@/lib/insights/actions";
import { savePolicies } from "@/lib/policies/actions";
import type { Policy, PolicyPreview } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";
import { useKeptPolicies } from "./browser-draft";

export type PolicySet = { rules: readonly Policy[] };

export type Policies = RuleList<PolicySet, PolicyPreview>;

const KIND: ListKind<PolicySet, PolicyPreview, { version: number }> = {
  preview: ({ rules }) => previewPolicies({ policies: rules.map(writtenPolicy) }),
  save: ({ set, seen }) => savePolicies({ policies: set.rules.map(writtenPolicy), seen }),
  previewsSaved: false,
  before: ({ set }) => set,
  savedWords,
  undoneWords: ({ set }) =>
    set.rules.length > 0 ? "The earlier policies apply again." : "No policy applies.",
};

/** The policies under edit. This browser keeps changes, except those to a loaded version. */
export function usePolicies(inForce: InForce<PolicySet>, set: PolicySet): Policies {
  const kept = useKeptPolicies();
  const isLoaded = !sameSet(set, inForce.set);
  return useRuleList(KIND, { inForce, set, preview: null, kept: isLoaded ? null : kept });
}
