"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useReducer, useState } from "react";
import { useToast } from "@/components/ui/toast";
import { useAct } from "@/components/ui/use-act";
import { savedWords } from "@/components/words/policies";
import { previewPolicies } from "@/lib/insights/actions";
import { savePolicies } from "@/lib/policies/actions";
import type { Policy, PolicyPreview } from "@/lib/policies/types";
import { writtenPolicy } from "@/lib/policies/written";
import { changed, draftOf, keptIn, samePolicies } from "./draft";
import { keptPolicies, useKeptPolicies } from "./kept";

/** What is in force as the page was read; null version: nothing was ever saved. */
export type InForce = { version: number | null; policies: readonly Policy[] };

type Shown = { policies: readonly Policy[]; preview: PolicyPreview };

/** What policies would have done, tried on the server: `shown` belongs to exactly one list. */
function usePreview() {
  const [shown, setShown] = useState<Shown | null>(null);
  const act = useAct(previewPolicies);
  const show = async (policies: readonly Policy[]) => {
    const result = await act.run({ policies: policies.map(writtenPolicy) });
    if (result?.ok) setShown({ policies, preview: result.preview });
  };
  return { shown, show, act };
}

type KeptChanges = NonNullable<ReturnType<typeof keptPolicies>>;

/**
 * Keeps changes in this browser until they are saved or discarded, and brings them back once the page is alive: the server does not
 * know them. Whoever loads an earlier version means that one, and nothing of it is kept.
 */
function useKeptChanges(
  now: { policies: readonly Policy[]; base: InForce; isChanged: boolean; isLoaded: boolean },
  restore: (kept: KeptChanges) => void,
): boolean {
  const own = useKeptPolicies();
  const [state, setState] = useState<"unread" | "none" | "restored">("unread");
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page is alive
  useEffect(() => {
    const kept = now.isLoaded ? null : keptPolicies(own);
    if (kept) restore(kept);
    setState(kept ? "restored" : "none");
  }, []);
  const { policies, base, isChanged, isLoaded } = now;
  useEffect(() => {
    if (state === "unread" || isLoaded) return;
    own.keep(isChanged ? { version: base.version, policies, base: base.policies } : null);
  }, [own, state, policies, base, isChanged, isLoaded]);
  return state === "restored";
}

/** Saving a list over what it was made from, and the list before again. */
function useSaving(
  base: InForce,
  setBase: (base: InForce) => void,
  change: (act: Parameters<typeof changed>[1]) => void,
) {
  const save = useAct(savePolicies);
  const router = useRouter();
  const toast = useToast();
  const put = async (next: readonly Policy[], seen: number | null) => {
    const result = await save.run({ policies: next.map(writtenPolicy), seen });
    if (!result?.ok) return null;
    setBase({ version: result.version, policies: next });
    router.refresh();
    return result.version;
  };
  const undo = async (before: InForce, version: number) => {
    if ((await put(before.policies, version)) === null) return;
    change({ kind: "replace", policies: before.policies });
    toast({ text: before.policies.length > 0 ? "The earlier policies apply again." : "No policy applies." });
  };
  const store = async (policies: readonly Policy[]) => {
    const version = await put(policies, base.version);
    if (version !== null) toast({ text: savedWords(version), undo: () => void undo(base, version) });
  };
  return { save, store };
}

/** The policies under edit, what they would have done, and the saving of exactly what was previewed. */
export function usePolicies(inForce: InForce, start: readonly Policy[]) {
  const [draft, change] = useReducer(changed, start, draftOf);
  // What the draft is saved over: as the page was read, or as it was saved here.
  const [base, setBase] = useState(inForce);
  const { shown, show, act: preview } = usePreview();
  const { save, store } = useSaving(base, setBase, change);
  const policies = useMemo(() => keptIn(draft), [draft]);

  const previewed = useMemo(
    () => (shown && samePolicies(shown.policies, policies) ? shown.preview : null),
    [shown, policies],
  );
  const isChanged = useMemo(() => !samePolicies(policies, base.policies), [policies, base]);
  const isRestored = useKeptChanges(
    { policies, base, isChanged, isLoaded: !samePolicies(start, inForce.policies) },
    (kept) => {
      setBase({ version: kept.version, policies: kept.base });
      change({ kind: "replace", policies: kept.policies });
    },
  );
  return {
    draft,
    policies,
    change,
    base,
    isChanged,
    isRestored: isRestored && isChanged,
    /** Null: not tried as they are now. */
    previewed,
    /** What was tried last. */
    shown: shown?.preview ?? null,
    tryAll: () => void show(policies),
    store: () => store(policies),
    preview,
    save,
  };
}

export type Policies = ReturnType<typeof usePolicies>;
