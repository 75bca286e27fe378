import type { IssueState, IssueTriage } from "@/lib/feedback/types";

/** An issue as the controls of its page need it. */
export type TriagedIssue = {
  id: string;
  ref: string;
  state: IssueState;
  /** When it last changed, as this page shows it. */
  seen: string;
  fixedIn: string | null;
  triage: IssueTriage;
};

/** Verbs that ask for more first. */
export type AskingVerb = "resolve" | "decline" | "snooze" | "merge" | "label";
