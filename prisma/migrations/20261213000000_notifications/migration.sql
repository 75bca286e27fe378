-- Notifying people and shared channels outside the console: what is to be said, to whom, over which channel, and what came of it.

-- CreateEnum
CREATE TYPE "notification_state" AS ENUM ('queued', 'sent', 'withdrawn', 'not_sent', 'failed');

-- AlterEnum
ALTER TYPE "delivery_step" ADD VALUE 'withdrawn';

-- CreateTable
CREATE TABLE "channel_settings" (
    "channel" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changed_by_name" TEXT NOT NULL,

    CONSTRAINT "channel_settings_pkey" PRIMARY KEY ("channel")
);

-- CreateTable
CREATE TABLE "destinations" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "group_id" UUID,
    "channel" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "events" TEXT[],
    "min_risk" "risk" NOT NULL DEFAULT 'low',
    "off_at" TIMESTAMPTZ(3),
    "off_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_by_name" TEXT NOT NULL,

    CONSTRAINT "destinations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "push_devices" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "session_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_devices_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "slack_accounts" (
    "user_id" UUID NOT NULL,
    "team_id" TEXT NOT NULL,
    "slack_user_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "linked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "slack_accounts_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "slack_decisions" (
    "tenant_id" UUID NOT NULL,
    "up_to" "risk" NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "slack_decisions_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "notice_events" (
    "seq" BIGSERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notice_events_pkey" PRIMARY KEY ("tenant_id","seq")
);

-- CreateTable
CREATE TABLE "notification_preferences" (
    "user_id" UUID NOT NULL,
    "choices" JSONB NOT NULL,
    "changed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notification_preferences_pkey" PRIMARY KEY ("user_id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "subject_kind" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "approval_id" UUID,
    "occurrence" TEXT NOT NULL DEFAULT '',
    "recipient_kind" TEXT NOT NULL,
    "recipient_id" UUID NOT NULL,
    "recipient_name" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "why" JSONB NOT NULL,
    "details" JSONB NOT NULL DEFAULT '{}',
    "state" "notification_state" NOT NULL,
    "reason" TEXT,
    "held_until" TIMESTAMPTZ(3),
    "delivery_id" UUID,
    "version" INTEGER NOT NULL DEFAULT 1,
    "sent_version" INTEGER NOT NULL DEFAULT 0,
    "remote" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "destinations_id_idx" ON "destinations"("id");

-- CreateIndex
CREATE INDEX "destinations_group_id_idx" ON "destinations"("group_id");

-- CreateIndex
CREATE UNIQUE INDEX "destinations_tenant_id_name_key" ON "destinations"("tenant_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "push_devices_hash_key" ON "push_devices"("hash");

-- CreateIndex
CREATE INDEX "push_devices_user_id_idx" ON "push_devices"("user_id");

-- CreateIndex
CREATE INDEX "push_devices_session_id_idx" ON "push_devices"("session_id");

-- CreateIndex
CREATE UNIQUE INDEX "slack_accounts_team_id_slack_user_id_key" ON "slack_accounts"("team_id", "slack_user_id");

-- CreateIndex
CREATE INDEX "notifications_tenant_id_recipient_id_id_idx" ON "notifications"("tenant_id", "recipient_id", "id" DESC);

-- CreateIndex
CREATE INDEX "notifications_tenant_id_updated_at_id_idx" ON "notifications"("tenant_id", "updated_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "notifications_tenant_id_approval_id_idx" ON "notifications"("tenant_id", "approval_id");

-- CreateIndex
CREATE INDEX "notifications_tenant_id_delivery_id_idx" ON "notifications"("tenant_id", "delivery_id");

-- CreateIndex
CREATE UNIQUE INDEX "notifications_tenant_id_kind_subject_kind_subject_id_occurr_key" ON "notifications"("tenant_id", "kind", "subject_kind", "subject_id", "occurrence", "recipient_id", "channel");

-- AddForeignKey
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "sessions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "slack_accounts" ADD CONSTRAINT "slack_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma's schema language cannot say.

ALTER TABLE notice_events ENABLE ROW LEVEL SECURITY;
ALTER TABLE notice_events FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notice_events USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));
ALTER TABLE destinations ENABLE ROW LEVEL SECURITY;
ALTER TABLE destinations FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON destinations USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));
ALTER TABLE slack_decisions ENABLE ROW LEVEL SECURITY;
ALTER TABLE slack_decisions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON slack_decisions USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));
ALTER TABLE notifications ENABLE ROW LEVEL SECURITY;
ALTER TABLE notifications FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notifications USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE slack_decisions ADD CONSTRAINT slack_decisions_up_to CHECK (up_to <> 'critical');

-- Every index starts with the tenant, but for those of the worker, which looks at all.
CREATE INDEX notifications_unsent ON notifications (tenant_id, recipient_id, channel) WHERE state = 'queued';
CREATE INDEX deliveries_channel_due ON deliveries (channel, next_attempt_at) WHERE state = 'waiting' AND channel <> 'callback';
