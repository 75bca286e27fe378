/* One word for each thing: what an agent did is a tool call; a person acknowledges what went wrong, is assigned a call, and is present on
   a page; links are of users. Names only: no row changes. */
ALTER TABLE audit_rows RENAME TO tool_calls;
ALTER TABLE call_counts RENAME TO tool_call_counts;
ALTER TABLE approval_claims RENAME TO approval_assignments;
ALTER TABLE approval_assignments RENAME COLUMN claimed_at TO assigned_at;
ALTER TABLE approval_looks RENAME TO approval_presence;
ALTER TABLE person_links RENAME TO user_links;
ALTER TABLE approvals RENAME COLUMN settled_at TO acknowledged_at;
ALTER TABLE approvals RENAME COLUMN settled_by TO acknowledged_by;
ALTER TABLE approvals RENAME COLUMN settled_note TO acknowledged_note;

-- Partitions, constraints, indexes and sequences are named after their tables.
DO $$
DECLARE
  was text[] := ARRAY['audit_rows', 'call_counts', 'approval_claims', 'approval_looks', 'person_links', 'approvals_settled'];
  becomes text[] := ARRAY['tool_calls', 'tool_call_counts', 'approval_assignments', 'approval_presence', 'user_links',
                          'approvals_acknowledged'];
  r record;
BEGIN
  FOR i IN 1..array_length(was, 1) LOOP
    FOR r IN SELECT c.conrelid::regclass AS owner, c.conname AS name FROM pg_constraint c
             WHERE c.connamespace = 'public'::regnamespace AND c.coninhcount = 0 AND starts_with(c.conname, was[i]) LOOP
      EXECUTE format('ALTER TABLE %s RENAME CONSTRAINT %I TO %I', r.owner, r.name, becomes[i] || substr(r.name, length(was[i]) + 1));
    END LOOP;
    FOR r IN SELECT c.relname AS name, c.relkind AS kind FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'i', 'I', 'S') AND starts_with(c.relname, was[i]) LOOP
      EXECUTE format('ALTER %s %I RENAME TO %I',
        CASE r.kind WHEN 'r' THEN 'TABLE' WHEN 'S' THEN 'SEQUENCE' ELSE 'INDEX' END,
        r.name, becomes[i] || substr(r.name, length(was[i]) + 1));
    END LOOP;
  END LOOP;
END $$;

ALTER FUNCTION end_settled() RENAME TO end_acknowledgement;
CREATE OR REPLACE FUNCTION end_acknowledgement() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.acknowledged_at := NULL;
  NEW.acknowledged_by := NULL;
  NEW.acknowledged_note := NULL;
  RETURN NEW;
END $$;
ALTER TRIGGER end_settled_by_execution ON approvals RENAME TO end_acknowledgement_by_execution;
ALTER TRIGGER end_settled_by_delivery ON approvals RENAME TO end_acknowledgement_by_delivery;

ALTER FUNCTION count_audit_rows() RENAME TO count_tool_calls;
CREATE OR REPLACE FUNCTION count_tool_calls() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO tool_call_counts (tenant_id, day, kind, name, outcome, calls, missing)
  SELECT r.tenant_id, r.day, k.kind, k.name, r.outcome, sign * count(*), sign * count(*) FILTER (WHERE r.missing)
  FROM (SELECT c.tenant_id, (c.occurred_at AT TIME ZONE 'UTC')::date AS day, c.tool, coalesce(c.agent, '') AS agent, c.outcome,
               is_rationale_missing(c.rationale) AS missing FROM changed c) r,
       LATERAL (VALUES ('tool', r.tool), ('agent', r.agent)) k(kind, name)
  GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

ALTER FUNCTION ensure_audit_partitions(int, int) RENAME TO ensure_tool_call_partitions;
CREATE OR REPLACE FUNCTION ensure_tool_call_partitions(past int, ahead int) RETURNS int LANGUAGE plpgsql SECURITY DEFINER
SET search_path = public, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  month timestamptz;
  name text;
  made int := 0;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('ensure_tool_call_partitions', 0));
  FOR i IN -past..ahead LOOP
    month := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + make_interval(months => i);
    name := 'tool_calls_' || to_char(month AT TIME ZONE 'UTC', 'YYYY_MM');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF tool_calls FOR VALUES FROM (%L) TO (%L)',
        name, month, ((month AT TIME ZONE 'UTC') + interval '1 month') AT TIME ZONE 'UTC');
      made := made + 1;
    END IF;
  END LOOP;
  RETURN made;
END $$;

CREATE OR REPLACE FUNCTION find_call_words(words text, tenants uuid[], most int)
RETURNS TABLE (tenant_id uuid, occurred_at timestamptz, id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
  SELECT a.tenant_id, a.occurred_at, a.id FROM tool_calls a
  WHERE to_tsvector('simple', coalesce(a.rationale, '')) @@ websearch_to_tsquery('simple', words)
    AND a.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR a.tenant_id = ANY (app_tenants()))
  LIMIT most
$$;
