-- The item of an outside tracker that an issue is linked to, and whether it is open there.

-- AlterTable
ALTER TABLE "feedback_issues" ADD COLUMN "tracker_asked_at" TIMESTAMPTZ(3),
ADD COLUMN "tracker_checked_at" TIMESTAMPTZ(3),
ADD COLUMN "tracker_state" TEXT,
ADD COLUMN "tracker_url" TEXT;


-- What Prisma's schema language cannot say.

ALTER TABLE feedback_issues
  ADD CONSTRAINT feedback_issue_tracker_state CHECK (tracker_state IN ('open', 'closed')),
  ADD CONSTRAINT feedback_issue_tracker_link CHECK (tracker_url IS NOT NULL OR tracker_state IS NULL),
  ADD CONSTRAINT feedback_issue_tracker_url CHECK (tracker_url ~ '^https?://');

-- The worker looks for those it has not asked about for longest.
CREATE INDEX feedback_issues_tracked ON feedback_issues (tenant_id, tracker_checked_at) WHERE tracker_url IS NOT NULL;
