-- What people say to each other about an issue, and whom they mention.

-- CreateTable
CREATE TABLE "feedback_comments" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "issue_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "edited_at" TIMESTAMPTZ(3),
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "feedback_comments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "feedback_mentions" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "comment_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "feedback_mentions_pkey" PRIMARY KEY ("tenant_id","user_id","comment_id")
);

-- CreateIndex
CREATE INDEX "feedback_comments_tenant_id_issue_id_id_idx" ON "feedback_comments"("tenant_id", "issue_id", "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_comments_tenant_id_created_at_idx" ON "feedback_comments"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "feedback_mentions_tenant_id_comment_id_idx" ON "feedback_mentions"("tenant_id", "comment_id");

-- AddForeignKey
ALTER TABLE "feedback_comments" ADD CONSTRAINT "feedback_comments_tenant_id_issue_id_fkey" FOREIGN KEY ("tenant_id", "issue_id") REFERENCES "feedback_issues"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback_mentions" ADD CONSTRAINT "feedback_mentions_tenant_id_comment_id_fkey" FOREIGN KEY ("tenant_id", "comment_id") REFERENCES "feedback_comments"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

ALTER TABLE feedback_comments ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback_comments FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON feedback_comments USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE feedback_mentions ENABLE ROW LEVEL SECURITY;
ALTER TABLE feedback_mentions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON feedback_mentions USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- A deleted comment keeps its place, never its text.
ALTER TABLE feedback_comments ADD CONSTRAINT feedback_comment_text CHECK ((text IS NULL) = (deleted_at IS NOT NULL));

-- Every page asks which mentions its reader has not seen.
CREATE INDEX feedback_mentions_unseen ON feedback_mentions (tenant_id, user_id, comment_id) WHERE seen_at IS NULL;
