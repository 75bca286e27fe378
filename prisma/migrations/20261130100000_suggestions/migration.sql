-- How tools should change, by what a tenant's figures say.

-- CreateTable
CREATE TABLE "tool_suggestions" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "tool_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "weight" INTEGER NOT NULL,
    "evidence" JSONB NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "gone_at" TIMESTAMPTZ(3),
    "revision" INTEGER NOT NULL DEFAULT 1,
    "judged_by" UUID,
    "judged_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "note" TEXT,
    "dismissed_weight" INTEGER,
    "issue_id" UUID,
    "issued_by" UUID,

    CONSTRAINT "tool_suggestions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tool_suggestion_passes" (
    "tenant_id" UUID NOT NULL,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tool_suggestion_passes_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX "tool_suggestions_tenant_id_state_raised_at_id_idx" ON "tool_suggestions"("tenant_id", "state", "raised_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tool_suggestions_tenant_id_issue_id_idx" ON "tool_suggestions"("tenant_id", "issue_id");

-- CreateIndex
CREATE UNIQUE INDEX "tool_suggestions_tenant_id_tool_id_kind_about_key" ON "tool_suggestions"("tenant_id", "tool_id", "kind", "about");


-- What Prisma's schema language cannot say.

ALTER TABLE tool_suggestions ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_suggestions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tool_suggestions USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE tool_suggestion_passes ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_suggestion_passes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tool_suggestion_passes USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- What is judged says by whom and when; what is dismissed also why, and how much spoke for it then.
ALTER TABLE tool_suggestions ADD CONSTRAINT tool_suggestion_judged CHECK (
  CASE state
    WHEN 'open' THEN judged_by IS NULL AND judged_at IS NULL AND reason IS NULL AND note IS NULL AND dismissed_weight IS NULL
    WHEN 'accepted' THEN judged_by IS NOT NULL AND judged_at IS NOT NULL AND reason IS NULL AND dismissed_weight IS NULL
    WHEN 'dismissed' THEN judged_by IS NOT NULL AND judged_at IS NOT NULL AND reason IS NOT NULL AND dismissed_weight IS NOT NULL
    ELSE false
  END);
ALTER TABLE tool_suggestions ADD CONSTRAINT tool_suggestion_issued CHECK ((issue_id IS NULL) = (issued_by IS NULL));
