-- Calls that were made for something else than their tools are described for.

-- CreateTable
CREATE TABLE "tool_other_purposes" (
    "tenant_id" UUID NOT NULL,
    "call_id" UUID NOT NULL,
    "tool_id" UUID NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "gateway_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "session_id" TEXT,
    "better_tool_id" UUID,
    "judged" INTEGER NOT NULL,

    CONSTRAINT "tool_other_purposes_pkey" PRIMARY KEY ("tenant_id","call_id")
);

-- CreateTable
CREATE TABLE "tool_purpose_passes" (
    "tenant_id" UUID NOT NULL,
    "ran_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tool_purpose_passes_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateIndex
CREATE INDEX "tool_other_purposes_tenant_id_tool_occurred_at_call_id_idx" ON "tool_other_purposes"("tenant_id", "tool", "occurred_at" DESC, "call_id" DESC);


-- What Prisma's schema language cannot say.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['tool_other_purposes', 'tool_purpose_passes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;

-- What is kept of a call goes with it, whoever deletes it.
CREATE OR REPLACE FUNCTION forget_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tool_refusals r USING changed c WHERE r.tenant_id = c.tenant_id AND r.call_id = c.id;
  DELETE FROM tool_other_purposes p USING changed c WHERE p.tenant_id = c.tenant_id AND p.call_id = c.id;
  DELETE FROM attempt_groups g USING changed c WHERE g.tenant_id = c.tenant_id AND g.id = c.id;
  DELETE FROM attempt_groups g USING changed c
  WHERE g.tenant_id = c.tenant_id AND g.ended IS NULL AND g.session_id = c.session_id
    AND g.state -> 'failure' ->> 'callId' = c.id::text;
  RETURN NULL;
END $$;
