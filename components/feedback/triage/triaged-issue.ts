import type { IssueState } from "@/lib/feedback/types";
import type { IssueTriage } from "@/lib/feedback/wire";

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
