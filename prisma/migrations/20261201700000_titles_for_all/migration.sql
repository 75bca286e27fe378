-- Reports are found by the title of their issue by everyone who reads it.

/* Whether more than `most` reports have a text, and the issues whose title has it: titles are shown to everyone, errors as they were sent
   only to some, who alone learn how frequent a part of one is. Words to leave out alone find nearly all, and no index helps with them: they
   are frequent without counting. */
DROP FUNCTION look_up_feedback_words(text, text, uuid[], int);
CREATE FUNCTION look_up_feedback_words(words text, fragment text, tenants uuid[], most int, errors boolean)
RETURNS TABLE (frequent boolean, titles uuid[]) LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = public, pg_temp SET enable_seqscan = off AS $$
  SELECT CASE WHEN querytree(websearch_to_tsquery('simple', words)) = 'T' THEN true ELSE
         (SELECT count(*) FROM (
            SELECT FROM feedback_submissions s
            WHERE to_tsvector('simple', feedback_words(s)) @@ websearch_to_tsquery('simple', words)
              AND s.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR s.tenant_id = ANY (app_tenants()))
            LIMIT most + 1) w) > most
      OR (SELECT count(*) FROM (
            SELECT FROM feedback_submissions s
            WHERE errors AND left(s.error_seen, 1000) ILIKE fragment
              AND s.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR s.tenant_id = ANY (app_tenants()))
            LIMIT most + 1) e) > most END,
    ARRAY(SELECT i.id FROM feedback_issues i
          WHERE i.title ILIKE fragment
            AND i.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR i.tenant_id = ANY (app_tenants()))
          ORDER BY i.id DESC LIMIT most)
$$;
REVOKE ALL ON FUNCTION look_up_feedback_words(text, text, uuid[], int, boolean) FROM PUBLIC;
