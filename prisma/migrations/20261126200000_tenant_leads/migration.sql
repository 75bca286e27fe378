-- Every large table begins its keys with the tenant, so that a Postgres that spreads tables over machines by tenant takes them as they
-- are, and a row can only hang on one of its own tenant. What is looked up by its id alone keeps an index for that.
-- DropForeignKey
ALTER TABLE "approval_assignments" DROP CONSTRAINT "approval_assignments_approval_id_fkey";

-- DropForeignKey
ALTER TABLE "approval_presence" DROP CONSTRAINT "approval_presence_approval_id_fkey";

-- DropForeignKey
ALTER TABLE "approval_revisions" DROP CONSTRAINT "approval_revisions_approval_id_fkey";

-- DropForeignKey
ALTER TABLE "approval_snoozes" DROP CONSTRAINT "approval_snoozes_approval_id_fkey";

-- DropForeignKey
ALTER TABLE "approval_words" DROP CONSTRAINT "approval_words_approval_id_fkey";

-- DropForeignKey
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_event_id_fkey";

-- DropForeignKey
ALTER TABLE "delivery_attempts" DROP CONSTRAINT "delivery_attempts_delivery_id_fkey";

-- DropForeignKey
ALTER TABLE "executions" DROP CONSTRAINT "executions_approval_id_fkey";

-- DropForeignKey
ALTER TABLE "feedback_submissions" DROP CONSTRAINT "feedback_submissions_issue_id_fkey";

-- DropForeignKey
ALTER TABLE "votes" DROP CONSTRAINT "votes_approval_id_fkey";

-- DropIndex
DROP INDEX "approval_presence_tenant_id_approval_id_idx";

-- DropIndex
DROP INDEX "approvals_tenant_id_id_idx";

-- DropIndex
DROP INDEX "corrections_tenant_id_id_idx";

-- DropIndex
DROP INDEX "executions_approval_id_idx";

-- DropIndex
DROP INDEX "feedback_submissions_tenant_id_id_idx";

-- DropIndex
DROP INDEX "votes_approval_id_revision_user_id_key";

-- AlterTable
ALTER TABLE "approval_assignments" DROP CONSTRAINT "approval_assignments_pkey",
ADD CONSTRAINT "approval_assignments_pkey" PRIMARY KEY ("tenant_id", "approval_id");

-- AlterTable
ALTER TABLE "approval_presence" DROP CONSTRAINT "approval_presence_pkey",
ADD CONSTRAINT "approval_presence_pkey" PRIMARY KEY ("tenant_id", "approval_id", "user_id");

-- AlterTable
ALTER TABLE "approval_revisions" DROP CONSTRAINT "approval_revisions_pkey",
ADD CONSTRAINT "approval_revisions_pkey" PRIMARY KEY ("tenant_id", "approval_id", "revision");

-- AlterTable
ALTER TABLE "approval_snoozes" DROP CONSTRAINT "approval_snoozes_pkey",
ADD CONSTRAINT "approval_snoozes_pkey" PRIMARY KEY ("tenant_id", "user_id", "approval_id");

-- AlterTable
ALTER TABLE "approval_words" DROP CONSTRAINT "approval_words_pkey",
ADD CONSTRAINT "approval_words_pkey" PRIMARY KEY ("tenant_id", "approval_id");

-- AlterTable
ALTER TABLE "approval_words_due" DROP CONSTRAINT "approval_words_due_pkey",
ADD CONSTRAINT "approval_words_due_pkey" PRIMARY KEY ("tenant_id", "approval_id");

-- AlterTable
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_pkey",
ADD CONSTRAINT "approvals_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "corrections" DROP CONSTRAINT "corrections_pkey",
ADD CONSTRAINT "corrections_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "deliveries" DROP CONSTRAINT "deliveries_pkey",
ADD CONSTRAINT "deliveries_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "delivery_attempts" DROP CONSTRAINT "delivery_attempts_pkey",
ADD CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("tenant_id", "delivery_id", "attempt");

-- AlterTable
ALTER TABLE "executions" DROP CONSTRAINT "executions_pkey",
ADD CONSTRAINT "executions_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "feedback_issues" DROP CONSTRAINT "feedback_issues_pkey",
ADD CONSTRAINT "feedback_issues_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "feedback_submissions" DROP CONSTRAINT "feedback_submissions_pkey",
ADD CONSTRAINT "feedback_submissions_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "gateway_requests" DROP CONSTRAINT "gateway_requests_pkey",
ADD CONSTRAINT "gateway_requests_pkey" PRIMARY KEY ("tenant_id", "at", "id");

-- AlterTable
ALTER TABLE "outbox_events" DROP CONSTRAINT "outbox_events_pkey",
ADD CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "retention_runs" DROP CONSTRAINT "retention_runs_pkey",
ADD CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("tenant_id", "id");

-- AlterTable
ALTER TABLE "votes" DROP CONSTRAINT "votes_pkey",
ADD CONSTRAINT "votes_pkey" PRIMARY KEY ("tenant_id", "id");

-- CreateIndex
CREATE INDEX "approvals_id_idx" ON "approvals"("id");

-- CreateIndex
CREATE INDEX "deliveries_id_idx" ON "deliveries"("id");

-- CreateIndex
CREATE INDEX "executions_tenant_id_approval_id_idx" ON "executions"("tenant_id", "approval_id");

-- CreateIndex
CREATE INDEX "executions_id_idx" ON "executions"("id");

-- CreateIndex
CREATE INDEX "feedback_issues_id_idx" ON "feedback_issues"("id");

-- CreateIndex
CREATE INDEX "feedback_submissions_id_idx" ON "feedback_submissions"("id");

-- CreateIndex
CREATE INDEX "outbox_events_id_idx" ON "outbox_events"("id");

-- CreateIndex
CREATE UNIQUE INDEX "votes_tenant_id_approval_id_revision_user_id_key" ON "votes"("tenant_id", "approval_id", "revision", "user_id");

-- AddForeignKey
ALTER TABLE "approval_revisions" ADD CONSTRAINT "approval_revisions_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "executions" ADD CONSTRAINT "executions_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_assignments" ADD CONSTRAINT "approval_assignments_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_snoozes" ADD CONSTRAINT "approval_snoozes_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_presence" ADD CONSTRAINT "approval_presence_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_words" ADD CONSTRAINT "approval_words_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "outbox_events"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_tenant_id_delivery_id_fkey" FOREIGN KEY ("tenant_id", "delivery_id") REFERENCES "deliveries"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_submissions" ADD CONSTRAINT "feedback_submissions_tenant_id_issue_id_fkey" FOREIGN KEY ("tenant_id", "issue_id") REFERENCES "feedback_issues"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;
