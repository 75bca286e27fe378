import type { IssueState } from "../types";

/** What an act made of an issue: its state and when it changed, which the next act on it has to know. */
export type Triaged = { id: string; state: IssueState; updatedAt: Date };

/**
 * An issue that an act left alone: it changed after it was read, it is in a state that the verb is not for, it is not there, it would be
 * assigned to somebody who may no longer act on it, or it would have more labels than an issue can have.
 */
export type LeftAlone = {
  id: string;
  why: "changed" | "state" | "gone" | "assignee" | "labels";
  state: IssueState | null;
};

export type TriageOutcome = {
  /** What `undoTriage` takes back; null when nothing was done. */
  actId: string | null;
  done: Triaged[];
  left: LeftAlone[];
};

/** What a merge would bring together. */
export type MergePreview = {
  /** Null while what was typed names no issue that can be merged into. */
  into: { ref: string; title: string; state: IssueState; reports: number } | null;
  reports: number;
  /** Other issues of the tool, those with the likest titles first. */
  others: { ref: string; title: string; state: IssueState }[];
};
