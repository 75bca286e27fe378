import type { IssueState } from "@/lib/feedback/types";
import type { IssueTriage } from "@/lib/feedback/wire";

/** An issue as its page's controls need it. */
export type TriagedIssue = {
  id: string;
  ref: string;
  state: IssueState;
  seen: string;
  fixedIn: string | null;
  triage: IssueTriage;
};

/** Verbs that need more input. */
export type AskingVerb = "resolve" | "decline" | "snooze" | "merge" | "label";
