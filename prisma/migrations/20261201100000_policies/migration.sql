-- Policies: every version of the list by which calls are judged, and with each call the one that fitted it.

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN "model" TEXT, ADD COLUMN "policy" JSONB;

-- CreateTable
CREATE TABLE "policy_versions" (
    "version" INTEGER NOT NULL,
    "policies" JSON NOT NULL,
    "digest" TEXT NOT NULL,
    "saved_by" TEXT NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policy_versions_pkey" PRIMARY KEY ("version")
);


-- What Prisma's schema language cannot say.

-- They hold for every tenant: each scope reads them, because its calls are judged by them; only who sees all tenants writes them.
ALTER TABLE policy_versions ENABLE ROW LEVEL SECURITY;
ALTER TABLE policy_versions FORCE ROW LEVEL SECURITY;
CREATE POLICY reading ON policy_versions FOR SELECT USING (true);
CREATE POLICY writing ON policy_versions USING ((SELECT app_sees_all_tenants()));

-- A call that a policy let through was approved by nobody, as those of the tenant's setting and of the caller's confirmation.
DROP INDEX approvals_approved_tool;
CREATE INDEX approvals_approved_tool ON approvals (tenant_id, gateway_id, tool, id DESC)
  WHERE decision = 'approved' AND held_because NOT IN ('auto_approved', 'confirmed', 'policy');
