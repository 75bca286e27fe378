-- A tenant may keep the texts of a call for a shorter time than the call: its rationale, its arguments. What was counted of calls stays
-- when they go.
ALTER TABLE tool_calls
  ADD COLUMN rationale_removed_after_days SMALLINT,
  ADD COLUMN arguments_removed_after_days SMALLINT,
  ADD COLUMN arguments_sha256 TEXT;

ALTER TABLE tenant_retention
  ADD COLUMN rationales_days INTEGER,
  ADD COLUMN arguments_days INTEGER,
  ADD COLUMN rationales_until UUID,
  ADD COLUMN arguments_until UUID;

ALTER TABLE retention_runs
  ADD COLUMN rationales INTEGER NOT NULL DEFAULT 0,
  ADD COLUMN arguments INTEGER NOT NULL DEFAULT 0;


-- What Prisma's schema language cannot say.

-- No text outlives its call.
ALTER TABLE tenant_retention
  ADD CONSTRAINT tenant_retention_rationales CHECK (rationales_days BETWEEN 7 AND 3650 AND (calls_days IS NULL OR rationales_days <= calls_days)),
  ADD CONSTRAINT tenant_retention_arguments CHECK (arguments_days BETWEEN 7 AND 3650 AND (calls_days IS NULL OR arguments_days <= calls_days));

-- A rationale that was removed was not missing; one that was too short to say anything still is.
DROP INDEX tool_calls_missing;
CREATE INDEX tool_calls_missing ON tool_calls (tenant_id, occurred_at DESC, id DESC)
  WHERE is_rationale_missing(rationale) AND (rationale_removed_after_days IS NULL OR rationale = '');

-- Retention says so in its transaction: the counts of the calls that it deletes stay.
CREATE OR REPLACE FUNCTION count_tool_calls() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('countersign.keeps_counts', true) = 'on' THEN RETURN NULL; END IF;
  INSERT INTO tool_call_counts (tenant_id, day, kind, name, outcome, calls, missing)
  SELECT r.tenant_id, r.day, k.kind, k.name, r.outcome, sign * count(*), sign * count(*) FILTER (WHERE r.missing)
  FROM (SELECT c.tenant_id, (c.occurred_at AT TIME ZONE 'UTC')::date AS day, c.tool, coalesce(c.agent, '') AS agent, c.outcome,
               is_rationale_missing(c.rationale) AND (c.rationale_removed_after_days IS NULL OR c.rationale = '') AS missing
        FROM changed c) r,
       LATERAL (VALUES ('tool', r.tool), ('agent', r.agent)) k(kind, name)
  GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
