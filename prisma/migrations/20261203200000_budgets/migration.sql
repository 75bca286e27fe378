-- What ran lately of the calls that a budget of a policy counts, and what a call that waits will take of it.

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN "budgets" JSONB;

-- CreateTable
CREATE TABLE "budget_uses" (
    "tenant_id" UUID NOT NULL,
    "budget" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "steps" INTEGER[],
    "amounts" DECIMAL[],
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "budget_uses_pkey" PRIMARY KEY ("tenant_id","budget","subject")
);

-- CreateIndex
CREATE INDEX "budget_uses_tenant_id_used_at_idx" ON "budget_uses"("tenant_id", "used_at" DESC);

-- What Prisma's schema language cannot say.

ALTER TABLE budget_uses ENABLE ROW LEVEL SECURITY;
ALTER TABLE budget_uses FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON budget_uses USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE budget_uses
  ADD CONSTRAINT budget_uses_pairs CHECK (cardinality(steps) = cardinality(amounts) AND cardinality(steps) > 0);
