-- Attempts at a tool, what was refused in them, and the sums of both that the worker keeps.

-- CreateTable
CREATE TABLE "tool_use_days" (
    "tenant_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "gateway_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "name" TEXT NOT NULL,
    "ok" INTEGER NOT NULL,
    "caller" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "boundary" INTEGER NOT NULL,
    "governance" INTEGER NOT NULL,
    "extrinsic" INTEGER NOT NULL,
    "late" INTEGER NOT NULL,
    "durations" INTEGER[],
    "groups" INTEGER NOT NULL,
    "first_try" INTEGER NOT NULL,
    "worked" INTEGER NOT NULL,
    "turns" INTEGER NOT NULL,
    "switched" INTEGER NOT NULL,
    "abandoned" INTEGER NOT NULL,
    "referred" INTEGER NOT NULL,
    "repairs" INTEGER NOT NULL,
    "repairs_worked" INTEGER NOT NULL,
    "repairs_same" INTEGER NOT NULL,

    CONSTRAINT "tool_use_days_pkey" PRIMARY KEY ("tenant_id","tool","kind","day","gateway_id","provider","version","name")
);

-- CreateTable
CREATE TABLE "attempt_groups" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "session_id" TEXT NOT NULL,
    "gateway_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "last_id" UUID NOT NULL,
    "ended" TEXT,
    "next_tool" TEXT,
    "state" JSONB,

    CONSTRAINT "attempt_groups_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tool_refusals" (
    "tenant_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "spot" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "gateway_id" UUID NOT NULL,
    "provider" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "session_id" TEXT,
    "path" TEXT,
    "keyword" TEXT NOT NULL,
    "value" TEXT,
    "sent" TEXT NOT NULL,
    "masked" INTEGER,
    "allowed" TEXT[],
    "recovered" BOOLEAN,

    CONSTRAINT "tool_refusals_pkey" PRIMARY KEY ("tenant_id","call_id","spot")
);

-- CreateTable
CREATE TABLE "attempt_cursors" (
    "tenant_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "walked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "attempt_cursors_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX "tool_use_days_tenant_id_day_idx" ON "tool_use_days"("tenant_id", "day");

-- CreateIndex
CREATE INDEX "attempt_groups_tenant_id_tool_ended_occurred_at_id_idx" ON "attempt_groups"("tenant_id", "tool", "ended", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "tool_refusals_tenant_id_tool_occurred_at_call_id_idx" ON "tool_refusals"("tenant_id", "tool", "occurred_at" DESC, "call_id" DESC);

-- CreateIndex
CREATE INDEX "tool_refusals_tenant_id_spot_occurred_at_call_id_idx" ON "tool_refusals"("tenant_id", "spot", "occurred_at" DESC, "call_id" DESC);


-- What Prisma's schema language cannot say.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['tool_use_days', 'attempt_groups', 'tool_refusals', 'attempt_cursors'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;
ALTER TABLE tool_use_days ADD CONSTRAINT tool_use_day_kind CHECK (kind IN ('all', 'agent', 'model', 'method'));
ALTER TABLE attempt_groups
  ADD CONSTRAINT attempt_group_end CHECK (ended IN ('worked', 'switched', 'abandoned', 'referred')),
  ADD CONSTRAINT attempt_group_state CHECK ((ended IS NULL) = (state IS NOT NULL)),
  ADD CONSTRAINT attempt_group_next CHECK (next_tool IS NULL OR ended = 'switched');

-- A session has one open group; the idle ones are found by when their last call arrived.
CREATE UNIQUE INDEX attempt_groups_open ON attempt_groups (tenant_id, session_id) WHERE ended IS NULL;
CREATE INDEX attempt_groups_idle ON attempt_groups (tenant_id, last_id) WHERE ended IS NULL;

-- What is kept of a call goes with it, whoever deletes it.
CREATE FUNCTION forget_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tool_refusals r USING changed c WHERE r.tenant_id = c.tenant_id AND r.call_id = c.id;
  DELETE FROM attempt_groups g USING changed c WHERE g.tenant_id = c.tenant_id AND g.id = c.id;
  RETURN NULL;
END $$;
CREATE TRIGGER forget_attempts AFTER DELETE ON tool_calls REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION forget_attempts();
