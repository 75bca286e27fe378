-- CreateEnum
CREATE TYPE "decision" AS ENUM ('pending', 'approved', 'rejected', 'changes_requested', 'expired', 'cancelled', 'revoked');

-- CreateEnum
CREATE TYPE "execution_state" AS ENUM ('none', 'blocked', 'awaiting', 'executing', 'succeeded', 'failed', 'unknown', 'lapsed');

-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('none', 'owed', 'delivered', 'dead');

-- CreateEnum
CREATE TYPE "role" AS ENUM ('admin', 'approver', 'triager', 'viewer');

-- CreateEnum
CREATE TYPE "delivery_step" AS ENUM ('waiting', 'sending', 'delivered', 'dead');

-- CreateEnum
CREATE TYPE "risk" AS ENUM ('low', 'medium', 'high', 'critical');

-- CreateTable
CREATE TABLE "activity" (
    "tenant_id" UUID NOT NULL,
    "seq" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor_kind" TEXT NOT NULL,
    "actor_id" TEXT,
    "actor_name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "details" TEXT NOT NULL,
    "previous" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    CONSTRAINT "activity_pkey" PRIMARY KEY ("tenant_id","seq")
);

-- CreateTable
CREATE TABLE "idempotency" (
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "body_sha256" TEXT NOT NULL,
    "row_id" UUID,
    "response" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_pkey" PRIMARY KEY ("tenant_id","gateway_id","kind","key")
);

-- CreateTable
CREATE TABLE "approvals" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "external_id" TEXT,
    "provider" TEXT,
    "tool" TEXT NOT NULL,
    "tool_id" UUID,
    "tool_version" INTEGER,
    "arguments_text" TEXT NOT NULL,
    "arguments_sha256" TEXT NOT NULL,
    "requested_sha256" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "risk" "risk" NOT NULL,
    "risk_source" TEXT NOT NULL,
    "held_because" TEXT NOT NULL,
    "summary" TEXT NOT NULL,
    "rationale" TEXT,
    "impact" TEXT,
    "facts" JSONB,
    "preview" JSONB,
    "mode" TEXT NOT NULL,
    "callback_url" TEXT,
    "agent" TEXT,
    "agent_version" TEXT,
    "on_behalf_of" TEXT,
    "session_id" TEXT,
    "call_id" TEXT,
    "correlation" TEXT,
    "precondition" TEXT,
    "occurred_at" TIMESTAMPTZ(3),
    "decision" "decision" NOT NULL DEFAULT 'pending',
    "execution" "execution_state" NOT NULL DEFAULT 'none',
    "delivery" "delivery_state" NOT NULL DEFAULT 'none',
    "approvals_required" INTEGER NOT NULL DEFAULT 1,
    "decide_by" TIMESTAMPTZ(3) NOT NULL,
    "use_by" TIMESTAMPTZ(3),
    "use_by_seconds" INTEGER NOT NULL,
    "decided_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "decided_by" TEXT,
    "execution_id" UUID,
    "redemption_key" TEXT,
    "redeemed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval_revisions" (
    "approval_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "tenant_id" UUID NOT NULL,
    "arguments_text" TEXT NOT NULL,
    "arguments_sha256" TEXT NOT NULL,
    "edited_by" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "approval_revisions_pkey" PRIMARY KEY ("approval_id","revision")
);

-- CreateTable
CREATE TABLE "votes" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "user_id" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "verdict" TEXT NOT NULL,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "votes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "executions" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "state" "execution_state" NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),
    "result_text" TEXT,
    "result_truncated" BOOLEAN NOT NULL DEFAULT false,
    "error_code" TEXT,
    "error_message" TEXT,
    "duration_ms" INTEGER,
    "report_sha256" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "executions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "role" "role" NOT NULL,
    "all_tenants" BOOLEAN NOT NULL DEFAULT true,
    "disabled_at" TIMESTAMPTZ(3),
    "last_sign_in_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "accounts" (
    "provider" TEXT NOT NULL,
    "provider_account_id" TEXT NOT NULL,
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("provider","provider_account_id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "user_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("user_id","tenant_id")
);

-- CreateTable
CREATE TABLE "personal_tokens" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "personal_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_links" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "setup_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "audit_rows" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "external_id" TEXT,
    "provider" TEXT,
    "tool" TEXT NOT NULL,
    "method" TEXT,
    "rationale" TEXT,
    "risk" "risk",
    "arguments_text" TEXT,
    "outcome" TEXT NOT NULL,
    "outcome_detail" TEXT,
    "error_message" TEXT,
    "validation" JSONB,
    "referral" JSONB,
    "duration_ms" INTEGER,
    "attempt" INTEGER,
    "agent" TEXT,
    "agent_version" TEXT,
    "model" TEXT,
    "on_behalf_of" TEXT,
    "session_id" TEXT,
    "call_id" TEXT,
    "approval_id" UUID,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_rows_pkey" PRIMARY KEY ("tenant_id","occurred_at","id")
) PARTITION BY RANGE ("occurred_at");

