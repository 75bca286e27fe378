/* What is searched of a call, in a table of its own: an index on the fragments of a text costs more than all other indexes of a
   held call together, and nobody waits for this one. A new call is noted as due in the statement that makes it; the worker moves
   it over within a second, and until then the search reads it where it stands. */
CREATE TABLE "approval_words" (
    "approval_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "approval_words_pkey" PRIMARY KEY ("approval_id")
);
CREATE TABLE "approval_words_due" (
    "approval_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,

    CONSTRAINT "approval_words_due_pkey" PRIMARY KEY ("approval_id")
);
ALTER TABLE "approval_words" ADD CONSTRAINT "approval_words_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

INSERT INTO approval_words (approval_id, tenant_id, words)
SELECT a.id, a.tenant_id, approval_words(a.summary, a.provider, a.tool, a.agent, a.rationale, a.id, a.external_id, a.session_id, a.call_id, a.on_behalf_of)
FROM approvals a;
CREATE INDEX approval_words_fragments ON approval_words USING gin (tenant_id, words gin_trgm_ops);

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['approval_words', 'approval_words_due'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
    -- For the search, which holds the transaction's own tenants against every row itself.
    EXECUTE format('CREATE POLICY words ON %I FOR SELECT TO CURRENT_USER USING (true)', t);
  END LOOP;
END $$;

CREATE FUNCTION note_approval_words() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO approval_words_due (approval_id, tenant_id) SELECT id, tenant_id FROM made ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER approval_words_due AFTER INSERT ON approvals
  REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION note_approval_words();

CREATE OR REPLACE FUNCTION find_approval_words(fragment text, tenants uuid[], only_pending boolean, most int)
RETURNS TABLE (id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT found.id FROM (
    SELECT w.approval_id AS id FROM approval_words w
    WHERE w.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR w.tenant_id = ANY (app_tenants())) AND w.words ILIKE fragment
    UNION ALL
    SELECT a.id FROM approval_words_due d JOIN approvals a ON a.id = d.approval_id
    WHERE a.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR a.tenant_id = ANY (app_tenants()))
      AND approval_words(a.summary, a.provider, a.tool, a.agent, a.rationale, a.id, a.external_id, a.session_id, a.call_id, a.on_behalf_of) ILIKE fragment
  ) found
  WHERE NOT only_pending OR EXISTS (SELECT FROM approvals a WHERE a.id = found.id AND a.decision = 'pending')
  ORDER BY found.id DESC LIMIT most
$$;
DROP INDEX approvals_words;
