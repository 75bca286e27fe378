-- What is kept of a call goes with it, whoever deletes it: also how it failed, where it is the last of an attempt that is still open.
-- The worker stores nothing of a call that is gone or going; it locks those that it writes about (lib/calls/attempts/commands.ts).
CREATE OR REPLACE FUNCTION forget_attempts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM tool_refusals r USING changed c WHERE r.tenant_id = c.tenant_id AND r.call_id = c.id;
  DELETE FROM attempt_groups g USING changed c WHERE g.tenant_id = c.tenant_id AND g.id = c.id;
  DELETE FROM attempt_groups g USING changed c
  WHERE g.tenant_id = c.tenant_id AND g.ended IS NULL AND g.session_id = c.session_id
    AND g.state -> 'failure' ->> 'callId' = c.id::text;
  RETURN NULL;
END $$;

-- Calls that were deleted while the worker walked them left their words behind.
SELECT set_config('countersign.tenants', '*', true);
DELETE FROM tool_refusals r WHERE NOT EXISTS (
  SELECT 1 FROM tool_calls a WHERE a.tenant_id = r.tenant_id AND a.occurred_at = r.occurred_at AND a.id = r.call_id);
DELETE FROM attempt_groups g WHERE NOT EXISTS (
  SELECT 1 FROM tool_calls a WHERE a.tenant_id = g.tenant_id AND a.occurred_at = g.occurred_at AND a.id = g.id);
SELECT set_config('countersign.tenants', '', true);
