import type { IssueHead } from "../wire";

type AlikeIssue = IssueHead & {
  reports: number;
  score: number;
  shared: string[];
};

type MemberIssue = IssueHead & {
  /** When it last changed, for an act on it. */
  updatedAt: Date;
  reports: number;
  /** The likeness of an automatic merge; null if a person merged them. */
  attached: { score: number; shared: string[] } | null;
};

/** The issues merged into one, and its possible duplicates. */
export type IssueRelations = { alike: AlikeIssue[]; members: MemberIssue[] };
