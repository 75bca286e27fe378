"use client";

import { useRouter } from "next/navigation";
import { useReducer, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { savedWords } from "@/components/words/rules";
import { previewRules, saveRules } from "@/lib/tools/actions";
import type { RulePreview, RuleSet } from "@/lib/tools/by-rule/types";
import { changed, draftOf, setOf } from "./draft";

/** What is in force as the page was read; null version: nothing was ever saved. */
export type InForce = RuleSet & { version: number | null };

/** What a set would do, tried on the server: `shown` belongs to exactly one set. */
function usePreview(first: RuleSet, preview: RulePreview) {
  const [shown, setShown] = useState({ set: first, preview });
  const act = useAct(previewRules);
  const show = async (set: RuleSet) => {
    const result = await act.run({ rules: [...set.rules], active: set.active });
    if (result?.ok) setShown({ set, preview: result.preview });
  };
  return { shown, show, act };
}

/** The rules under edit, what they would do, and the saving of exactly what was previewed. */
export function useRules(inForce: InForce, start: RuleSet, firstPreview: RulePreview) {
  const [draft, change] = useReducer(changed, start, draftOf);
  // What the draft is saved over: as the page was read, or as it was saved here.
  const [base, setBase] = useState(inForce);
  const { shown, show, act: preview } = usePreview(start, firstPreview);
  const save = useAct(saveRules);
  const router = useRouter();
  const toast = useToast();
  const set = setOf(draft);

  const take = (saved: RuleSet & { version: number }) => {
    setBase(saved);
    router.refresh();
    void show(saved);
  };
  const undo = async (before: InForce, version: number, lowered: string) => {
    // Before the first version nothing was in force.
    const { rules, active } = before.version === null ? { ...set, active: false } : before;
    const result = await save.run({ rules, active, seen: version, lowered, undo: true });
    if (!result?.ok) return;
    change({ kind: "replace", set: { rules, active } });
    take({ rules, active, version: result.version });
    toast({
      text: before.version === null ? "The rules are switched off." : "The earlier rules apply again.",
    });
  };
  const store = async () => {
    const result = await save.run({ ...set, seen: base.version, lowered: shown.preview.lowered });
    if (!result?.ok) return;
    const { version, undoLowers } = result;
    take({ ...set, version });
    toast({ text: savedWords(version, set.active), undo: () => void undo(base, version, undoLowers) });
  };
  const isNew = base.version === null || !sameSet(set, base);
  return {
    draft,
    change,
    base,
    isNew,
    shown,
    previewed: sameSet(shown.set, set),
    show,
    store,
    preview,
    save,
  };
}

function sameSet(a: RuleSet, b: RuleSet): boolean {
  const text = ({ rules, active }: RuleSet) => JSON.stringify({ rules, active });
  return text(a) === text(b);
}
