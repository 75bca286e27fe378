-- A person's yes that also lets the next calls like it through, and a share of what ran without a person to look at afterwards.

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN "remembered_rule" UUID;

-- AlterTable
ALTER TABLE "tenant_settings" ADD COLUMN "sample_percent" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "remembered_rules" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "provider" TEXT,
    "tool" TEXT NOT NULL,
    "tool_id" UUID,
    "tool_version" INTEGER,
    "risk" "risk" NOT NULL,
    "agent" TEXT,
    "any_agent" BOOLEAN NOT NULL DEFAULT false,
    "on_behalf_of" TEXT,
    "policy_name" TEXT,
    "parts" JSONB NOT NULL,
    "approval_id" UUID NOT NULL,
    "made_by" UUID NOT NULL,
    "made_by_name" TEXT NOT NULL,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "uses" INTEGER NOT NULL DEFAULT 0,
    "uses_max" INTEGER NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by" UUID,
    "revoked_by_name" TEXT,

    CONSTRAINT "remembered_rules_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "remembered_rules_tenant_id_approval_id_key" ON "remembered_rules"("tenant_id", "approval_id");


-- What Prisma's schema language cannot say.

ALTER TABLE remembered_rules ENABLE ROW LEVEL SECURITY;
ALTER TABLE remembered_rules FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON remembered_rules USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- Never for critical, never for ever, and never used more often than was said.
ALTER TABLE remembered_rules
  ADD CONSTRAINT remembered_rules_risk CHECK (risk <> 'critical'),
  ADD CONSTRAINT remembered_rules_expiry CHECK (expires_at > made_at AND expires_at <= made_at + interval '90 days'),
  ADD CONSTRAINT remembered_rules_most CHECK (uses_max BETWEEN 1 AND 1000),
  ADD CONSTRAINT remembered_rules_uses CHECK (uses BETWEEN 0 AND uses_max),
  ADD CONSTRAINT remembered_rules_revoked CHECK (num_nonnulls(revoked_at, revoked_by, revoked_by_name) IN (0, 3));

-- Each call that is judged asks for those of its tool.
CREATE INDEX remembered_rules_open ON remembered_rules (tenant_id, tool) WHERE revoked_at IS NULL;

ALTER TABLE approvals
  ADD CONSTRAINT approvals_remembered CHECK ((remembered_rule IS NOT NULL) = (held_because = 'remembered'));

ALTER TABLE tenant_settings ADD CONSTRAINT tenant_settings_sample_percent CHECK (sample_percent BETWEEN 0 AND 100);

ALTER TABLE reviews
  DROP CONSTRAINT reviews_kind,
  ADD CONSTRAINT reviews_kind CHECK (kind IN ('break_glass', 'sample'));
