-- Calls by how their attempts ended, of whichever tool: a page begins where the one before ended.
CREATE INDEX "attempt_groups_tenant_id_ended_occurred_at_id_idx" ON "attempt_groups"("tenant_id", "ended", "occurred_at" DESC, "id" DESC);
