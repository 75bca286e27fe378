import type { UserScope } from "@/lib/core/scope";
import { taskMarkdown } from "@/lib/feedback/task/markdown";
import { getIssueTask } from "@/lib/feedback/task/queries";
import type { IssueTask, TaskCall } from "@/lib/feedback/task/types";
import type { FeedbackRow } from "@/lib/feedback/wire";
import { evidenceLines } from "../suggestions/evidence";
import { findSuggestionOfIssue } from "../suggestions/queries";
import { findReportLinks } from "./report-links";

/**
 * An issue as a task for a coding agent, with the calls of its reports or the figures it was opened
 * from.
 * @throws DomainError NOT_FOUND, also for an issue of another tenant
 */
export async function getTaskText(scope: UserScope, ref: string): Promise<string> {
  const task = await getIssueTask(scope, ref);
  const suggestion = await findSuggestionOfIssue(scope, task.issue.id);
  const figures = suggestion ? evidenceLines(suggestion).map(({ says }) => says) : [];
  return taskMarkdown({ ...task, figures, calls: await callsOf(scope, task.reports) });
}

async function callsOf(scope: UserScope, reports: readonly FeedbackRow[]): Promise<IssueTask["calls"]> {
  const calls = new Map<string, TaskCall>();
  for (const report of reports) {
    const { call } = await findReportLinks(scope, report);
    if (!call || calls.has(call.id)) continue;
    const { id, outcome, occurredAt, errorMessage, arguments: sent, validation } = call;
    const violations = (validation ?? []).map(({ path, message }) => ({ path, message }));
    calls.set(id, { id, outcome, occurredAt, errorMessage, arguments: sent?.text ?? null, violations });
  }
  return [...calls.values()];
}
