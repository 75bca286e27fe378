import type { IssueHead } from "../wire";

/** An issue that may be the same as another. */
type AlikeIssue = IssueHead & {
  reports: number;
  /** From 0 to 1. */
  score: number;
  /** Words that both have. */
  shared: string[];
};

/** An issue that was merged into another. */
type MemberIssue = IssueHead & {
  /** When it last changed, for an act on it. */
  updatedAt: Date;
  reports: number;
  /** How alike the two were, where nobody was asked; null where a person merged them. */
  attached: { score: number; shared: string[] } | null;
};

/** What an issue stands for, and what else may be the same. */
export type IssueRelations = { alike: AlikeIssue[]; members: MemberIssue[] };
