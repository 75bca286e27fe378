-- Backups that were begun, and how they ended: of the installation, so no tenant's.
CREATE TABLE "backup_runs" (
    "id" UUID NOT NULL,
    "started_by" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "file" TEXT,
    "bytes" BIGINT,
    "rows" BIGINT,
    "error" TEXT,

    CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "backup_runs_end" CHECK (finished_at IS NOT NULL OR (file IS NULL AND error IS NULL))
);
CREATE INDEX "backup_runs_started_at_idx" ON "backup_runs"("started_at" DESC);
