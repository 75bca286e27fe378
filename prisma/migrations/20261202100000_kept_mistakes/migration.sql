-- What refused calls got wrong, kept by tool, so that pages need not read the calls; and results of little use among the sums of use.

-- CreateTable
CREATE TABLE "tool_mistakes" (
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "field" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "calls" TEXT NOT NULL,
    "sessions" TEXT NOT NULL,
    "newest_at" TIMESTAMPTZ(3) NOT NULL,
    "message" TEXT NOT NULL,
    "sent" JSONB NOT NULL,

    CONSTRAINT "tool_mistakes_pkey" PRIMARY KEY ("tenant_id","gateway_id","tool","provider","place")
);

-- CreateTable
CREATE TABLE "tool_mistake_passes" (
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "tool" TEXT NOT NULL,
    "due" BOOLEAN NOT NULL DEFAULT true,
    "more" BOOLEAN NOT NULL DEFAULT false,
    "made_at" TIMESTAMPTZ(3),

    CONSTRAINT "tool_mistake_passes_pkey" PRIMARY KEY ("tenant_id","gateway_id","tool")
);

-- AlterTable
ALTER TABLE "tool_use_days" ADD COLUMN "low_use" INTEGER NOT NULL DEFAULT 0;


-- What Prisma's schema language cannot say.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['tool_mistakes', 'tool_mistake_passes'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;
ALTER TABLE tool_mistakes ADD CONSTRAINT tool_mistake_kind CHECK (kind IN ('value', 'type', 'empty', 'missing', 'unknown'));

-- What is kept of a call goes with it, whoever deletes it: what a tool's refused calls got wrong is made anew without it. Calls before
-- the window of findings are in none of it.
CREATE OR REPLACE FUNCTION forget_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tool_refusals r USING changed c WHERE r.tenant_id = c.tenant_id AND r.call_id = c.id;
  DELETE FROM tool_other_purposes p USING changed c WHERE p.tenant_id = c.tenant_id AND p.call_id = c.id;
  DELETE FROM attempt_groups g USING changed c WHERE g.tenant_id = c.tenant_id AND g.id = c.id;
  DELETE FROM attempt_groups g USING changed c
  WHERE g.tenant_id = c.tenant_id AND g.ended IS NULL AND g.session_id = c.session_id
    AND g.state -> 'failure' ->> 'callId' = c.id::text;
  -- The pass first: whoever makes the mistakes anew holds it until they are stored.
  UPDATE tool_mistake_passes p SET due = true, made_at = NULL
  FROM (SELECT DISTINCT tenant_id, gateway_id, tool FROM changed
        WHERE outcome = 'validation_error' AND occurred_at >= now() - interval '15 days') c
  WHERE p.tenant_id = c.tenant_id AND p.gateway_id = c.gateway_id AND p.tool = c.tool;
  DELETE FROM tool_mistakes m
  USING (SELECT DISTINCT tenant_id, gateway_id, tool FROM changed
         WHERE outcome = 'validation_error' AND occurred_at >= now() - interval '15 days') c
  WHERE m.tenant_id = c.tenant_id AND m.gateway_id = c.gateway_id AND m.tool = c.tool;
  RETURN NULL;
END $$;

-- Of what was walked before: which tools were refused something, and which of their calls were of little use.
SELECT set_config('countersign.tenants', '*', true);
INSERT INTO tool_mistake_passes (tenant_id, gateway_id, tool)
SELECT DISTINCT tenant_id, gateway_id, tool FROM tool_refusals WHERE occurred_at >= now() - interval '15 days';
WITH low AS (
  SELECT a.tenant_id, a.tool, (a.occurred_at AT TIME ZONE 'UTC')::date AS day, a.gateway_id,
         coalesce(a.provider, p.provider, '') AS provider, count(*)::int AS calls
  FROM tool_calls a JOIN attempt_cursors w ON w.tenant_id = a.tenant_id AND a.id <= w.call_id
  LEFT JOIN LATERAL (
    SELECT min(t.provider) AS provider FROM tools t WHERE t.gateway_id = a.gateway_id AND t.name = a.tool
    HAVING count(DISTINCT t.provider) = 1) p ON true
  WHERE a.outcome = 'low_utility' GROUP BY 1, 2, 3, 4, 5)
UPDATE tool_use_days u SET low_use = low.calls FROM low
WHERE u.tenant_id = low.tenant_id AND u.tool = low.tool AND u.day = low.day AND u.gateway_id = low.gateway_id
  AND u.provider = low.provider AND u.kind = 'all'
  AND u.version = (SELECT max(v.version) FROM tool_use_days v
    WHERE v.tenant_id = u.tenant_id AND v.tool = u.tool AND v.kind = 'all' AND v.day = u.day AND v.gateway_id = u.gateway_id
      AND v.provider = u.provider);
SELECT set_config('countersign.tenants', '', true);
