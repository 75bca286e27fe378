"use client";

import { useSyncExternalStore } from "react";
import type { TriageOutcome } from "@/lib/feedback/triage/outcome";
import { type SelectedIssue, type Selection, seenAgain, withIssues } from "./selection";

const NOTHING: Selection = new Map();

// Opening an issue renders the list anew, and what is selected stays, per browser tab. `full`: some that were chosen last did not fit.
let selection: Selection = NOTHING;
let full = false;

const listeners = new Set<() => void>();

function listen(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function keep(next: { selection: Selection; full: boolean }): void {
  ({ selection, full } = next);
  for (const listener of listeners) listener();
}

/** Selects these issues and no others. */
export function select(next: Selection): void {
  keep({ selection: next, full: false });
}

/** Selects these issues too, or no longer; as many as fit. */
export function choose(issues: readonly SelectedIssue[], on: boolean): void {
  keep(withIssues(selection, issues, on));
}

/** What is selected now, for what runs after a pause. */
export const selected = (): Selection => selection;

/** Whether some of those that were chosen last did not fit. */
export const didNotFit = (): boolean => full;

/** Takes in what one's own act on any issue made of those that are selected. */
export function noteOwnAct(outcome: Pick<TriageOutcome, "done">): void {
  if (outcome.done.some(({ id }) => selection.has(id))) select(seenAgain(selection, outcome));
}

/** The issues that are selected in this browser tab. */
export function useSelection(): Selection {
  return useSyncExternalStore(listen, selected, () => NOTHING);
}

/** The same of those that did not fit. */
export function useDidNotFit(): boolean {
  return useSyncExternalStore(listen, didNotFit, () => false);
}
