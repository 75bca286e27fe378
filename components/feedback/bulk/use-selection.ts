"use client";

import { useSyncExternalStore } from "react";
import type { TriageOutcome } from "@/lib/feedback/triage/outcome";
import { type Selection, seenAgain } from "./selection";

const NOTHING: Selection = new Map();

// Opening an issue renders the list anew, and what is selected stays, per browser tab.
let selection: Selection = NOTHING;

const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Selects these issues and no others. */
export function select(next: Selection): void {
  selection = next;
  for (const listener of listeners) listener();
}

/** What is selected now, for what runs after a pause. */
export const selected = (): Selection => selection;

/** Takes in what one's own act on any issue made of those that are selected. */
export function noteOwnAct(outcome: Pick<TriageOutcome, "done">): void {
  if (outcome.done.some(({ id }) => selection.has(id))) select(seenAgain(selection, outcome));
}

/** The issues that are selected in this browser tab. */
export function useSelection(): Selection {
  return useSyncExternalStore(listen, selected, () => NOTHING);
}
