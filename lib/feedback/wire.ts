import type { FeedbackRow, IssueHead, IssueRow, Page, PublicAnswer } from "./types";

// Wire words of this domain, in one place.

export function wireIssueHead({ id, ref, title, state, url }: IssueHead) {
  return { id, ref, title, state, url };
}

export function wirePublicAnswer({ state, message, workaround, fixedIn }: PublicAnswer) {
  return { state, message, workaround, fixed_in: fixedIn };
}

export function wireIssue(issue: IssueRow) {
  return {
    ...wireIssueHead(issue),
    tenant: issue.tenant,
    provider: issue.provider,
    tool: issue.tool,
    answer: issue.answer && wirePublicAnswer(issue.answer),
    reports: issue.reports,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
  };
}

export function wireFeedback(row: FeedbackRow) {
  return {
    id: row.id,
    external_id: row.externalId,
    tenant: row.tenant,
    gateway: row.gateway,
    issue: wireIssueHead(row.issue),
    attempted_action: row.attemptedAction,
    expected_outcome: row.expectedOutcome,
    actual_outcome: row.actualOutcome,
    tool_called: row.toolCalled,
    provider: row.provider,
    error_seen: row.errorSeen,
    severity: row.severity,
    rationale: row.rationale,
    suggested_improvement: row.suggestedImprovement,
    agent: row.agent,
    session_id: row.sessionId,
    occurred_at: row.occurredAt,
    created_at: row.createdAt,
  };
}

/** A page in wire words. */
export function wirePage<T>(page: Page<T>, wire: (row: T) => unknown) {
  return { data: page.rows.map(wire), next_cursor: page.nextCursor };
}

/** One report as a flat record: what a line of an export says. */
export function wireFeedbackRecord(row: FeedbackRow) {
  const { issue, ...report } = wireFeedback(row);
  return {
    ...report,
    issue: issue.ref,
    issue_id: issue.id,
    issue_title: issue.title,
    issue_state: issue.state,
  };
}

export type FeedbackRecord = ReturnType<typeof wireFeedbackRecord>;

// In the order of the columns; the compiler knows when one is missing.
const COLUMN_ORDER: Record<keyof FeedbackRecord, true> = {
  id: true,
  external_id: true,
  tenant: true,
  gateway: true,
  issue: true,
  issue_id: true,
  issue_title: true,
  issue_state: true,
  severity: true,
  tool_called: true,
  provider: true,
  attempted_action: true,
  expected_outcome: true,
  actual_outcome: true,
  error_seen: true,
  rationale: true,
  suggested_improvement: true,
  agent: true,
  session_id: true,
  occurred_at: true,
  created_at: true,
};

/** The columns of an export. */
export const FEEDBACK_COLUMNS = Object.keys(COLUMN_ORDER) as (keyof FeedbackRecord)[];
