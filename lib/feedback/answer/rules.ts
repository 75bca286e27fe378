import type { FeedbackRow, IssueHead, IssueRow, Page, PublicAnswer } from "../schema";

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
