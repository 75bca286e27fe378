/* A call may have run although its approval was revoked: the gateway had begun before it learned of that. Its report is recorded, and the
   call needs attention however it ended. */
DROP TRIGGER end_acknowledgement_by_execution ON approvals;
DROP TRIGGER end_acknowledgement_by_delivery ON approvals;
DROP INDEX approvals_attention;
ALTER TABLE approvals DROP CONSTRAINT approvals_acknowledged, DROP CONSTRAINT approvals_execution;
DROP FUNCTION needs_attention(execution_state, delivery_state, timestamptz);

-- What needs attention, said once, as before; one expression, so that the planner reads through it and finds the index.
CREATE FUNCTION needs_attention(decision decision, execution execution_state, delivery delivery_state, acknowledged_at timestamptz)
RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT (execution IN ('failed', 'unknown', 'lapsed') OR delivery = 'dead' OR (decision = 'revoked' AND execution = 'succeeded'))
             AND acknowledged_at IS NULL $$;

CREATE INDEX approvals_attention ON approvals (tenant_id, updated_at DESC, id DESC)
  WHERE needs_attention(decision, execution, delivery, acknowledged_at);

ALTER TABLE approvals
  ADD CONSTRAINT approvals_acknowledged CHECK (acknowledged_at IS NULL OR needs_attention(decision, execution, delivery, NULL)),
  ADD CONSTRAINT approvals_execution CHECK (
    CASE decision WHEN 'pending' THEN execution = 'none'
                  WHEN 'approved' THEN execution NOT IN ('none', 'blocked')
                  WHEN 'revoked' THEN execution IN ('blocked', 'succeeded', 'failed')
                  ELSE execution = 'blocked' END);

CREATE TRIGGER end_acknowledgement_by_execution BEFORE UPDATE OF execution ON approvals FOR EACH ROW
  WHEN (OLD.acknowledged_at IS NOT NULL
        AND (needs_attention(NEW.decision, NEW.execution, 'none', NULL)
             OR NOT needs_attention(NEW.decision, NEW.execution, NEW.delivery, NULL)))
  EXECUTE FUNCTION end_acknowledgement();
CREATE TRIGGER end_acknowledgement_by_delivery BEFORE UPDATE OF delivery ON approvals FOR EACH ROW
  WHEN (OLD.acknowledged_at IS NOT NULL
        AND (needs_attention('pending', 'none', NEW.delivery, NULL)
             OR NOT needs_attention(NEW.decision, NEW.execution, NEW.delivery, NULL)))
  EXECUTE FUNCTION end_acknowledgement();
