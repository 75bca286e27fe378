-- What people decide about an issue, and what they did with it, so that it can be taken back.

-- AlterTable
ALTER TABLE "feedback_issues" ADD COLUMN "assignee_id" UUID,
ADD COLUMN "claim" TEXT NOT NULL DEFAULT 'unverified',
ADD COLUMN "decline_reason" TEXT,
ADD COLUMN "fingerprint_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "fixed_at" TIMESTAMPTZ(3),
ADD COLUMN "growing" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "labels" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN "priority" TEXT,
ADD COLUMN "returns_to" TEXT,
ADD COLUMN "snooze_correction" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "snooze_reports" INTEGER,
ADD COLUMN "snooze_severity" TEXT,
ADD COLUMN "snooze_version" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "snoozed_at" TIMESTAMPTZ(3),
ADD COLUMN "snoozed_until" TIMESTAMPTZ(3),
ADD COLUMN "triaged_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "feedback_acts" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "verb" TEXT NOT NULL,
    "rows" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "feedback_acts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "feedback_acts_tenant_id_user_id_created_at_idx" ON "feedback_acts"("tenant_id", "user_id", "created_at");

-- CreateIndex
CREATE INDEX "feedback_issues_tenant_id_assignee_id_last_seen_at_id_idx" ON "feedback_issues"("tenant_id", "assignee_id", "last_seen_at" DESC, "id" DESC);


-- What Prisma's schema language cannot say.

ALTER TABLE feedback_acts ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback_acts FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON feedback_acts USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- No command set these states before; only made-up data could be in them.
SELECT set_config('countersign.tenants', '*', true);
UPDATE feedback_issues SET state = 'new' WHERE state IN ('snoozed', 'merged');
UPDATE feedback_issues SET decline_reason = 'out_of_scope' WHERE state = 'declined';
UPDATE feedback_issues SET fixed_at = last_seen_at WHERE state = 'resolved';

ALTER TABLE feedback_issues
  ADD CONSTRAINT feedback_issue_claim CHECK (claim IN ('unverified', 'reproduced', 'refuted', 'retracted')),
  ADD CONSTRAINT feedback_issue_priority CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
  ADD CONSTRAINT feedback_issue_snooze_severity CHECK (snooze_severity IN ('med', 'high')),
  ADD CONSTRAINT feedback_issue_decline CHECK ((state = 'declined') = (decline_reason IS NOT NULL)),
  ADD CONSTRAINT feedback_issue_fixed CHECK ((state = 'resolved') = (fixed_at IS NOT NULL)),
  ADD CONSTRAINT feedback_issue_snoozed CHECK ((state = 'snoozed') = (returns_to IS NOT NULL) AND (state = 'snoozed') = (snoozed_at IS NOT NULL)),
  ADD CONSTRAINT feedback_issue_labels CHECK (cardinality(labels) <= 20);

CREATE INDEX feedback_issues_growing ON feedback_issues (tenant_id, last_seen_at DESC, id DESC) WHERE growing;

-- The provider is no part of a fingerprint any more: an issue of none takes the first that is named.
DROP INDEX "feedback_issues_tenant_id_fingerprint_key";
CREATE UNIQUE INDEX feedback_issues_fingerprint ON feedback_issues (tenant_id, fingerprint, provider) NULLS NOT DISTINCT;

-- The worker looks for those that come back.
CREATE INDEX feedback_issues_snoozed ON feedback_issues (tenant_id, snoozed_until) WHERE state = 'snoozed';
