import type { IssueState } from "@/lib/feedback/types";

/** Something that several agents stumbled over. */
export type Problem = {
  company: string;
  provider: string;
  tool: string;
  severity: "low" | "med" | "high";
  reports: number;
  daysAgo: number;
  state: IssueState;
  attempted: readonly string[];
  expected: string;
  actual: string;
  error?: string;
  suggestion?: string;
  answer?: string;
  workaround?: string;
  fixedIn?: string;
};
