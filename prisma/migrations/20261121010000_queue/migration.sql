-- Who has taken a call upon themselves, for how long.
CREATE TABLE "approval_claims" (
    "approval_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "claimed_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_claims_pkey" PRIMARY KEY ("approval_id")
);

-- Calls one person does not want to see for a while; nobody else notices.
CREATE TABLE "approval_snoozes" (
    "user_id" UUID NOT NULL,
    "approval_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_snoozes_pkey" PRIMARY KEY ("user_id","approval_id")
);

-- Who has had a call open, first and until when. An open page says so every half minute.
CREATE TABLE "approval_looks" (
    "approval_id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "tenant_id" UUID NOT NULL,
    "user_name" TEXT NOT NULL,
    "first_at" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_looks_pkey" PRIMARY KEY ("approval_id","user_id")
);

-- Filters of the queue that one person keeps under a name.
CREATE TABLE "saved_views" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "approval_claims_tenant_id_user_id_idx" ON "approval_claims"("tenant_id", "user_id");
CREATE INDEX "approval_snoozes_tenant_id_user_id_until_idx" ON "approval_snoozes"("tenant_id", "user_id", "until");
CREATE INDEX "approval_looks_tenant_id_approval_id_idx" ON "approval_looks"("tenant_id", "approval_id");
CREATE UNIQUE INDEX "saved_views_user_id_name_key" ON "saved_views"("user_id", "name");

ALTER TABLE "approval_claims" ADD CONSTRAINT "approval_claims_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "approval_snoozes" ADD CONSTRAINT "approval_snoozes_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "approval_looks" ADD CONSTRAINT "approval_looks_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approvals"("id") ON DELETE CASCADE ON UPDATE CASCADE;

DO $$ DECLARE t text; BEGIN
  FOREACH t IN ARRAY ARRAY['approval_claims', 'approval_snoozes', 'approval_looks'] LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
    EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
    EXECUTE format('CREATE POLICY tenant ON %I USING ((SELECT app_sees_all_tenants()) OR tenant_id = ANY ((SELECT app_tenants())::uuid[]))', t);
  END LOOP;
END $$;

-- Two calls fold into one row of the queue when a person would judge them alike: everything shown on that row and everything that
-- would run is the same. A stored column, because row-level security keeps an index on a function from being used.
CREATE FUNCTION approval_fold(gateway uuid, provider text, tool text, agent text, risk risk, digest text, summary text, facts jsonb, preview jsonb)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT md5(gateway::text || E'\x1f' || coalesce(provider, '') || E'\x1f' || tool || E'\x1f' || coalesce(agent, E'\x1e') || E'\x1f'
            || risk::text || E'\x1f' || digest || E'\x1f' || summary || E'\x1f' || coalesce(facts::text, '') || E'\x1f' || coalesce(preview::text, '')) $$;
ALTER TABLE approvals ADD COLUMN fold TEXT
  GENERATED ALWAYS AS (approval_fold(gateway_id, provider, tool, agent, risk, arguments_sha256, summary, facts, preview)) STORED;
CREATE INDEX approvals_fold ON approvals (tenant_id, fold, decide_by, id) WHERE decision = 'pending';

/* Search by fragments. Row-level security keeps LIKE from using an index (it is not leakproof, so the policy is asked first, row by
   row); this function looks as the table's owner, holds the transaction's own tenants against every row itself, and returns ids only. */
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE FUNCTION approval_words(summary text, provider text, tool text, agent text, rationale text, id uuid, external_id text,
                               session_id text, call_id text, on_behalf_of text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT summary || E'\n' || coalesce(provider, '') || E'\n' || tool || E'\n' || coalesce(agent, '') || E'\n'
          || coalesce(rationale, '') || E'\n' || id::text || E'\n' || coalesce(external_id, '') || E'\n'
          || coalesce(session_id, '') || E'\n' || coalesce(call_id, '') || E'\n' || coalesce(on_behalf_of, '') $$;
CREATE INDEX approvals_words ON approvals USING gin (tenant_id,
  approval_words(summary, provider, tool, agent, rationale, id, external_id, session_id, call_id, on_behalf_of) gin_trgm_ops);
CREATE POLICY words ON approvals FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION find_approval_words(fragment text, tenants uuid[], only_pending boolean, most int)
RETURNS TABLE (id uuid) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT a.id FROM approvals a
  WHERE a.tenant_id = ANY (tenants) AND (app_sees_all_tenants() OR a.tenant_id = ANY (app_tenants()))
    AND approval_words(a.summary, a.provider, a.tool, a.agent, a.rationale, a.id, a.external_id, a.session_id, a.call_id, a.on_behalf_of) ILIKE fragment AND (NOT only_pending OR a.decision = 'pending')
  ORDER BY a.id DESC LIMIT most
$$;
REVOKE ALL ON FUNCTION find_approval_words(text, uuid[], boolean, int) FROM PUBLIC;
