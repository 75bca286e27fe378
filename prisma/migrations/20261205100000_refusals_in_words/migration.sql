-- A failed call whose words name fields is among the refused ones too.
CREATE OR REPLACE FUNCTION forget_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tool_refusals r USING changed c WHERE r.tenant_id = c.tenant_id AND r.call_id = c.id;
  DELETE FROM tool_other_purposes p USING changed c WHERE p.tenant_id = c.tenant_id AND p.call_id = c.id;
  DELETE FROM attempt_groups g USING changed c WHERE g.tenant_id = c.tenant_id AND g.id = c.id;
  DELETE FROM attempt_groups g USING changed c
  WHERE g.tenant_id = c.tenant_id AND g.ended IS NULL AND g.session_id = c.session_id
    AND g.state -> 'failure' ->> 'callId' = c.id::text;
  -- The pass first: whoever makes the mistakes anew holds it until they are stored.
  UPDATE tool_mistake_passes p SET due = true, made_at = NULL
  FROM (SELECT DISTINCT tenant_id, gateway_id, tool FROM changed
        WHERE outcome IN ('validation_error', 'execution_error') AND occurred_at >= now() - interval '15 days') c
  WHERE p.tenant_id = c.tenant_id AND p.gateway_id = c.gateway_id AND p.tool = c.tool;
  DELETE FROM tool_mistakes m
  USING (SELECT DISTINCT tenant_id, gateway_id, tool FROM changed
         WHERE outcome IN ('validation_error', 'execution_error') AND occurred_at >= now() - interval '15 days') c
  WHERE m.tenant_id = c.tenant_id AND m.gateway_id = c.gateway_id AND m.tool = c.tool;
  RETURN NULL;
END $$;

-- What calls were refused in words is read with the next pass.
SELECT set_config('countersign.tenants', '*', true);
INSERT INTO tool_mistake_passes (tenant_id, gateway_id, tool)
SELECT DISTINCT tenant_id, gateway_id, tool FROM tool_refusals WHERE occurred_at >= now() - interval '15 days'
ON CONFLICT (tenant_id, gateway_id, tool) DO UPDATE SET due = true;
SELECT set_config('countersign.tenants', '', true);
