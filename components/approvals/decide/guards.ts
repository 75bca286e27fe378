"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ringedElsewhere } from "@/components/shell/keys/ring";
import { SHIFT_EVENT } from "@/components/ui/shift";
import { ALL_OPENED, type Fold } from "@/lib/arguments/types";

/**
 * Time after a layout shift during which a click does not approve, in milliseconds. A key has no
 * place on the screen: it acts on the call that has the focus, and that one was seen before.
 */
export const SHIFT_GUARD_MS = 400;

/**
 * How long the page has been still. `changed`: since its content changed, `turned`: since the viewer
 * came back to the tab, `moved`: since either, or its layout moved under the pointer.
 * @param page changes with the content
 */
export function useStillness(page: string) {
  const at = useRef({ moved: 0, changed: 0, turned: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of `page` is the event
  useEffect(() => {
    const now = performance.now();
    at.current = { ...at.current, moved: now, changed: now };
  }, [page]);
  useEffect(() => {
    const moved = () => {
      at.current.moved = performance.now();
    };
    // A viewer who returns to the tab has not yet seen the layout.
    const turned = () => {
      const now = performance.now();
      if (document.visibilityState === "visible") at.current = { moved: now, changed: now, turned: now };
    };
    window.addEventListener(SHIFT_EVENT, moved);
    document.addEventListener("visibilitychange", turned);
    return () => {
      window.removeEventListener(SHIFT_EVENT, moved);
      document.removeEventListener("visibilitychange", turned);
    };
  }, []);
  const since = useCallback(
    (what: keyof typeof at.current) => Math.round(performance.now() - at.current[what]),
    [],
  );
  const stillFor = useCallback(() => since("moved"), [since]);
  const isSettled = useCallback((what: keyof typeof at.current) => since(what) >= SHIFT_GUARD_MS, [since]);
  return { stillFor, isSettled };
}

/**
 * Whether the list's focus is on a call other than the open one. Until that one opens, verbs are
 * disabled.
 */
export function useRingElsewhere(): boolean {
  const [elsewhere, setElsewhere] = useState(false);
  const look = () => setElsewhere(ringedElsewhere() !== null);
  // A removed row takes the focus with it, without an event.
  useEffect(look);
  useEffect(() => {
    // On `focusout` the new focus is not set yet.
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

/** Required folds that are still closed, and those opened. Opening the raw text counts for all. */
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
    // The viewer may have opened some before this script ran.
    for (const element of document.querySelectorAll("details[data-fold][open]")) note(element);
    const toggled = (event: Event) => note(event.target instanceof Element ? event.target : null);
    // `toggle` does not bubble, so this listens in the capture phase.
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

/** Switches to the view with one row per argument. */
export function showExactArguments(): void {
  document.querySelector<HTMLInputElement>("[data-key=arguments-view] input[value=all]")?.click();
}

/** Scrolls to a fold and opens it, switching to its view. */
export function openFold(id: string): void {
  const fold = [...document.querySelectorAll<HTMLDetailsElement>("details[data-fold]")].find(
    (element) => element.dataset.fold === id,
  );
  if (!fold) return;
  if (fold.closest("tr, div")?.checkVisibility() === false) {
    showExactArguments();
  }
  for (let at: Element | null = fold; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) at.open = true;
  }
  fold.scrollIntoView({ block: "center" });
  fold.querySelector<HTMLElement>("summary")?.focus();
}
