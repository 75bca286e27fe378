"use client";

import { sameSet } from "@/components/ui/rule-list/draft";
import {
  type InForce,
  type ListKind,
  type RuleList,
  useRuleList,
} from "@/components/ui/rule-list/use-rule-list";
import { savedWords } from "@/components/words/rules";
import { previewRules, saveRules } from "@/lib/tools/actions";
import type { RulePreview, RuleSet, SavedRules } from "@/lib/tools/by-rule/types";
import { useKeptRules } from "./browser-draft";

const KIND: ListKind<RuleSet, RulePreview, SavedRules> = {
  preview: previewRules,
  save: ({ set, seen, preview, undoes }) =>
    saveRules({
      ...set,
      seen,
      ...(undoes ? { lowered: undoes.undoLowers, undo: true } : { lowered: preview.lowered }),
    }),
  previewsSaved: true,
  // Before the first version no rules were in force.
  before: ({ version, set }, saved) => (version === null ? { ...saved, active: false } : set),
  savedWords: (version, { active }) => savedWords(version, active),
  undoneWords: ({ version }) =>
    version === null ? "The rules are switched off." : "The earlier rules apply again.",
};

export type Rules = RuleList<RuleSet, RulePreview>;

/** The rules under edit. This browser keeps changes, except those to a loaded version. */
export function useRules(inForce: InForce<RuleSet>, set: RuleSet, preview: RulePreview): Rules {
  const kept = useKeptRules();
  const isLoaded = inForce.version !== null && !sameSet(set, inForce.set);
  return useRuleList(KIND, { inForce, set, preview, kept: isLoaded ? null : kept });
}
