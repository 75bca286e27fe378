/* Which calls are "the same call" to the gate, as one value: one index serves the look-up, whatever the statistics say of the
   columns that it is made of. Each part with its length, so that no name can pass for two. Stored columns, because row-level
   security keeps an index on a function from being used. An edit changes what runs, not what was asked: few rows have the second. */
CREATE FUNCTION approval_call(gateway uuid, provider text, tool text, agent text, digest text) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT md5(gateway::text || ' ' || coalesce(length(provider)::text || ':' || provider, '-') || ' ' || length(tool)::text || ':' || tool
            || ' ' || coalesce(length(agent)::text || ':' || agent, '-') || ' ' || digest)::uuid $$;
ALTER TABLE approvals
  ADD COLUMN call_hash UUID GENERATED ALWAYS AS (approval_call(gateway_id, provider, tool, agent, requested_sha256)) STORED,
  ADD COLUMN edited_call_hash UUID GENERATED ALWAYS AS (
    CASE WHEN arguments_sha256 <> requested_sha256 THEN approval_call(gateway_id, provider, tool, agent, arguments_sha256) END) STORED;
CREATE INDEX "approvals_tenant_id_call_hash_idx" ON "approvals"("tenant_id", "call_hash");
CREATE INDEX approvals_edited_call ON approvals (tenant_id, edited_call_hash) WHERE edited_call_hash IS NOT NULL;
DROP INDEX "approvals_tenant_id_gateway_id_tool_arguments_sha256_idx";
DROP INDEX "approvals_tenant_id_gateway_id_tool_requested_sha256_idx";
-- The newest yes to the same tool, which every page of a call and every decision look for.
CREATE INDEX approvals_approved_tool ON approvals (tenant_id, gateway_id, tool, id DESC)
  WHERE decision = 'approved' AND held_because NOT IN ('auto_approved', 'confirmed');
