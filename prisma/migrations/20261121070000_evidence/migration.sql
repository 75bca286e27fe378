-- CreateTable
CREATE TABLE "corrections" (
    "id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "gateway_id" UUID NOT NULL,
    "external_id" TEXT,
    "tool" TEXT NOT NULL,
    "session_id" TEXT,
    "call_id" TEXT,
    "utterance" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "corrections_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "call_counts" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "missing" INTEGER NOT NULL,
    "folded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "call_counts_pkey" PRIMARY KEY ("tenant_id","day","id")
);

-- AlterTable
ALTER TABLE "feedback_issues" ADD COLUMN "severity" TEXT NOT NULL DEFAULT 'low',
ADD COLUMN "reports" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "corrections_tenant_id_id_idx" ON "corrections"("tenant_id", "id" DESC);

-- CreateIndex
CREATE INDEX "corrections_tenant_id_tool_id_idx" ON "corrections"("tenant_id", "tool", "id" DESC);

-- CreateIndex
CREATE INDEX "corrections_tenant_id_session_id_id_idx" ON "corrections"("tenant_id", "session_id", "id" DESC);

-- CreateIndex
CREATE INDEX "corrections_tenant_id_call_id_id_idx" ON "corrections"("tenant_id", "call_id", "id" DESC);

-- CreateIndex
CREATE INDEX "approvals_tenant_id_session_id_id_idx" ON "approvals"("tenant_id", "session_id", "id" DESC);

-- CreateIndex
CREATE INDEX "audit_rows_tenant_id_id_idx" ON "audit_rows"("tenant_id", "id");

