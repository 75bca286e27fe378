-- What people say to each other about a call, what they ask its agent, and what the agent replies.

-- AlterTable
ALTER TABLE "approvals" ADD COLUMN     "open_question" TEXT,
ADD COLUMN     "questions" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "approval_notes" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "user_id" UUID,
    "question_id" UUID,
    "text" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_notes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "approval_note_readers" (
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "note_id" UUID NOT NULL,
    "seen_at" TIMESTAMPTZ(3),

    CONSTRAINT "approval_note_readers_pkey" PRIMARY KEY ("tenant_id","user_id","note_id")
);

-- CreateIndex
CREATE INDEX "approval_notes_tenant_id_approval_id_id_idx" ON "approval_notes"("tenant_id", "approval_id", "id");

-- CreateIndex
CREATE INDEX "approval_note_readers_tenant_id_note_id_idx" ON "approval_note_readers"("tenant_id", "note_id");

-- AddForeignKey
ALTER TABLE "approval_notes" ADD CONSTRAINT "approval_notes_tenant_id_approval_id_fkey" FOREIGN KEY ("tenant_id", "approval_id") REFERENCES "approvals"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approval_note_readers" ADD CONSTRAINT "approval_note_readers_tenant_id_note_id_fkey" FOREIGN KEY ("tenant_id", "note_id") REFERENCES "approval_notes"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

ALTER TABLE approval_notes ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_notes FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON approval_notes USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

ALTER TABLE approval_note_readers ENABLE ROW LEVEL SECURITY;
ALTER TABLE approval_note_readers FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON approval_note_readers USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]));

-- A comment and a question have an author, a reply has the question it answers. A deleted comment keeps its place, never its text.
ALTER TABLE approval_notes ADD CONSTRAINT approval_note_kind CHECK (
  CASE kind WHEN 'comment' THEN user_id IS NOT NULL AND question_id IS NULL
            WHEN 'question' THEN user_id IS NOT NULL AND question_id IS NULL AND deleted_at IS NULL
            WHEN 'reply' THEN user_id IS NULL AND question_id IS NOT NULL AND deleted_at IS NULL
            ELSE false END);
ALTER TABLE approval_notes ADD CONSTRAINT approval_note_text CHECK ((text IS NULL) = (deleted_at IS NOT NULL));

-- One reply to a question.
CREATE UNIQUE INDEX approval_notes_reply ON approval_notes (tenant_id, question_id) WHERE question_id IS NOT NULL;

-- Every page asks which notes its reader has not seen.
CREATE INDEX approval_note_readers_unseen ON approval_note_readers (tenant_id, user_id, note_id) WHERE seen_at IS NULL;
