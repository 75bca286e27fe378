-- What the inbox shows of all reports comes from what is kept while they arrive: sums by week, the words of each issue, its signal.

-- AlterTable
ALTER TABLE "feedback_issues" ADD COLUMN "signal" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "feedback_counts" (
    "tenant_id" UUID NOT NULL,
    "week" DATE NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "reports" INTEGER NOT NULL,
    "folded" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "feedback_counts_pkey" PRIMARY KEY ("tenant_id","week","id")
);

-- CreateTable
CREATE TABLE "feedback_issue_words" (
    "tenant_id" UUID NOT NULL,
    "issue_id" UUID NOT NULL,
    "words" tsvector NOT NULL,

    CONSTRAINT "feedback_issue_words_pkey" PRIMARY KEY ("tenant_id","issue_id")
);

-- CreateTable
CREATE TABLE "feedback_issue_words_due" (
    "tenant_id" UUID NOT NULL,
    "issue_id" UUID NOT NULL,

    CONSTRAINT "feedback_issue_words_due_pkey" PRIMARY KEY ("tenant_id","issue_id")
);

-- What tells the sessions, agents and weeks of an issue apart is in its index; what the figures counted is needed there no longer.
DROP INDEX "feedback_submissions_of_issue";
DROP INDEX "feedback_submissions_by_time";
CREATE INDEX "feedback_submissions_of_issue" ON "feedback_submissions"("tenant_id", "issue_id", "id" DESC, "session_id", "agent", "created_at");
CREATE INDEX "feedback_submissions_tenant_id_created_at_idx" ON "feedback_submissions"("tenant_id", "created_at");

