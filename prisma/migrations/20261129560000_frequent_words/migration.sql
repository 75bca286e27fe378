-- What is found of a frequent word takes no longer the more reports have it.

/* The issues of a text: those whose title or whose reports have it. A word that at most `most` reports have is looked up among the
   reports, a more frequent one among the words of the issues, so that neither takes longer the more reports there are. The same with a part of
   an error; where more have it, or it is too short for the index, it is looked for in the newest report of each issue. */
CREATE OR REPLACE FUNCTION find_feedback_issues(said text, fragment text, tenants uuid[], most int, errors boolean) RETURNS TABLE (issue_id uuid)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public, pg_temp SET enable_seqscan = off SET work_mem = '32MB' AS $$
DECLARE
  own uuid[] := ARRAY(SELECT t FROM unnest(tenants) t WHERE app_sees_all_tenants() OR t = ANY (app_tenants()));
  query tsquery := websearch_to_tsquery('simple', said);
  reported uuid[];
  told uuid[];
  hits uuid[] := ARRAY(SELECT i.id FROM feedback_issues i WHERE i.tenant_id = ANY (own) AND i.title ILIKE fragment);
BEGIN
  -- An issue has a word once one of its reports has it: where more issues have it than are looked up, so do more reports.
  IF numnode(query) = 1 THEN
    told := ARRAY(SELECT w.issue_id FROM feedback_issue_words w WHERE w.tenant_id = ANY (own) AND w.words @@ query);
  END IF;
  IF querytree(query) NOT IN ('', 'T') AND coalesce(cardinality(told), 0) <= most THEN
    reported := ARRAY(SELECT s.issue_id FROM feedback_submissions s
                      WHERE to_tsvector('simple', feedback_words(s)) @@ query AND s.tenant_id = ANY (own) LIMIT most + 1);
    hits := hits || reported;
  END IF;
  IF cardinality(told) > most THEN
    hits := hits || told;
  ELSIF numnode(query) > 0 AND (reported IS NULL OR cardinality(reported) > most) THEN
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
    hits := hits || ARRAY(SELECT i.id FROM feedback_issues i WHERE i.tenant_id = ANY (own)
      AND i.id NOT IN (SELECT unnest(hits)) AND EXISTS (
      SELECT FROM (SELECT s.error_seen FROM feedback_submissions s WHERE s.tenant_id = i.tenant_id AND s.issue_id = i.id
                   ORDER BY s.id DESC LIMIT 1) n WHERE left(n.error_seen, 1000) ILIKE fragment));
  END IF;
  RETURN QUERY SELECT DISTINCT h FROM unnest(hits) h;
END $$;

-- Whether more than `most` reports have a text, and the issues whose title has it.
CREATE FUNCTION look_up_feedback_words(words text, fragment text, tenants uuid[], most int)
RETURNS TABLE (frequent boolean, titles uuid[]) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT (SELECT count(*) FROM (
            SELECT FROM feedback_submissions s
            WHERE to_tsvector('simple', feedback_words(s)) @@ websearch_to_tsquery('simple', words)
              AND s.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR s.tenant_id = ANY (app_tenants()))
            LIMIT most + 1) w) > most
      OR (SELECT count(*) FROM (
            SELECT FROM feedback_submissions s
            WHERE left(s.error_seen, 1000) ILIKE fragment
              AND s.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR s.tenant_id = ANY (app_tenants()))
            LIMIT most + 1) e) > most,
    ARRAY(SELECT i.id FROM feedback_issues i
          WHERE i.title ILIKE fragment
            AND i.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR i.tenant_id = ANY (app_tenants()))
          ORDER BY i.id DESC LIMIT most)
$$;
REVOKE ALL ON FUNCTION look_up_feedback_words(text, text, uuid[], int) FROM PUBLIC;
