"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ringedElsewhere } from "@/components/shell/keys/ring";
import { SHIFT_EVENT } from "@/components/ui/shift";
import { ALL_OPENED, type Fold } from "@/lib/arguments/types";

/** After the page or the list moved, a click meant for something else must not approve (milliseconds). */
export const SHIFT_GUARD_MS = 400;

/** Returns for how long nothing has moved (milliseconds). `page` changes whenever the page's content does. */
export function useStillness(page: string): () => number {
  const movedAt = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of `page` is the event
  useEffect(() => {
    movedAt.current = performance.now();
  }, [page]);
  useEffect(() => {
    const moved = () => {
      movedAt.current = performance.now();
    };
    // Whoever comes back to the page has not yet seen where things are.
    const turned = () => {
      if (document.visibilityState === "visible") moved();
    };
    window.addEventListener(SHIFT_EVENT, moved);
    document.addEventListener("visibilitychange", turned);
    return () => {
      window.removeEventListener(SHIFT_EVENT, moved);
      document.removeEventListener("visibilitychange", turned);
    };
  }, []);
  return useCallback(() => Math.round(performance.now() - movedAt.current), []);
}

/** Whether the list's ring is on another call than the one that is open: until that one is shown, nothing is decided. */
export function useRingElsewhere(): boolean {
  const [elsewhere, setElsewhere] = useState(false);
  const look = () => setElsewhere(ringedElsewhere() !== null);
  // A row that leaves the list takes the focus with it, and no event says so.
  useEffect(look);
  useEffect(() => {
    // The focus has not arrived yet when it is lost.
    const left = () => setTimeout(look);
    document.addEventListener("focusin", look);
    document.addEventListener("focusout", left);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("focusout", left);
    };
  });
  return elsewhere;
}

/** The folds that have to be opened and are not yet, and what was opened. A raw text that was opened counts for all of them. */
export function useFolds(folds: readonly Fold[], page: string): { unopened: Fold[]; opened: string[] } {
  const [opened, setOpened] = useState<{ page: string; ids: ReadonlySet<string> }>({ page, ids: new Set() });
  useEffect(() => {
    const note = (element: Element | null) => {
      if (!(element instanceof HTMLDetailsElement) || !element.open) return;
      const id = element.dataset.fold;
      if (id === undefined) return;
      setOpened((before) => ({
        page,
        ids: new Set([...(before.page === page ? before.ids : []), id]),
      }));
    };
    // Some may have been opened before this script ran.
    for (const element of document.querySelectorAll("details[data-fold][open]")) note(element);
    const toggled = (event: Event) => note(event.target instanceof Element ? event.target : null);
    // `toggle` does not bubble, but it can be caught on its way down.
    document.addEventListener("toggle", toggled, true);
    return () => document.removeEventListener("toggle", toggled, true);
  }, [page]);
  const ids = opened.page === page ? opened.ids : new Set<string>();
  const must = folds.filter((fold) => fold.must);
  if (ids.has(ALL_OPENED)) return { unopened: [], opened: [ALL_OPENED] };
  return {
    unopened: must.filter(({ id }) => !ids.has(id)),
    opened: must.flatMap(({ id }) => (ids.has(id) ? [id] : [])),
  };
}

/** Brings a fold on the screen and opens it, switching to the view that holds it. */
export function openFold(id: string): void {
  const fold = [...document.querySelectorAll<HTMLDetailsElement>("details[data-fold]")].find(
    (element) => element.dataset.fold === id,
  );
  if (!fold) return;
  if (fold.closest("tr, div")?.checkVisibility() === false) {
    document.querySelector<HTMLInputElement>("[data-key=arguments-view] input[value=all]")?.click();
  }
  for (let at: Element | null = fold; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  fold.scrollIntoView({ block: "center" });
  fold.querySelector<HTMLElement>("summary")?.focus();
}
