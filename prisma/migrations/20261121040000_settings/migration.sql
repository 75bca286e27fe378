-- The trail as a page: newest first, by actor, by action and by group of actions.
CREATE INDEX "activity_tenant_id_at_seq_idx" ON "activity"("tenant_id", "at" DESC, "seq" DESC);
CREATE INDEX "activity_tenant_id_actor_id_at_seq_idx" ON "activity"("tenant_id", "actor_id", "at" DESC, "seq" DESC);
CREATE INDEX "activity_tenant_id_action_at_seq_idx" ON "activity"("tenant_id", "action", "at" DESC, "seq" DESC);
CREATE INDEX activity_group ON activity (tenant_id, split_part(action, '.', 1), at DESC, seq DESC);

CREATE TABLE "activity_checks" (
    "tenant_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "moved_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "started_by" TEXT NOT NULL,
    "until_seq" BIGINT NOT NULL,
    "seq" BIGINT NOT NULL DEFAULT 0,
    "hash" TEXT NOT NULL,
    "anchor_seq" BIGINT NOT NULL DEFAULT 0,
    "anchor_hash" TEXT,
    "first_at" TIMESTAMPTZ(3),
    "last_at" TIMESTAMPTZ(3),
    "problem_seq" BIGINT,
    "problem" TEXT,

    CONSTRAINT "activity_checks_pkey" PRIMARY KEY ("tenant_id")
);
ALTER TABLE activity_checks ADD CONSTRAINT activity_checks_problem
  CHECK (problem IN ('gap', 'link', 'content', 'end', 'rewritten') AND problem_seq IS NOT NULL OR problem IS NULL);

CREATE TABLE "tenant_retention" (
    "tenant_id" UUID NOT NULL,
    "calls_days" INTEGER,
    "approvals_days" INTEGER,
    "feedback_days" INTEGER,

    CONSTRAINT "tenant_retention_pkey" PRIMARY KEY ("tenant_id")
);
-- Requests are recognised for 45 days: what they made must be there for longer.
ALTER TABLE tenant_retention ADD CONSTRAINT tenant_retention_days CHECK (
  calls_days BETWEEN 7 AND 3650 AND approvals_days BETWEEN 60 AND 3650 AND feedback_days BETWEEN 60 AND 3650);

CREATE TABLE "retention_runs" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),
    "calls" INTEGER NOT NULL DEFAULT 0,
    "approvals" INTEGER NOT NULL DEFAULT 0,
    "feedback" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "retention_runs_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "retention_runs_tenant_id_started_at_idx" ON "retention_runs"("tenant_id", "started_at" DESC);
CREATE UNIQUE INDEX retention_runs_open ON retention_runs (tenant_id) WHERE finished_at IS NULL;

CREATE TABLE "tenant_removals" (
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "removed_by" TEXT NOT NULL,
    "rows_deleted" BIGINT NOT NULL DEFAULT 0,
    "done_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenant_removals_pkey" PRIMARY KEY ("tenant_id")
);
CREATE INDEX tenant_removals_open ON tenant_removals (tenant_id) WHERE done_at IS NULL;

-- The offenders of a tenant, newest first.
CREATE INDEX "rationale_offenders_tenant_id_day_gateway_id_agent_idx" ON "rationale_offenders"("tenant_id", "day" DESC, "gateway_id", "agent");

DO $$
DECLARE t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['activity_checks', 'tenant_retention', 'retention_runs', 'tenant_removals']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;

/* Promise: the tables that hold rows of tenants, those that point at others first, so that rows can be deleted in that order.
   The trail and what is known of it are not among them. */
CREATE FUNCTION tenant_tables() RETURNS TABLE (place int, name text) LANGUAGE sql STABLE
SET search_path = public, pg_temp AS $$
  WITH RECURSIVE owned AS (
    SELECT c.oid, c.relname::text AS name FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND c.relname NOT IN ('activity', 'activity_checks', 'tenant_removals')
  ), depth AS (
    SELECT o.oid, o.name, 0 AS place FROM owned o
    UNION ALL
    SELECT parent.oid, parent.name, depth.place + 1 FROM depth
    JOIN pg_constraint k ON k.contype = 'f' AND k.conrelid = depth.oid AND k.confrelid <> k.conrelid
    JOIN owned parent ON parent.oid = k.confrelid
    WHERE depth.place < 20
  )
  SELECT max(depth.place), quote_ident(depth.name) FROM depth GROUP BY depth.name ORDER BY 1, 2
$$;
