import type { Selection as KeptSelection } from "@/components/ui/list/selection";
import type { LeftAlone, TriageOutcome } from "@/lib/feedback/triage/outcome";
import { isFor, MERGEABLE } from "@/lib/feedback/triage/rules";
import { STATE_VERBS, type StateVerb, type TriageVerb } from "@/lib/feedback/triage/types";
import type { IssueState } from "@/lib/feedback/types";

/** An issue as it was when it was selected: what is acted on is this, whatever has become of it since. */
export type SelectedIssue = {
  id: string;
  ref: string;
  state: IssueState;
  /** When it last changed, as it was seen. */
  seen: string;
  href: string;
};

export type Selection = KeptSelection<SelectedIssue>;

/** How many of the issues a verb is for, in the states in which they were selected. */
export function fitting(selection: Selection, verb: StateVerb): number {
  return [...selection.values()].filter(({ state }) => isFor(verb, state)).length;
}

/** How many of the issues can be merged into another. */
export function mergeable(selection: Selection): number {
  return [...selection.values()].filter(({ state }) => MERGEABLE.includes(state)).length;
}

/** Whether a reference, id or link that a person gave is this issue. */
export function isNamed({ id, ref }: Pick<SelectedIssue, "id" | "ref">, into: string): boolean {
  const named = (/\/feedback\/([^/?#\s]+)/.exec(into)?.[1] ?? into.trim().replace(/^#/, "")).toLowerCase();
  return named === id || named === ref.toLowerCase();
}

/** What one's own act, or its undoing, made of issues is seen; the selection goes on from there. */
export function seenAgain(selection: Selection, { done }: Pick<TriageOutcome, "done">): Selection {
  const next = new Map(selection);
  for (const { id, state, updatedAt } of done) {
    const issue = next.get(id);
    if (issue) next.set(id, { ...issue, state, seen: new Date(updatedAt).toISOString() });
  }
  return next;
}

/** An issue that an act left alone, and how it is now. */
export type LeftIssue = { issue: SelectedIssue; why: LeftAlone["why"]; state: IssueState | null };

/** Which issues an act left alone. One that another act moved meanwhile changed, also where its new state alone would do. */
export function leftOf(sent: Selection, { left }: Pick<TriageOutcome, "left">): LeftIssue[] {
  return left.flatMap(({ id, why, state }) => {
    const issue = sent.get(id);
    if (!issue) return [];
    return [{ issue, state, why: why === "state" && state !== issue.state ? ("changed" as const) : why }];
  });
}

/**
 * What is still selected after an act: what it was not for, and with a fact also what it was said of. What it moved and what changed
 * meanwhile are named in the result.
 */
export function afterAct(selection: Selection, verb: TriageVerb, outcome: TriageOutcome): Selection {
  const moves = verb === "merge" || (STATE_VERBS as readonly string[]).includes(verb);
  const changed = leftOf(selection, outcome).filter(({ why }) => why !== "state" && why !== "labels");
  const gone = [...changed.map(({ issue }) => issue.id), ...(moves ? outcome.done.map(({ id }) => id) : [])];
  return new Map([...seenAgain(selection, outcome)].filter(([id]) => !gone.includes(id)));
}
