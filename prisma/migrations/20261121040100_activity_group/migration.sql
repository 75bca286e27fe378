-- Row-level security keeps functions that are not leakproof out of index conditions, so an expression index serves nobody here.
DROP INDEX activity_group;
ALTER TABLE "activity" ADD COLUMN "action_group" TEXT GENERATED ALWAYS AS (split_part(action, '.', 1)) STORED;
CREATE INDEX "activity_tenant_id_action_group_at_seq_idx" ON "activity"("tenant_id", "action_group", "at" DESC, "seq" DESC);
