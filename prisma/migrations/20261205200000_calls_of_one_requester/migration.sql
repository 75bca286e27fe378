-- Calls on behalf of different people, or by different models, are not identical: who may approve them is not the same.
ALTER TABLE approvals DROP COLUMN fold;
DROP FUNCTION approval_fold;
CREATE FUNCTION approval_fold(gateway uuid, provider text, tool text, agent text, on_behalf_of text, model text, risk risk, digest text,
                              summary text, facts jsonb, preview jsonb)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT md5(gateway::text || E'\x1f' || coalesce(provider, '') || E'\x1f' || tool || E'\x1f' || coalesce(agent, E'\x1e') || E'\x1f'
            || coalesce(on_behalf_of, E'\x1e') || E'\x1f' || coalesce(model, E'\x1e') || E'\x1f'
            || risk::text || E'\x1f' || digest || E'\x1f' || summary || E'\x1f' || coalesce(facts::text, '') || E'\x1f' || coalesce(preview::text, '')) $$;
ALTER TABLE approvals ADD COLUMN fold TEXT
  GENERATED ALWAYS AS (approval_fold(gateway_id, provider, tool, agent, on_behalf_of, model, risk, arguments_sha256, summary, facts, preview)) STORED;
CREATE INDEX approvals_identical ON approvals (fold, decide_by, id) WHERE decision = 'pending';
