-- Which issues are alike, which are not the same, and which reports belong elsewhere than their fingerprint says.

-- AlterTable
ALTER TABLE "feedback_acts" ADD COLUMN "moved" JSONB;

-- AlterTable
ALTER TABLE "feedback_issues" ADD COLUMN "compared_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "feedback_pairs" (
    "tenant_id" UUID NOT NULL,
    "issue_id" UUID NOT NULL,
    "other_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "was" TEXT,
    "score" REAL,
    "shared" TEXT[] NOT NULL DEFAULT '{}',
    "act_id" UUID,
    "made_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "feedback_pairs_pkey" PRIMARY KEY ("tenant_id","issue_id","other_id")
);

-- CreateTable
CREATE TABLE "feedback_learned" (
    "tenant_id" UUID NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "issue_id" UUID NOT NULL,

    CONSTRAINT "feedback_learned_pkey" PRIMARY KEY ("tenant_id","fingerprint","issue_id")
);

-- CreateIndex
CREATE INDEX "feedback_pairs_tenant_id_other_id_idx" ON "feedback_pairs"("tenant_id", "other_id");

-- CreateIndex
CREATE INDEX "feedback_pairs_tenant_id_act_id_idx" ON "feedback_pairs"("tenant_id", "act_id");

-- CreateIndex
CREATE INDEX "feedback_learned_tenant_id_issue_id_idx" ON "feedback_learned"("tenant_id", "issue_id");


-- What Prisma's schema language cannot say.

ALTER TABLE feedback_pairs ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback_pairs FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON feedback_pairs USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE feedback_learned ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback_learned FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON feedback_learned USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE feedback_pairs
  ADD CONSTRAINT feedback_pair_kind CHECK (kind IN ('suggested', 'attached', 'apart')),
  ADD CONSTRAINT feedback_pair_order CHECK (issue_id < other_id);

-- What people sorted before stays as they left it.
SELECT set_config('countersign.tenants', '*', true);
UPDATE feedback_issues SET compared_at = created_at;

-- The worker looks for new ones of all tenants, the oldest first.
CREATE INDEX feedback_issues_uncompared ON feedback_issues (id) WHERE compared_at IS NULL;
