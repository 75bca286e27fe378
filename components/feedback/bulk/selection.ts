import type { Selection as KeptSelection } from "@/components/ui/list/selection";
import type { LeftAlone, TriageOutcome } from "@/lib/feedback/triage/outcome";
import { isFor, MERGEABLE } from "@/lib/feedback/triage/rules";
import { STATE_VERBS, type StateVerb, type TriageVerb } from "@/lib/feedback/triage/types";
import type { IssueState } from "@/lib/feedback/types";

/** An issue as selected. Actions are on this state, even if the issue changes later. */
export type SelectedIssue = {
  id: string;
  ref: string;
  state: IssueState;
  /** When it last changed, as the viewer saw it. */
  seen: string;
  href: string;
};

export type Selection = KeptSelection<SelectedIssue>;

/** How many of the issues a verb is for, in the states in which they were selected. */
export function fitting(selection: Selection, verb: StateVerb): number {
  return [...selection.values()].filter(({ state }) => isFor(verb, state)).length;
}

/** How many of the issues can be merged. */
export function mergeable(selection: Selection): number {
  return [...selection.values()].filter(({ state }) => MERGEABLE.includes(state)).length;
}

/** Whether a typed reference, id or link is this issue. */
export function isNamed({ id, ref }: Pick<SelectedIssue, "id" | "ref">, into: string): boolean {
  const named = (/\/feedback\/([^/?#\s]+)/.exec(into)?.[1] ?? into.trim().replace(/^#/, "")).toLowerCase();
  return named === id || named === ref.toLowerCase();
}

/** The selection after the viewer's own action or undo: those changes count as seen. */
export function seenAgain(selection: Selection, { done }: Pick<TriageOutcome, "done">): Selection {
  const next = new Map(selection);
  for (const { id, state, updatedAt } of done) {
    const issue = next.get(id);
    if (issue) next.set(id, { ...issue, state, seen: new Date(updatedAt).toISOString() });
  }
  return next;
}

/** An issue that an action skipped, and its current state. */
export type LeftIssue = { issue: SelectedIssue; why: LeftAlone["why"]; state: IssueState | null };

/**
 * The issues that an action skipped. One changed by another action counts as changed, even if its
 * new state alone explains the skip.
 */
export function leftOf(sent: Selection, { left }: Pick<TriageOutcome, "left">): LeftIssue[] {
  return left.flatMap(({ id, why, state }) => {
    const issue = sent.get(id);
    if (!issue) return [];
    return [{ issue, state, why: why === "state" && state !== issue.state ? ("changed" as const) : why }];
  });
}

/**
 * The selection after an action: issues it did not apply to, and after a label or assignment also
 * those it changed. The result names the others.
 */
export function afterAct(selection: Selection, verb: TriageVerb, outcome: TriageOutcome): Selection {
  const moves = verb === "merge" || (STATE_VERBS as readonly string[]).includes(verb);
  const changed = leftOf(selection, outcome).filter(({ why }) => why !== "state" && why !== "labels");
  const gone = [...changed.map(({ issue }) => issue.id), ...(moves ? outcome.done.map(({ id }) => id) : [])];
  return new Map([...seenAgain(selection, outcome)].filter(([id]) => !gone.includes(id)));
}
