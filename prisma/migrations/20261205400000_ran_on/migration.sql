-- On whose word a call ran without a person, by the ratings when it was recorded. Calls recorded before carry no mark.
ALTER TABLE tool_calls
  ADD COLUMN ran_on TEXT,
  ADD COLUMN rated_risk risk;


-- What Prisma's schema language cannot say.

ALTER TABLE tool_calls ADD CONSTRAINT tool_calls_ran_on
  CHECK (ran_on = 'gateway_word' AND rated_risk IS NULL OR ran_on = 'rating_below_claim' AND rated_risk IS NOT NULL) NOT VALID;

CREATE INDEX tool_calls_ran_on ON tool_calls (tenant_id, ran_on, occurred_at DESC, id DESC) WHERE ran_on IS NOT NULL;
