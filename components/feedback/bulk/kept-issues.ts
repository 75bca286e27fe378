"use client";

import { keptSelection } from "@/components/ui/list/kept-selection";
import { withItems } from "@/components/ui/list/selection";
import type { TriageOutcome } from "@/lib/feedback/triage/outcome";
import { TRIAGE_MAX } from "@/lib/feedback/triage/types";
import { type SelectedIssue, seenAgain } from "./selection";

/** The issues selected in this browser tab, up to the limit of one action. */
export const keptIssues = keptSelection<SelectedIssue>((selection, issues, on) =>
  withItems(selection, issues, { on, max: TRIAGE_MAX }),
);

/** Updates the selection after the viewer's own action on any issue. */
export function noteOwnAct(outcome: Pick<TriageOutcome, "done">): void {
  const { selection } = keptIssues.now();
  if (outcome.done.some(({ id }) => selection.has(id))) keptIssues.select(seenAgain(selection, outcome));
}
