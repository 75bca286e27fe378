-- One person approves alone in an emergency, past what is asked of the approval, and others review it afterwards.

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN "broke_glass" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "tenant_settings" ADD COLUMN "break_glass" TEXT NOT NULL DEFAULT 'nobody';

-- CreateTable
CREATE TABLE "reviews" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "approval_id" UUID NOT NULL,
    "opened_by" UUID,
    "opened_by_name" TEXT,
    "reason" TEXT,
    "bypassed" TEXT[],
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verdict" TEXT,
    "note" TEXT,
    "closed_by" UUID,
    "closed_by_name" TEXT,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "reviews_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "reviews_tenant_id_approval_id_kind_key" ON "reviews"("tenant_id", "approval_id", "kind");

-- AddForeignKey
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

ALTER TABLE approvals ADD CONSTRAINT approvals_broke_glass CHECK (NOT broke_glass OR decision IN ('approved', 'revoked'));

ALTER TABLE votes
  DROP CONSTRAINT votes_verdict,
  ADD CONSTRAINT votes_verdict CHECK (verdict IN ('approve', 'reject', 'request_changes', 'break_glass'));

ALTER TABLE tenant_settings
  ADD CONSTRAINT tenant_settings_break_glass CHECK (break_glass IN ('nobody', 'admins', 'approvers'));

ALTER TABLE reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON reviews USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- A review is closed as a whole, and never by who gave cause for it.
ALTER TABLE reviews
  ADD CONSTRAINT reviews_kind CHECK (kind IN ('break_glass')),
  ADD CONSTRAINT reviews_verdict CHECK (verdict IN ('fine', 'should_have_waited')),
  ADD CONSTRAINT reviews_opened CHECK (kind <> 'break_glass' OR (opened_by IS NOT NULL AND reason IS NOT NULL)),
  ADD CONSTRAINT reviews_closed CHECK (num_nonnulls(verdict, note, closed_by, closed_by_name, closed_at) IN (0, 5)),
  ADD CONSTRAINT reviews_closed_by_others CHECK (closed_by <> opened_by);

-- Every page asks which reviews are open.
CREATE INDEX reviews_open ON reviews (tenant_id, id) WHERE closed_at IS NULL;
