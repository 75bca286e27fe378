-- What people decide about an issue, and what they did with it, so that it can be taken back.

-- AlterTable
ALTER TABLE "feedback_issues" ADD COLUMN "assignee_id" UUID,
ADD COLUMN "claim" TEXT NOT NULL DEFAULT 'unverified',
ADD COLUMN "decline_reason" TEXT,
ADD COLUMN "fingerprint_version" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN "fixed_at" TIMESTAMPTZ(3),
ADD COLUMN "growing" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "labels" TEXT[] NOT NULL DEFAULT '{}',
ADD COLUMN "merged_into" UUID,
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
  ADD CONSTRAINT feedback_issue_snoozed CHECK ((state = 'snoozed') = (snoozed_at IS NOT NULL)),
  ADD CONSTRAINT feedback_issue_returns CHECK ((state IN ('snoozed', 'merged')) = (returns_to IS NOT NULL)),
  ADD CONSTRAINT feedback_issue_merged CHECK ((state = 'merged') = (merged_into IS NOT NULL) AND merged_into <> id),
  ADD CONSTRAINT feedback_issue_labels CHECK (cardinality(labels) <= 20);

CREATE INDEX feedback_issues_growing ON feedback_issues (tenant_id, last_seen_at DESC, id DESC) WHERE growing;

-- The provider is no part of a fingerprint any more: an issue of none takes the first that is named.
DROP INDEX "feedback_issues_tenant_id_fingerprint_key";
CREATE UNIQUE INDEX feedback_issues_fingerprint ON feedback_issues (tenant_id, fingerprint, provider) NULLS NOT DISTINCT;

-- The worker looks for those that come back.
CREATE INDEX feedback_issues_snoozed ON feedback_issues (tenant_id, snoozed_until) WHERE state = 'snoozed';

-- A merged issue keeps its reports and its fingerprint; it leads on to the one it was merged into, where its reports count too.
CREATE INDEX feedback_issues_merged ON feedback_issues (tenant_id, merged_into) WHERE merged_into IS NOT NULL;

CREATE FUNCTION feedback_members(tenant uuid, issue uuid) RETURNS TABLE (id uuid) LANGUAGE sql STABLE
AS $$ SELECT issue UNION ALL SELECT m.id FROM feedback_issues m WHERE m.tenant_id = tenant AND m.merged_into = issue $$;

-- What an issue's reports say of it together, kept by whoever adds reports: of its own, and how bad and how late they are where it leads.
CREATE OR REPLACE FUNCTION note_feedback_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Both in the order of their ids, as whoever merges locks them.
  IF EXISTS (SELECT 1 FROM added a JOIN feedback_issues m ON m.tenant_id = a.tenant_id AND m.id = a.issue_id WHERE m.merged_into IS NOT NULL) THEN
    PERFORM 1 FROM feedback_issues i
    WHERE (i.tenant_id, i.id) IN (
      SELECT m.tenant_id, led.id FROM added a JOIN feedback_issues m ON m.tenant_id = a.tenant_id AND m.id = a.issue_id,
             LATERAL (VALUES (m.id), (m.merged_into)) led(id))
    ORDER BY i.id FOR NO KEY UPDATE;
  END IF;
  UPDATE feedback_issues i SET
    reports = i.reports + n.reports,
    severity = CASE WHEN n.severity > array_position(ARRAY['low', 'med', 'high'], i.severity)
                    THEN (ARRAY['low', 'med', 'high'])[n.severity] ELSE i.severity END,
    first_seen_at = CASE WHEN i.reports = 0 THEN n.first_at ELSE least(i.first_seen_at, n.first_at) END,
    last_seen_at = CASE WHEN i.reports = 0 THEN n.last_at ELSE greatest(i.last_seen_at, n.last_at) END
  FROM (SELECT tenant_id, issue_id, count(*)::int AS reports, max(array_position(ARRAY['low', 'med', 'high'], severity)) AS severity,
               min(created_at) AS first_at, max(created_at) AS last_at FROM added GROUP BY 1, 2 ORDER BY 2) n
  WHERE i.tenant_id = n.tenant_id AND i.id = n.issue_id;
  UPDATE feedback_issues i SET
    severity = CASE WHEN n.severity > array_position(ARRAY['low', 'med', 'high'], i.severity)
                    THEN (ARRAY['low', 'med', 'high'])[n.severity] ELSE i.severity END,
    last_seen_at = greatest(i.last_seen_at, n.last_at)
  FROM (SELECT a.tenant_id, m.merged_into, max(array_position(ARRAY['low', 'med', 'high'], a.severity)) AS severity,
               max(a.created_at) AS last_at
        FROM added a JOIN feedback_issues m ON m.tenant_id = a.tenant_id AND m.id = a.issue_id
        WHERE m.merged_into IS NOT NULL GROUP BY 1, 2 ORDER BY 2) n
  WHERE i.tenant_id = n.tenant_id AND i.id = n.merged_into;
  RETURN NULL;
END $$;
