-- Filters of other lists than the queue are kept too.
ALTER TABLE "saved_views" ADD COLUMN "list" TEXT NOT NULL DEFAULT 'approvals';

-- What Prisma's schema language cannot say.
ALTER TABLE saved_views ADD CONSTRAINT saved_view_list CHECK (list IN ('approvals', 'feedback'));

-- What the inbox and its figures read of reports is in the index itself: over a million of them, a page of issues and the counts of
-- eight weeks no longer fetch every row.
DROP INDEX "feedback_submissions_tenant_id_issue_id_id_idx";
DROP INDEX "feedback_submissions_tenant_id_created_at_idx";
CREATE INDEX "feedback_submissions_of_issue" ON "feedback_submissions"("tenant_id", "issue_id", "id" DESC, "session_id", "agent");
CREATE INDEX "feedback_submissions_by_time" ON "feedback_submissions"("tenant_id", "created_at", "severity", "tool_called", "agent");
