-- Whether a call is one of an attempt is asked by its session.
CREATE INDEX "attempt_groups_tenant_id_session_id_occurred_at_idx" ON "attempt_groups"("tenant_id", "session_id", "occurred_at");