-- CreateIndex
CREATE INDEX "feedback_issues_tenant_id_signal_id_idx" ON "feedback_issues"("tenant_id", "signal" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "feedback_issue_words_words" ON "feedback_issue_words" USING GIN ("tenant_id" uuid_ops, "words" tsvector_ops);

-- AddForeignKey
ALTER TABLE "feedback_issue_words" ADD CONSTRAINT "feedback_issue_words_tenant_id_issue_id_fkey" FOREIGN KEY ("tenant_id", "issue_id") REFERENCES "feedback_issues"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What Prisma's schema language cannot say.

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['feedback_counts', 'feedback_issue_words', 'feedback_issue_words_due'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;

ALTER TABLE feedback_counts ADD CONSTRAINT feedback_count_kind CHECK (kind IN ('severity', 'tool', 'agent'));
CREATE INDEX feedback_counts_fresh ON feedback_counts (tenant_id, week) WHERE NOT folded;

/* Sums by week (UTC), severity, tool and agent grow by appending what each statement added or took away, whoever ran it, as those of
   calls do: nobody waits for a shared row. The worker adds them up. */
CREATE FUNCTION feedback_counted(at timestamptz, severity text, tool text, agent text) RETURNS TABLE (week date, kind text, name text)
LANGUAGE sql IMMUTABLE AS $$
  SELECT date_trunc('week', at AT TIME ZONE 'UTC')::date, k.kind, k.name
  FROM (VALUES ('severity', severity), ('tool', tool), ('agent', agent)) k(kind, name) WHERE k.name <> ''
$$;

CREATE FUNCTION count_feedback_reports() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO feedback_counts (tenant_id, week, kind, name, reports)
    SELECT a.tenant_id, c.week, c.kind, c.name, count(*)
    FROM added a, LATERAL feedback_counted(a.created_at, a.severity, a.tool_called, a.agent) c GROUP BY 1, 2, 3, 4;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO feedback_counts (tenant_id, week, kind, name, reports)
    SELECT g.tenant_id, c.week, c.kind, c.name, -count(*)
    FROM gone g, LATERAL feedback_counted(g.created_at, g.severity, g.tool_called, g.agent) c GROUP BY 1, 2, 3, 4;
  ELSE
    INSERT INTO feedback_counts (tenant_id, week, kind, name, reports)
    SELECT r.tenant_id, c.week, c.kind, c.name, sum(r.reports)
    FROM (SELECT tenant_id, created_at, severity, tool_called, agent, 1 AS reports FROM added
          UNION ALL SELECT tenant_id, created_at, severity, tool_called, agent, -1 FROM gone) r,
         LATERAL feedback_counted(r.created_at, r.severity, r.tool_called, r.agent) c
    GROUP BY 1, 2, 3, 4 HAVING sum(r.reports) <> 0;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER count_added AFTER INSERT ON feedback_submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_feedback_reports();
CREATE TRIGGER count_changed AFTER UPDATE ON feedback_submissions
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_feedback_reports();
CREATE TRIGGER count_gone AFTER DELETE ON feedback_submissions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_feedback_reports();

-- A report adds to the signal at once; what people do, and what becomes too old, the worker notes.
CREATE OR REPLACE FUNCTION note_feedback_reports() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Both in the order of their ids, as whoever merges locks them.
  IF EXISTS (SELECT 1 FROM added a JOIN feedback_issues m ON m.tenant_id = a.tenant_id AND m.id = a.issue_id WHERE m.merged_into IS NOT NULL) THEN
    PERFORM 1 FROM feedback_issues i
    WHERE (i.tenant_id, i.id) IN (
      SELECT m.tenant_id, led.id FROM added a JOIN feedback_issues m ON m.tenant_id = a.tenant_id AND m.id = a.issue_id,
             LATERAL (VALUES (m.id), (m.merged_into)) led(id))
    ORDER BY i.id FOR NO KEY UPDATE;
  END IF;
  UPDATE feedback_issues i SET
    reports = i.reports + n.reports,
    signal = i.signal + n.reports,
    severity = CASE WHEN n.severity > array_position(ARRAY['low', 'med', 'high'], i.severity)
                    THEN (ARRAY['low', 'med', 'high'])[n.severity] ELSE i.severity END,
    first_seen_at = CASE WHEN i.reports = 0 THEN n.first_at ELSE least(i.first_seen_at, n.first_at) END,
    last_seen_at = CASE WHEN i.reports = 0 THEN n.last_at ELSE greatest(i.last_seen_at, n.last_at) END
  FROM (SELECT tenant_id, issue_id, count(*)::int AS reports, max(array_position(ARRAY['low', 'med', 'high'], severity)) AS severity,
               min(created_at) AS first_at, max(created_at) AS last_at FROM added GROUP BY 1, 2 ORDER BY 2) n
  WHERE i.tenant_id = n.tenant_id AND i.id = n.issue_id;
  UPDATE feedback_issues i SET
    signal = i.signal + n.reports,
    severity = CASE WHEN n.severity > array_position(ARRAY['low', 'med', 'high'], i.severity)
                    THEN (ARRAY['low', 'med', 'high'])[n.severity] ELSE i.severity END,
    last_seen_at = greatest(i.last_seen_at, n.last_at)
  FROM (SELECT a.tenant_id, m.merged_into, count(*)::int AS reports, max(array_position(ARRAY['low', 'med', 'high'], a.severity)) AS severity,
               max(a.created_at) AS last_at
        FROM added a JOIN feedback_issues m ON m.tenant_id = a.tenant_id AND m.id = a.issue_id
        WHERE m.merged_into IS NOT NULL GROUP BY 1, 2 ORDER BY 2) n
  WHERE i.tenant_id = n.tenant_id AND i.id = n.merged_into;
  RETURN NULL;
END $$;

/* The words of an issue's reports, for words that so many reports have that they tell issues apart no longer one by one. A name with
   digits is often another one in each report, so only short ones are among them: each word is stored once, and after the first
   reports of an issue hardly any is new. */
CREATE FUNCTION telling_words(said text) RETURNS TABLE (word text) LANGUAGE sql IMMUTABLE AS $$
  SELECT l.lexeme FROM unnest(to_tsvector('simple', said)) l WHERE length(l.lexeme) <= CASE WHEN l.lexeme ~ '[0-9]' THEN 6 ELSE 40 END
$$;

CREATE FUNCTION note_feedback_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- The issue is locked by now: by the counting of its reports, or by who moves them. An issue has at most 2,000 words.
  INSERT INTO feedback_issue_words AS w (tenant_id, issue_id, words)
  SELECT n.tenant_id, n.issue_id, n.words
  FROM (SELECT a.tenant_id, a.issue_id, array_to_tsvector(array_agg(DISTINCT t.word)) AS words
        FROM added a,
             LATERAL telling_words(concat_ws(' ', a.attempted_action, a.expected_outcome, a.actual_outcome, a.error_seen,
                                             a.suggested_improvement, a.rationale, a.tool_called, a.provider, a.agent)) t
        GROUP BY 1, 2 ORDER BY 2) n
  LEFT JOIN feedback_issue_words o ON o.tenant_id = n.tenant_id AND o.issue_id = n.issue_id
  WHERE o.issue_id IS NULL OR (length(o.words) < 2000 AND o.words || n.words <> o.words)
  ON CONFLICT (tenant_id, issue_id) DO UPDATE SET words = w.words || excluded.words;
  RETURN NULL;
END $$;
CREATE TRIGGER note_words AFTER INSERT ON feedback_submissions
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_feedback_words();

-- What reports took with them is found no longer once the worker has read the words of their issue anew; it reads those of the newest.
CREATE FUNCTION gather_feedback_words(tenant uuid, issue uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM feedback_issue_words w WHERE w.tenant_id = tenant AND w.issue_id = issue;
  INSERT INTO feedback_issue_words (tenant_id, issue_id, words)
  SELECT tenant, issue, array_to_tsvector(array_agg(d.word))
  FROM (SELECT DISTINCT t.word
        FROM (SELECT r.* FROM feedback_submissions r WHERE r.tenant_id = tenant AND r.issue_id = issue ORDER BY r.id DESC LIMIT 300) s,
             LATERAL telling_words(feedback_words(s)) t LIMIT 2000) d
  HAVING count(*) > 0;
END $$;

-- An issue that is due already is locked: who reads its words at this moment would not see yet what went.
CREATE FUNCTION forget_feedback_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO feedback_issue_words_due (tenant_id, issue_id)
  SELECT DISTINCT g.tenant_id, g.issue_id FROM gone g
  JOIN feedback_issue_words w ON w.tenant_id = g.tenant_id AND w.issue_id = g.issue_id ORDER BY 1, 2
  ON CONFLICT (tenant_id, issue_id) DO UPDATE SET issue_id = excluded.issue_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_words_gone AFTER DELETE ON feedback_submissions
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION forget_feedback_words();

-- Reports that were moved, and nothing else that changes of a report.
CREATE FUNCTION move_feedback_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO feedback_issue_words_due (tenant_id, issue_id)
  SELECT DISTINCT g.tenant_id, led.id FROM gone g JOIN added a ON a.tenant_id = g.tenant_id AND a.id = g.id,
         LATERAL (VALUES (g.issue_id), (a.issue_id)) led(id)
  WHERE g.issue_id <> a.issue_id ORDER BY 1, 2
  ON CONFLICT (tenant_id, issue_id) DO UPDATE SET issue_id = excluded.issue_id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_words_moved AFTER UPDATE ON feedback_submissions
  REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION move_feedback_words();

-- For the search, which holds the transaction's own tenants against every row itself.
CREATE POLICY words ON feedback_issue_words FOR SELECT TO CURRENT_USER USING (true);

/* The issues of a text: those whose title or whose reports have it. A word that at most `most` reports have is looked up among the
   reports, a more frequent one among the words of the issues, so that neither takes longer the more reports there are. The same with a part of
   an error; where more have it, or it is too short for the index, it is looked for in the newest report of each issue. */
CREATE FUNCTION find_feedback_issues(said text, fragment text, tenants uuid[], most int, errors boolean) RETURNS TABLE (issue_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET work_mem = '32MB' AS $$
DECLARE
  own uuid[] := ARRAY(SELECT t FROM unnest(tenants) t WHERE app_sees_all_tenants() OR t = ANY (app_tenants()));
  query tsquery := websearch_to_tsquery('simple', said);
  reported uuid[];
  hits uuid[] := ARRAY(SELECT i.id FROM feedback_issues i WHERE i.tenant_id = ANY (own) AND i.title ILIKE fragment);
BEGIN
  IF querytree(query) NOT IN ('', 'T') THEN
    reported := ARRAY(SELECT s.issue_id FROM feedback_submissions s
                      WHERE to_tsvector('simple', feedback_words(s)) @@ query AND s.tenant_id = ANY (own) LIMIT most + 1);
    hits := hits || reported;
  END IF;
  IF numnode(query) > 0 AND (reported IS NULL OR cardinality(reported) > most) THEN
    -- Each word of an issue is kept once, so what followed what is not known.
    hits := hits || ARRAY(SELECT w.issue_id FROM feedback_issue_words w
      WHERE w.tenant_id = ANY (own) AND w.words @@ regexp_replace(query::text, '<(-|\d+)>', '&', 'g')::tsquery);
  END IF;

  reported := NULL;
  -- Who does not read errors as they were sent must not learn them letter by letter.
  IF NOT errors THEN
    RETURN QUERY SELECT DISTINCT h FROM unnest(hits) h;
    RETURN;
  END IF;
  IF said ~ '[[:alnum:]]{3}' THEN
    reported := ARRAY(SELECT s.issue_id FROM feedback_submissions s
                      WHERE left(s.error_seen, 1000) ILIKE fragment AND s.tenant_id = ANY (own) LIMIT most + 1);
    hits := hits || reported;
  END IF;
  IF reported IS NULL OR cardinality(reported) > most THEN
    hits := hits || ARRAY(SELECT i.id FROM feedback_issues i WHERE i.tenant_id = ANY (own) AND i.id <> ALL (hits) AND EXISTS (
      SELECT FROM (SELECT s.error_seen FROM feedback_submissions s WHERE s.tenant_id = i.tenant_id AND s.issue_id = i.id
                   ORDER BY s.id DESC LIMIT 1) n WHERE left(n.error_seen, 1000) ILIKE fragment));
  END IF;
  RETURN QUERY SELECT DISTINCT h FROM unnest(hits) h;
END $$;
REVOKE ALL ON FUNCTION find_feedback_issues(text, text, uuid[], int, boolean) FROM PUBLIC;

SELECT set_config('countersign.tenants', '*', true);
INSERT INTO feedback_counts (tenant_id, week, kind, name, reports, folded)
SELECT s.tenant_id, c.week, c.kind, c.name, count(*), true
FROM feedback_submissions s, LATERAL feedback_counted(s.created_at, s.severity, s.tool_called, s.agent) c GROUP BY 1, 2, 3, 4;
SELECT gather_feedback_words(i.tenant_id, i.id) FROM feedback_issues i WHERE i.reports > 0;