-- CreateIndex
CREATE INDEX "audit_rows_tenant_id_provider_occurred_at_id_idx" ON "audit_rows"("tenant_id", "provider", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "audit_rows_tenant_id_gateway_id_occurred_at_id_idx" ON "audit_rows"("tenant_id", "gateway_id", "occurred_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_issues_tenant_id_last_seen_at_id_idx" ON "feedback_issues"("tenant_id", "last_seen_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_issues_tenant_id_severity_last_seen_at_id_idx" ON "feedback_issues"("tenant_id", "severity", "last_seen_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_issues_tenant_id_state_last_seen_at_id_idx" ON "feedback_issues"("tenant_id", "state", "last_seen_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_issues_tenant_id_tool_last_seen_at_id_idx" ON "feedback_issues"("tenant_id", "tool", "last_seen_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_submissions_tenant_id_created_at_idx" ON "feedback_submissions"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "feedback_submissions_tenant_id_agent_id_idx" ON "feedback_submissions"("tenant_id", "agent", "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_submissions_tenant_id_session_id_id_idx" ON "feedback_submissions"("tenant_id", "session_id", "id" DESC);


-- What Prisma's schema language cannot say.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['corrections', 'call_counts'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;
ALTER TABLE call_counts ADD CONSTRAINT call_counts_kind CHECK (kind IN ('tool', 'agent'));
ALTER TABLE feedback_issues ADD CONSTRAINT feedback_issue_severity CHECK (severity IN ('low', 'med', 'high'));

-- Few rows of a large table each: calls without a usable rationale, calls of an approval, counts nobody has added up.
CREATE FUNCTION is_rationale_missing(rationale text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT rationale IS NULL OR length(btrim(rationale, E' \t\n\r')) < 10 $$;
CREATE INDEX audit_rows_missing ON audit_rows (tenant_id, occurred_at DESC, id DESC) WHERE is_rationale_missing(rationale);
CREATE INDEX audit_rows_approval ON audit_rows (tenant_id, approval_id, occurred_at DESC, id DESC) WHERE approval_id IS NOT NULL;
CREATE INDEX call_counts_fresh ON call_counts (tenant_id, day) WHERE NOT folded;

-- Counts by day (UTC), tool, agent and outcome grow by appending what each statement added or took away, whoever ran it: an upsert
-- per call would make all callers wait for one row. The worker adds them up.
CREATE FUNCTION count_audit_rows() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE sign int := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
BEGIN
  INSERT INTO call_counts (tenant_id, day, kind, name, outcome, calls, missing)
  SELECT r.tenant_id, r.day, k.kind, k.name, r.outcome, sign * count(*), sign * count(*) FILTER (WHERE r.missing)
  FROM (SELECT c.tenant_id, (c.occurred_at AT TIME ZONE 'UTC')::date AS day, c.tool, coalesce(c.agent, '') AS agent, c.outcome,
               is_rationale_missing(c.rationale) AS missing FROM changed c) r,
       LATERAL (VALUES ('tool', r.tool), ('agent', r.agent)) k(kind, name)
  GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;
CREATE TRIGGER count_new AFTER INSERT ON audit_rows REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audit_rows();
CREATE TRIGGER count_gone AFTER DELETE ON audit_rows REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_audit_rows();

INSERT INTO call_counts (tenant_id, day, kind, name, outcome, calls, missing, folded)
SELECT a.tenant_id, (a.occurred_at AT TIME ZONE 'UTC')::date, k.kind, k.name, a.outcome, count(*),
       count(*) FILTER (WHERE is_rationale_missing(a.rationale)), true
FROM audit_rows a, LATERAL (VALUES ('tool', a.tool), ('agent', coalesce(a.agent, ''))) k(kind, name) GROUP BY 1, 2, 3, 4, 5;

-- What an issue's reports say of it together, kept by whoever adds reports.
CREATE FUNCTION note_feedback_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feedback_issues i SET
    reports = i.reports + n.reports,
    severity = CASE WHEN n.severity > array_position(ARRAY['low', 'med', 'high'], i.severity)
                    THEN (ARRAY['low', 'med', 'high'])[n.severity] ELSE i.severity END,
    first_seen_at = CASE WHEN i.reports = 0 THEN n.first_at ELSE least(i.first_seen_at, n.first_at) END,
    last_seen_at = CASE WHEN i.reports = 0 THEN n.last_at ELSE greatest(i.last_seen_at, n.last_at) END
  FROM (SELECT tenant_id, issue_id, count(*)::int AS reports, max(array_position(ARRAY['low', 'med', 'high'], severity)) AS severity,
               min(created_at) AS first_at, max(created_at) AS last_at FROM added GROUP BY 1, 2 ORDER BY 2) n
  WHERE i.tenant_id = n.tenant_id AND i.id = n.issue_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_reports AFTER INSERT ON feedback_submissions REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION note_feedback_reports();

UPDATE feedback_issues i SET reports = n.reports, severity = (ARRAY['low', 'med', 'high'])[n.severity],
       first_seen_at = n.first_at, last_seen_at = n.last_at
FROM (SELECT issue_id, count(*)::int AS reports, max(array_position(ARRAY['low', 'med', 'high'], severity)) AS severity,
             min(created_at) AS first_at, max(created_at) AS last_at FROM feedback_submissions GROUP BY 1) n
WHERE i.id = n.issue_id;

/* Text search. Row-level security keeps @@ and LIKE from using an index: they are not leakproof, so the policy has to be asked first,
   row by row (8 s over a million calls; 4 ms through the index). The functions below look words up as the tables' owner and hold the
   transaction's own tenants against every row themselves. They return places only, at most `most`, so that a word everybody uses costs
   no more than one nobody does; rows are read under the policies. */
CREATE INDEX audit_rows_words ON audit_rows USING gin (to_tsvector('simple', coalesce(rationale, '')));

CREATE FUNCTION feedback_words(s feedback_submissions) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT s.attempted_action || ' ' || s.expected_outcome || ' ' || s.actual_outcome || ' ' || coalesce(s.error_seen, '') || ' '
          || coalesce(s.suggested_improvement, '') || ' ' || coalesce(s.rationale, '') || ' ' || coalesce(s.tool_called, '') || ' '
          || coalesce(s.provider, '') || ' ' || coalesce(s.agent, '') $$;
CREATE INDEX feedback_submissions_words ON feedback_submissions USING gin (to_tsvector('simple', feedback_words(feedback_submissions)));
-- Fragments of words: names of fields and tools, parts of errors. What stands further back is found by its words.
CREATE INDEX feedback_submissions_error ON feedback_submissions USING gin ((left(error_seen, 1000)) gin_trgm_ops);
CREATE INDEX feedback_issues_title ON feedback_issues USING gin (title gin_trgm_ops);

CREATE POLICY words ON audit_rows FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY words ON feedback_submissions FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY words ON feedback_issues FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION find_call_words(words text, tenants uuid[], most int)
RETURNS TABLE (tenant_id uuid, occurred_at timestamptz, id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
  SELECT a.tenant_id, a.occurred_at, a.id FROM audit_rows a
  WHERE to_tsvector('simple', coalesce(a.rationale, '')) @@ websearch_to_tsquery('simple', words)
    AND a.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR a.tenant_id = ANY (app_tenants()))
  LIMIT most
$$;
REVOKE ALL ON FUNCTION find_call_words(text, uuid[], int) FROM PUBLIC;

CREATE FUNCTION find_feedback_words(words text, fragment text, tenants uuid[], most int)
RETURNS TABLE (tenant_id uuid, issue_id uuid, submission_id uuid) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp AS $$
  SELECT f.tenant_id, f.issue_id, f.submission_id FROM (
    SELECT s.tenant_id, s.issue_id, s.id AS submission_id FROM feedback_submissions s
    WHERE to_tsvector('simple', feedback_words(s)) @@ websearch_to_tsquery('simple', words)
    UNION
    SELECT s.tenant_id, s.issue_id, s.id FROM feedback_submissions s WHERE left(s.error_seen, 1000) ILIKE fragment
    UNION
    SELECT i.tenant_id, i.id, NULL FROM feedback_issues i WHERE i.title ILIKE fragment) f
  WHERE f.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR f.tenant_id = ANY (app_tenants()))
  LIMIT most
$$;
REVOKE ALL ON FUNCTION find_feedback_words(text, text, uuid[], int) FROM PUBLIC;
