-- Ratings by rule: every version of the list, and what the one in force says of each tool.

-- AlterTable
ALTER TABLE "tools" ADD COLUMN "rule_risk" "risk", ADD COLUMN "rule_confirmation" BOOLEAN, ADD COLUMN "rule_name" TEXT;

-- CreateTable
CREATE TABLE "tool_rule_versions" (
    "version" INTEGER NOT NULL,
    "rules" JSON NOT NULL,
    "active" BOOLEAN NOT NULL,
    "saved_by" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_rule_versions_pkey" PRIMARY KEY ("version")
);

-- A rule rates wholly or not at all.
ALTER TABLE tools ADD CONSTRAINT tools_rule_whole
  CHECK ((rule_risk IS NULL) = (rule_confirmation IS NULL) AND (rule_risk IS NULL) = (rule_name IS NULL));

-- They hold for every tenant: each scope reads them, because its calls are judged by them; only who sees all tenants writes them.
ALTER TABLE tool_rule_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_rule_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY reading ON tool_rule_versions FOR SELECT USING (true);
CREATE POLICY writing ON tool_rule_versions USING ((SELECT app_sees_all_tenants()));
