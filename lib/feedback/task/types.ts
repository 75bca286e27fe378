import type { IssueView } from "../inbox/types";
import type { FeedbackRow } from "../wire";

export const TASK_REPORTS = 3;

export const TASK_TEXT_MAX = 2_000;

export const TASK_SCHEMA_MAX = 12_000;

/** Characters of a task: trackers accept no more. */
export const TASK_MAX = 60_000;

export type TaskTool = {
  gateway: string;
  provider: string;
  name: string;
  version: number;
  since: Date;
  description: string;
  /** Exact JSON text. */
  inputSchema: string;
};

export type TaskCall = {
  id: string;
  outcome: string;
  occurredAt: Date;
  errorMessage: string | null;
  /** Exact JSON text. */
  arguments: string | null;
  violations: { path: string; message: string }[];
};

export type IssueTask = {
  /** The figures that a person opened it from, if no agent reported it. */
  figures?: readonly string[];
  issue: IssueView;
  reports: FeedbackRow[];
  tool: TaskTool | null;
  calls: TaskCall[];
};
