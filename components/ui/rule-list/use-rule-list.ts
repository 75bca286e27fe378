"use client";

import { useRouter } from "next/navigation";
import { useEffect, useMemo, useReducer, useState } from "react";
import { useLeaving } from "../draft/leaving";
import { useToast } from "../toast";
import { type ActResult, useAct } from "../use-act";
import { changed, type Draft, type DraftAct, draftOf, type RuleSet, sameSet, setOf } from "./draft";

/** What was in force at the page's read. Null version: nothing was ever saved. */
export type InForce<S> = { version: number | null; set: S };

/**
 * A list to save over a version, after its preview. `undoes`: the result of the save it reverts.
 */
type Save<S, P, R> = { set: S; seen: number | null; preview: P; undoes: R | null };

/** The actions and texts of a kind of list. */
export type ListKind<S, P, R extends { version: number }> = {
  preview: (set: S) => Promise<ActResult<{ preview: P }>>;
  save: (save: Save<S, P, R>) => Promise<ActResult<R>>;
  /** Whether to preview again after a save, because previews compare with what is in force. */
  previewsSaved: boolean;
  /** The list that undoing a save restores. */
  before: (base: InForce<S>, saved: S) => S;
  savedWords: (version: number, set: S) => string;
  undoneWords: (base: InForce<S>) => string;
};

type Changes<S> = { base: InForce<S>; set: S };

/** Where this browser keeps changes. Null deletes them. */
export type Keeper<S> = { read: () => Changes<S> | null; keep: (changes: Changes<S> | null) => void };

/**
 * Keeps changes in this browser until saved or discarded. Restores them after hydration, because
 * the server does not know them.
 * @returns whether changes were restored
 */
function useKeptChanges<S>(
  kept: Keeper<S> | null,
  { base, set, isChanged }: Changes<S> & { isChanged: boolean },
  restore: (changes: Changes<S>) => void,
): boolean {
  const [state, setState] = useState<"unread" | "none" | "restored">("unread");
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the page is alive
  useEffect(() => {
    const changes = kept?.read() ?? null;
    if (changes) restore(changes);
    setState(changes ? "restored" : "none");
  }, []);
  useEffect(() => {
    if (state !== "unread") kept?.keep(isChanged ? { base, set } : null);
  }, [kept, state, base, set, isChanged]);
  return state === "restored" && isChanged;
}

/** Saves a list over its base, and undoes it. */
function useSaving<S, P, R extends { version: number }>(
  kind: ListKind<S, P, R>,
  base: InForce<S>,
  onSaved: (saved: InForce<S>, undoes: R | null) => void,
) {
  const save = useAct(kind.save);
  const toast = useToast();
  const put = async (one: Save<S, P, R>) => {
    const result = await save.run(one);
    if (result?.ok) onSaved({ version: result.version, set: one.set }, one.undoes);
    return result?.ok ? result : null;
  };
  const store = async (set: S, preview: P) => {
    const saved = await put({ set, seen: base.version, preview, undoes: null });
    if (!saved) return;
    const undo = async () => {
      const before = { set: kind.before(base, set), seen: saved.version, preview, undoes: saved };
      if (await put(before)) toast({ text: kind.undoneWords(base) });
    };
    toast({ text: kind.savedWords(saved.version, set), undo: () => void undo() });
  };
  return { save, store };
}

/** The initial state of an editor. `kept` null: changes end with the page. */
type Start<S, P> = { inForce: InForce<S>; set: S; preview: P | null; kept: Keeper<S> | null };

/** A list under edit, its preview, and saving exactly what was previewed. */
export function useRuleList<S extends RuleSet, P, R extends { version: number }>(
  kind: ListKind<S, P, R>,
  start: Start<S, P>,
) {
  const [draft, change] = useReducer<Draft<S>, S, [DraftAct<S>]>(changed, start.set, draftOf);
  const set = useMemo(() => setOf(draft), [draft]);
  // The base of the save: as the page was read, or as saved here.
  const [base, setBase] = useState(start.inForce);
  const isChanged = useMemo(() => !sameSet(set, base.set), [set, base]);
  const [shown, setShown] = useState({ set: start.set, preview: start.preview });
  const previewed = useMemo(() => (sameSet(shown.set, set) ? shown.preview : null), [shown, set]);
  const preview = useAct(kind.preview);
  const show = async (tried: S) => {
    const result = await preview.run(tried);
    if (result?.ok) setShown({ set: tried, preview: result.preview });
  };
  const router = useRouter();
  const { save, store } = useSaving(kind, base, (saved, undoes) => {
    if (undoes) change({ kind: "replace", set: saved.set });
    setBase(saved);
    router.refresh();
    if (kind.previewsSaved) void show(saved.set);
  });
  // A version that was only loaded is no edit.
  const isTouched = useMemo(() => isChanged && !sameSet(set, start.set), [isChanged, set, start.set]);
  useLeaving(isTouched);
  const isRestored = useKeptChanges(start.kept, { base, set, isChanged: isTouched }, (changes) => {
    setBase(changes.base);
    change({ kind: "replace", set: changes.set });
  });
  return {
    draft,
    set,
    change,
    base,
    isChanged,
    isRestored,
    /** Null until the current draft is previewed. */
    previewed,
    tryAll: () => void show(set),
    store: () => previewed && void store(set, previewed),
    preview,
    save: save as Pick<typeof save, "pending" | "problem">,
  };
}

export type RuleList<S extends RuleSet, P> = ReturnType<typeof useRuleList<S, P, { version: number }>>;
