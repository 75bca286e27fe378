-- Which rules judged a template, so that better ones judge it again.

-- AlterTable
ALTER TABLE "rationale_templates" ADD COLUMN     "judged_edition" INTEGER NOT NULL DEFAULT 1;
