import type { IssueState } from "../types";

export type Triaged = { id: string; state: IssueState; updatedAt: Date };

/**
 * An issue that an act did not change: changed since the read, in the wrong state, missing, an
 * invalid assignee, or too many labels.
 */
export type LeftAlone = {
  id: string;
  why: "changed" | "state" | "gone" | "assignee" | "labels";
  state: IssueState | null;
};

export type TriageOutcome = {
  /** The id for `undoTriage`; null when nothing was done. */
  actId: string | null;
  done: Triaged[];
  left: LeftAlone[];
};

export type MergePreview = {
  /** Null while the text names no issue that can be merged into. */
  into: { ref: string; title: string; state: IssueState; reports: number } | null;
  reports: number;
  /** Other issues of the tool, most similar titles first. */
  others: { ref: string; title: string; state: IssueState }[];
};
