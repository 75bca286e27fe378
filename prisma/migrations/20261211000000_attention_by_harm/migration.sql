-- How much harm a call that needs attention may do, for the order of the list: the kind of problem,
-- then the risk. One expression, so that the planner reads through it and finds the index.
CREATE FUNCTION attention_harm(decision decision, execution execution_state, delivery delivery_state, risk risk)
RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT 4 * CASE WHEN decision = 'revoked' AND execution IN ('succeeded', 'failed') THEN 5
                      WHEN execution = 'unknown' THEN 4
                      WHEN decision = 'revoked' AND delivery = 'dead' THEN 3
                      WHEN execution = 'failed' THEN 2
                      WHEN delivery = 'dead' THEN 1
                      ELSE 0 END
             + CASE risk WHEN 'critical' THEN 3 WHEN 'high' THEN 2 WHEN 'medium' THEN 1 ELSE 0 END $$;

CREATE INDEX approvals_attention_harm ON approvals (tenant_id, attention_harm(decision, execution, delivery, risk) DESC, updated_at DESC, id DESC)
  WHERE needs_attention(decision, execution, delivery, acknowledged_at);
