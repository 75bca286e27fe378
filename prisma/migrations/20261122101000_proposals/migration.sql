-- A rating that a gateway asks for and that would lower what holds: it waits for an administrator, one of each tool.
CREATE TABLE tool_proposals (
    "tool_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "risk" "risk",
    "requires_confirmation" BOOLEAN,
    "proposed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "dismissed_at" TIMESTAMPTZ(3),

    CONSTRAINT "tool_proposals_pkey" PRIMARY KEY ("tool_id")
);
ALTER TABLE "tool_proposals" ADD CONSTRAINT "tool_proposals_tool_id_fkey"
  FOREIGN KEY ("tool_id") REFERENCES "tools"("id") ON DELETE CASCADE ON UPDATE CASCADE;
-- A few of many tools.
CREATE INDEX tool_proposals_pending ON tool_proposals (tool_id) WHERE dismissed_at IS NULL;

-- Seen and made by those for whom its gateway works; of the links between gateways and tenants each scope sees its own.
ALTER TABLE tool_proposals ENABLE ROW LEVEL SECURITY;
ALTER TABLE tool_proposals FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON tool_proposals USING ((SELECT app_sees_all_tenants()) OR EXISTS (
  SELECT 1 FROM tools t JOIN gateway_tenants s ON s.gateway_id = t.gateway_id WHERE t.id = tool_proposals.tool_id));

-- Whether a key's tenants are all that its gateway serves: the one question for which a key looks beyond its own tenants.
CREATE FUNCTION covers_gateway(gateway uuid, tenants uuid[]) RETURNS boolean LANGUAGE plpgsql
SET search_path = public, pg_temp AS $$
DECLARE
  own text := current_setting('countersign.tenants', true);
  covers boolean;
BEGIN
  PERFORM set_config('countersign.tenants', '*', true);
  SELECT NOT EXISTS (SELECT 1 FROM gateway_tenants s WHERE s.gateway_id = gateway AND s.tenant_id <> ALL (tenants)) INTO covers;
  PERFORM set_config('countersign.tenants', coalesce(own, ''), true);
  RETURN covers;
END $$;