-- CreateTable
CREATE TABLE "rationale_offenders" (
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "agent" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "rationale_offenders_pkey" PRIMARY KEY ("tenant_id","gateway_id","agent","day")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "approval_id" UUID,
    "type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "seq" BIGSERIAL NOT NULL,
    "xid" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "approval_id" UUID,
    "url" TEXT NOT NULL,
    "state" "delivery_step" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "lease_id" UUID,
    "last_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "delivery_id" UUID NOT NULL,
    "attempt" INTEGER NOT NULL,
    "tenant_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "request_headers" JSONB NOT NULL,
    "response_headers" JSONB,
    "response_body" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("delivery_id","attempt")
);

-- CreateTable
CREATE TABLE "worker_heartbeats" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "worker_heartbeats_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feedback_issues" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'new',
    "provider" TEXT,
    "tool" TEXT,
    "fingerprint" TEXT NOT NULL,
    "answer" TEXT,
    "workaround" TEXT,
    "fixed_in" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_issues_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feedback_submissions" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "issue_id" UUID NOT NULL,
    "external_id" TEXT,
    "attempted_action" TEXT NOT NULL,
    "expected_outcome" TEXT NOT NULL,
    "actual_outcome" TEXT NOT NULL,
    "tool_called" TEXT,
    "provider" TEXT,
    "error_seen" TEXT,
    "severity" TEXT NOT NULL,
    "rationale" TEXT,
    "suggested_improvement" TEXT,
    "agent" TEXT,
    "session_id" TEXT,
    "occurred_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_submissions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gateways" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "callback_url" TEXT,
    "callback_off_at" TIMESTAMPTZ(3),
    "callback_off_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "gateways_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "gateway_tenants" (
    "gateway_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,

    CONSTRAINT "gateway_tenants_pkey" PRIMARY KEY ("gateway_id","tenant_id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_key_tenants" (
    "api_key_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,

    CONSTRAINT "api_key_tenants_pkey" PRIMARY KEY ("api_key_id","tenant_id")
);

-- CreateTable
CREATE TABLE "signing_secrets" (
    "id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenants" (
    "id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "first_row_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_settings" (
    "tenant_id" UUID NOT NULL,
    "auto_approve_high_risk" BOOLEAN NOT NULL DEFAULT false,
    "confirm_mode" TEXT NOT NULL DEFAULT 'ignore',
    "ttl_seconds" INTEGER NOT NULL DEFAULT 86400,
    "use_by_callback_seconds" INTEGER NOT NULL DEFAULT 900,
    "use_by_reissue_seconds" INTEGER NOT NULL DEFAULT 3600,
    "rejection_cooldown_seconds" INTEGER NOT NULL DEFAULT 600,
    "rationale_grace_days" INTEGER NOT NULL DEFAULT 14,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenant_settings_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "tools" (
    "id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "risk" "risk",
    "requires_confirmation" BOOLEAN,
    "impact" TEXT,
    "category" TEXT,
    "version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tools_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tool_versions" (
    "tool_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "input_schema" TEXT NOT NULL,
    "output_schema" TEXT,
    "annotations" TEXT,
    "definition_sha256" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_versions_pkey" PRIMARY KEY ("tool_id","version")
);

-- CreateTable
CREATE TABLE "tool_ratings" (
    "id" UUID NOT NULL,
    "tool_id" UUID NOT NULL,
    "tenant_id" UUID,
    "risk" "risk",
    "requires_confirmation" BOOLEAN,
    "rated_by" UUID NOT NULL,
    "rated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_ratings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "cheatsheets" (
    "id" UUID NOT NULL,
    "gateway_id" UUID,
    "provider" TEXT NOT NULL,
    "markdown" TEXT NOT NULL,
    "etag" TEXT NOT NULL,
    "updated_by" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "cheatsheets_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "activity_tenant_id_subject_kind_subject_id_seq_idx" ON "activity"("tenant_id", "subject_kind", "subject_id", "seq");

-- CreateIndex
CREATE INDEX "idempotency_tenant_id_created_at_idx" ON "idempotency"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_id_idx" ON "approvals"("tenant_id", "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_tool_id_idx" ON "approvals"("tenant_id", "tool", "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_decision_id_idx" ON "approvals"("tenant_id", "decision", "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_gateway_id_tool_arguments_sha256_idx" ON "approvals"("tenant_id", "gateway_id", "tool", "arguments_sha256");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_gateway_id_tool_requested_sha256_idx" ON "approvals"("tenant_id", "gateway_id", "tool", "requested_sha256");

-- CreateIndex
CREATE INDEX "approvals_tenant_id_agent_id_idx" ON "approvals"("tenant_id", "agent", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "votes_approval_id_revision_user_id_key" ON "votes"("approval_id", "revision", "user_id");

-- CreateIndex
CREATE INDEX "executions_approval_id_idx" ON "executions"("approval_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "memberships_tenant_id_idx" ON "memberships"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "personal_tokens_hash_key" ON "personal_tokens"("hash");

-- CreateIndex
CREATE INDEX "personal_tokens_user_id_idx" ON "personal_tokens"("user_id");

-- CreateIndex
CREATE INDEX "audit_rows_tenant_id_tool_occurred_at_id_idx" ON "audit_rows"("tenant_id", "tool", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_rows_tenant_id_outcome_occurred_at_id_idx" ON "audit_rows"("tenant_id", "outcome", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_rows_tenant_id_agent_occurred_at_id_idx" ON "audit_rows"("tenant_id", "agent", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_rows_tenant_id_session_id_occurred_at_id_idx" ON "audit_rows"("tenant_id", "session_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "outbox_events_tenant_id_gateway_id_xid_seq_idx" ON "outbox_events"("tenant_id", "gateway_id", "xid", "seq");

-- CreateIndex
CREATE INDEX "outbox_events_tenant_id_approval_id_idx" ON "outbox_events"("tenant_id", "approval_id");

-- CreateIndex
CREATE INDEX "deliveries_tenant_id_gateway_id_id_idx" ON "deliveries"("tenant_id", "gateway_id", "id" DESC);

-- CreateIndex
CREATE INDEX "deliveries_tenant_id_approval_id_idx" ON "deliveries"("tenant_id", "approval_id");

-- CreateIndex
CREATE INDEX "feedback_issues_tenant_id_tool_id_idx" ON "feedback_issues"("tenant_id", "tool", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "feedback_issues_tenant_id_number_key" ON "feedback_issues"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "feedback_issues_tenant_id_fingerprint_key" ON "feedback_issues"("tenant_id", "fingerprint");

-- CreateIndex
CREATE INDEX "feedback_submissions_tenant_id_id_idx" ON "feedback_submissions"("tenant_id", "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_submissions_tenant_id_severity_id_idx" ON "feedback_submissions"("tenant_id", "severity", "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_submissions_tenant_id_tool_called_id_idx" ON "feedback_submissions"("tenant_id", "tool_called", "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_submissions_tenant_id_issue_id_id_idx" ON "feedback_submissions"("tenant_id", "issue_id", "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "gateways_name_key" ON "gateways"("name");

-- CreateIndex
CREATE INDEX "gateway_tenants_tenant_id_idx" ON "gateway_tenants"("tenant_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_gateway_id_idx" ON "api_keys"("gateway_id");

-- CreateIndex
CREATE INDEX "signing_secrets_gateway_id_idx" ON "signing_secrets"("gateway_id");

-- CreateIndex
CREATE UNIQUE INDEX "tenants_key_key" ON "tenants"("key");

-- CreateIndex
CREATE INDEX "tools_gateway_id_name_idx" ON "tools"("gateway_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "tools_gateway_id_provider_name_key" ON "tools"("gateway_id", "provider", "name");

-- CreateIndex
CREATE INDEX "tool_ratings_tool_id_idx" ON "tool_ratings"("tool_id");

-- AddForeignKey
ALTER TABLE "approval_revisions" ADD CONSTRAINT "approval_revisions_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "votes" ADD CONSTRAINT "votes_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "executions" ADD CONSTRAINT "executions_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "personal_tokens" ADD CONSTRAINT "personal_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "outbox_events"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_submissions" ADD CONSTRAINT "feedback_submissions_issue_id_fkey" FOREIGN KEY ("issue_id") REFERENCES "feedback_issues"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gateway_tenants" ADD CONSTRAINT "gateway_tenants_gateway_id_fkey" FOREIGN KEY ("gateway_id") REFERENCES "gateways"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_gateway_id_fkey" FOREIGN KEY ("gateway_id") REFERENCES "gateways"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_key_tenants" ADD CONSTRAINT "api_key_tenants_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_gateway_id_fkey" FOREIGN KEY ("gateway_id") REFERENCES "gateways"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_settings" ADD CONSTRAINT "tenant_settings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool_versions" ADD CONSTRAINT "tool_versions_tool_id_fkey" FOREIGN KEY ("tool_id") REFERENCES "tools"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tool_ratings" ADD CONSTRAINT "tool_ratings_tool_id_fkey" FOREIGN KEY ("tool_id") REFERENCES "tools"("id") ON DELETE CASCADE ON UPDATE CASCADE;


